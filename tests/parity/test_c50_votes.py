"""C5.0's own rules, read from what it printed, vote here as they did there."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import pytest

from arboretum.data.schema import Feature, Schema, Target
from arboretum.rules import Condition, Origin, Rule, RuleSet

SETS = [
    "credit_approval",
    "house_votes_84",
    "soybean",
    "hypothyroid",
    "titanic",
    "iris",
    "glass",
    "car_evaluation",
    "labor_neg",
    "heart_statlog",
]
HEAD = re.compile(r"Rule \d+: \((?P<n>[\d.]+)(/(?P<wrong>[\d.]+))?, lift")
THEN = re.compile(r"->  class (?P<class>.*)  \[(?P<vote>[\d.]+)\]")
ASKS = re.compile(r"(?P<feature>.+?) (?P<sign><=|>|=|in) (?P<value>.+)")


@pytest.fixture(scope="module")
def golden(shared_data):
    folder = shared_data.parent / "golden"
    if not folder.is_dir():
        pytest.skip("needs the recorded results in ../shared/golden")
    return folder


def read_set(golden, name):
    """The columns that C5.0 saw, their schema, and what was recorded."""
    known = json.loads((golden / "columns.json").read_text(encoding="utf-8"))[name]
    recorded = json.loads((golden / f"c50_{name}.json").read_text(encoding="utf-8"))
    (target,) = known["target"]
    table = pd.read_csv(
        golden.parent / "data" / known["file"], dtype=str, keep_default_na=False, na_values=[""]
    )
    columns, features = {}, []
    for column, told in known["columns"].items():
        if column == target or told["kind"] == "left out":
            continue
        is_number = told["kind"] == "numeric"
        columns[column] = pd.to_numeric(table[column]) if is_number else table[column]
        levels = None if is_number else tuple(told["levels"])
        features.append(Feature(column, "numeric" if is_number else "categorical", levels))
    schema = Schema(tuple(features), (Target(target, tuple(recorded["classes"])),))
    return columns, schema, recorded, table[target].to_numpy()


def read_rules(text, recorded, schema, of_classes):
    """The printed rules and the default, and the votes as they were printed."""
    origin = Origin(schema, sum(of_classes), sum(of_classes), tuple(of_classes))
    rules, printed, conditions, counts = [], [], [], (0.0, 0.0)
    # A set of categories may go on over several lines.
    for line in re.sub(r",\n\t\s+", ", ", text).splitlines():
        if head := HEAD.match(line):
            conditions, counts = [], (float(head["n"]), float(head["wrong"] or 0))
        elif then := THEN.match(line.strip()):
            n, wrong = counts
            code = recorded["classes"].index(then["class"])
            value = np.where(np.arange(len(of_classes)) == code, n - wrong, 0.0)
            vote = (n - wrong + 1) / (n + 2)
            made = tuple(conditions), tuple(value), (code,), n, n, origin
            rules.append(Rule(*made, vote=vote))
            printed.append(float(then["vote"]))
        elif line.startswith("Default class: "):
            code = recorded["classes"].index(line.removeprefix("Default class: "))
            default = Rule((), tuple(of_classes), (code,), 0.0, 0.0, origin)
            return RuleSet(tuple(rules), origin, default=default), printed
        elif line.startswith("\t"):
            conditions.append(read_condition(line.strip(), recorded["names"], schema))
    raise AssertionError("no default class was printed")


def read_condition(text, names, schema):
    asks = ASKS.fullmatch(text)
    index = schema.feature_index[names.get(asks["feature"], asks["feature"])]
    if asks["sign"] == "<=":
        return Condition(index, high=float(asks["value"]))
    if asks["sign"] == ">":
        return Condition(index, low=float(asks["value"]))
    named = asks["value"].strip("{}").split(", ")
    categories = schema.columns[index].categories
    return Condition(index, codes=frozenset(categories.index(name) for name in named))


@pytest.mark.parametrize("name", SETS)
def test_the_rules_of_c50_vote_as_they_did(golden, name):
    columns, schema, recorded, y = read_set(golden, name)
    known = recorded["runs"]["rules"]["full"]
    of_classes = [float((y == label).sum()) for label in recorded["classes"]]

    rules, printed = read_rules(known["text"], recorded, schema, of_classes)

    assert len(rules) == known["size"]
    # C5.0 prints (n - e + 1) / (n + 2) to three digits.
    assert [it.vote for it in rules] == pytest.approx(printed, abs=5.1e-4)
    met = rules.covers(columns).sum(axis=0)
    assert np.ravel(met).tolist() == [rule.n_samples for rule in rules]
    assert rules.predict(columns).tolist() == [recorded["classes"][k] for k in known["predicted"]]
