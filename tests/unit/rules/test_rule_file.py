"""Saved rules: read back as they were, and named when damaged."""

from __future__ import annotations

import json

import pytest

from arboretum.exceptions import RuleFileError
from arboretum.rules import Condition, RuleSet, Spread, StandIn
from tests.unit.tree.examples import petal_tree, shirt_tree


@pytest.mark.parametrize("tree", [petal_tree(), shirt_tree()], ids=["classes", "numbers"])
def test_a_file_is_read_back_as_it_was(tree, tmp_path):
    rules = tree.rules()

    rules.save(tmp_path / "rules.json")
    again = RuleSet.load(tmp_path / "rules.json")

    assert again == rules
    assert again.to_text(show_missing=True) == rules.to_text(show_missing=True)


def test_one_rule_stands_on_one_line(tmp_path):
    petal_tree().rules().save(tmp_path / "rules.json")

    lines = (tmp_path / "rules.json").read_text().splitlines()

    assert sum(line.startswith('  {"if": ') for line in lines) == 3


def test_shares_and_stand_ins_are_kept():
    rules = shirt_tree().rules()
    chain = Condition(1, high=3.0, missing=True, stand_ins=(StandIn(Condition(1, low=5.0)),))
    part = Condition(
        0,
        codes=frozenset({0, 2}),
        missing=True,
        spreads=(Spread(1 / 3, frozenset({2}), 4), Spread(0.1)),
        stand_ins=(StandIn(chain, frozenset({1, 2})),),
    )
    odd = RuleSet((rules[0].with_conditions([part]),), rules.origin, True, default=rules[1])

    assert RuleSet.from_dict(json.loads(json.dumps(odd.to_dict()))) == odd


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"feature": 2, "missing": False}, r"rules\[0\].if\[0\].feature: expected a whole number"),
        ({"feature": 0, "missing": 2}, "missing: expected true or false"),
        (
            {"feature": 0, "missing": False, "categories": [0]},
            "'categories' says nothing about the numeric 'petal length'",
        ),
        ({"feature": 0, "missing": False, "above": 3, "up to": 3}, "expected less than 'up to'"),
        ({"feature": 0, "missing": False, "none": False}, "expected true, and no bounds"),
        ({"feature": 0, "missing": False, "call": "rm"}, "'call' says nothing about"),
        ({"feature": 0}, "missing: expected true or false"),
    ],
)
def test_a_damaged_condition_is_named(tmp_path, condition, message):
    document = petal_tree().rules().to_dict()
    document["rules"][0]["if"] = [condition]
    path = tmp_path / "rules.json"
    path.write_text(json.dumps(document))

    with pytest.raises(RuleFileError, match=message) as caught:
        RuleSet.load(path)

    assert str(caught.value).startswith(f"{path}: The saved rule set is damaged at rules[0]")


def test_a_condition_nested_without_end_is_refused():
    condition = {"feature": 0, "missing": True}
    for _ in range(60):
        stand_in = {"if": condition, "categories": []}
        condition = {"feature": 0, "missing": True, "stand_ins": [stand_in]}
    document = petal_tree().rules().to_dict()
    document["rules"][0]["if"] = [condition]

    with pytest.raises(RuleFileError, match="nested deeper than 50 levels"):
        RuleSet.from_dict(document)


def test_a_class_that_is_not_there_is_refused():
    document = petal_tree().rules().to_dict()
    document["rules"][1]["decision"] = [3]

    with pytest.raises(RuleFileError, match=r"decision: target 'species' has no class 3"):
        RuleSet.from_dict(document)


def test_a_tree_is_not_a_rule_set(tmp_path):
    petal_tree().save(tmp_path / "tree.json")

    with pytest.raises(
        RuleFileError, match="not a saved rule set: its format is not 'arboretum-rules/1'"
    ):
        RuleSet.load(tmp_path / "tree.json")


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b'{"format": NaN}', b'{"a": 1, "a": 2}'])
def test_what_is_no_json_is_refused(tmp_path, data):
    (tmp_path / "rules.json").write_bytes(data)

    with pytest.raises(RuleFileError, match="rule set"):
        RuleSet.load(tmp_path / "rules.json")
