"""Whoever follows the printed questions gets where the tree sends them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    CHAIDRegressor,
    M5Regressor,
    TreeClassifier,
)
from arboretum.rules import RuleSet
from arboretum.rules.words import ConditionFormat
from arboretum.tree import Split, SplitFormat, Tree
from arboretum.tree.split import ROUNDED_DOWN
from arboretum.tree.words.format import threshold_text
from arboretum.tree.words.threshold import MANY_ROWS, with_digits
from tests.examples import examples
from tests.shared_tables import TABLES

BETWEEN = re.compile(
    r"(?:(?P<low>\S+) (?P<over><=?) )?(?P<name>\w+)"
    r"(?: (?P<under><=?) (?P<high>\S+)| (?P<beyond>>=?) (?P<above>\S+))"
)

#: Values that differ in the last bit, in the fourth digit, by noise of a sum, or by orders.
close = st.sampled_from(
    [
        *(0.1, 0.2, 0.3, 0.1 + 0.2, 1 / 3, 183.0, 183.1, math.nextafter(183.1, 0), 2.5, 2.5000001),
        *(1e9, 1e9 + 0.5, 12345678.25, 12345678.75, -7.0, -7.0000004, 1e300, 1e-9, -1e-300, 0.0),
    ]
)
anything = st.floats(-1e6, 1e6, width=32)
SPECIES = [
    TreeClassifier(),
    CARTClassifier(min_samples_split=2, complexity=0.0),
    C45Classifier(min_samples_leaf=1, pruning=None),
    CARTRegressor(min_samples_split=2, complexity=0.0),
    CARTClassifier(min_samples_split=2, complexity=0.0, closed="left", missing="majority"),
    CHAIDRegressor(alpha_merge=0.9, alpha_split=0.9, min_samples_split=2, min_samples_leaf=1),
    M5Regressor(min_samples_split=2),
]


CLASS_SPECIES = [
    CARTClassifier(),
    CARTClassifier(closed="left"),
    C45Classifier(),
    CHAIDClassifier(n_bins=20),
]
NUMBER_SPECIES = [CARTRegressor(), M5Regressor(), CHAIDRegressor(n_bins=20)]


def holds(text: str, value: Any) -> Any:
    """Whether a printed condition holds for numbers, read as a person would."""
    found = BETWEEN.fullmatch(text)
    assert found, text
    low = float(found["low"] or found["above"] or -math.inf)
    high = float(found["high"] or math.inf)
    assert low < high, text
    is_over = value >= low if "=" in (found["over"] or found["beyond"] or "") else value > low
    return is_over & (value <= high if "=" in (found["under"] or "") else value < high)


def assert_followed(tree: Tree, columns: list[np.ndarray], digits: int) -> None:
    """Every row ends where the printed conditions of exactly one leaf hold."""
    form = SplitFormat(tree.schema, digits)
    ends = tree.apply(columns).tolist()
    for row, end in enumerate(ends):
        for leaf in tree.leaves():
            texts = zip(form.conditions(leaf.path), leaf.path, strict=True)
            met = all(holds(text, float(columns[split.column][row])) for text, (split, _) in texts)
            assert met == (leaf.id == end), (row, leaf.id, form.conditions(leaf.path))


@pytest.mark.parametrize("model", SPECIES, ids=str)
@examples(60)
@given(data=st.data(), digits=st.sampled_from([1, 4, 7]))
def test_following_the_printed_questions_ends_at_the_leaf_of_the_tree(model, data, digits):
    values = st.lists(st.one_of(close, anything), min_size=2, max_size=14)
    column = data.draw(values)
    other = data.draw(st.lists(close, min_size=len(column), max_size=len(column)))
    targets = st.sampled_from([0, 1, 5])
    y = data.draw(st.lists(targets, min_size=len(column), max_size=len(column)))
    X = np.array([column, other]).T

    tree = model.fit(X, y).tree_

    assert_followed(tree, [np.array(column), np.array(other)], digits)


@pytest.mark.parametrize("model", [SPECIES[0], SPECIES[4]], ids=["at most", "below"])
@examples(60)
@given(values=st.lists(st.one_of(close, anything), min_size=2, max_size=14), data=st.data())
def test_printed_rules_and_saved_trees_say_the_same(model, values, data):
    y = data.draw(st.lists(st.integers(0, 2), min_size=len(values), max_size=len(values)))
    tree = model.fit({"x": values}, y).tree_

    again = Tree.from_dict(tree.to_dict())
    told = [rule.conditions for rule in tree.rules()]

    assert again.to_text() == tree.to_text()
    assert again.splits == tree.splits
    rules = RuleSet.from_dict(tree.rules().to_dict())
    assert [rule.conditions for rule in rules] == told
    column = np.array(values)
    form = ConditionFormat(tree.schema, digits=4)
    for row, end in enumerate(tree.apply([column]).tolist()):
        met = [
            all(holds(form.condition(one), column[row]) for one in conditions)
            for conditions in told
        ]
        assert [leaf.id for leaf in tree.leaves()][met.index(True)] == end
        assert sum(met) == 1


def test_183_05_is_not_183_1():
    heights = {"height": [182.9, 183.0, 183.1, 183.2]}
    model = CARTClassifier(min_samples_split=2).fit(heights, [0, 0, 1, 1])

    assert SplitFormat(model.tree_.schema, 4).split(model.tree_.splits[0]) == "height <= 183.05"


def test_the_noise_of_a_sum_is_not_printed_where_the_samples_allow():
    model = TreeClassifier().fit({"x": [0.1, 0.2]}, [0, 1])

    assert model.tree_.splits.thresholds.tolist() == [0.1 / 2 + 0.2 / 2]
    assert model.tree_.node(1).conditions == ["x <= 0.15"]


@pytest.mark.parametrize("n_copies", [1, MANY_ROWS], ids=["sorted", "searched"])
def test_a_value_within_the_noise_of_a_sum_does_not_make_a_threshold_long(n_copies):
    column = np.repeat([-0.16, -0.15, -0.14, 0.2, 0.21, 0.22], n_copies)
    under, over = -0.16 / 2 - 0.14 / 2, 0.2 / 2 + 0.22 / 2

    written = [threshold_text(cut) for cut in with_digits([under, over], column)]

    assert -0.16 < under < -0.15
    assert 0.21 < over < 0.22
    assert written == ["-0.151", "0.21"]


def test_a_large_tree_of_short_numbers_asks_short_questions():
    rng = np.random.default_rng(0)
    X, y = np.round(rng.normal(size=(800, 3)), 2), rng.integers(0, 26, 800)

    tree = TreeClassifier(max_leaf_nodes=150).fit(X, y).tree_

    bare = [
        form.split(split) for form in [SplitFormat(tree.schema)] for split in asked_splits(tree)
    ]
    assert any(digits > ROUNDED_DOWN for digits in tree.splits.digits.tolist())
    assert max(len(text.rpartition(" ")[2].strip("-")) for text in bare) <= 8
    assert_sides_kept(tree, list(X.T))


@examples(200)
@given(
    whole=st.lists(st.integers(-400, 400), min_size=2, max_size=12, unique=True),
    places=st.integers(-3, 4),
    digits=st.sampled_from([1, 4, 7, 12, 16]),
)
def test_no_middle_of_two_decimals_changes_sides_or_is_long(whole, places, digits):
    values = np.sort([float(f"{number}e{-places}") for number in whole])
    middles = np.unique([a / 2 + b / 2 for a in values for b in values if a < b])
    cuts = [cut for cut in middles.tolist() if values[0] <= cut < values[-1]]

    for cut in with_digits(cuts, values):
        text = threshold_text(cut, digits)
        assert np.array_equal(values <= cut, values <= float(text)), (cut, text)
        assert digits > 7 or len(text.strip("-")) <= 10, text


@examples(200)
@given(
    whole=st.lists(st.integers(-400, 400), min_size=2, max_size=12, unique=True),
    places=st.integers(-3, 4),
    digits=st.sampled_from([1, 4, 7, 12, 16]),
)
def test_nor_does_one_that_is_cut_below(whole, places, digits):
    values = np.sort([float(f"{number}e{-places}") for number in whole])
    middles = np.unique([a / 2 + b / 2 for a in values for b in values if a < b])
    cuts = [cut for cut in np.nextafter(middles, -np.inf) if values[0] <= cut < values[-1]]

    for cut in with_digits(cuts, values, "left"):
        text = threshold_text(cut, digits, "left")
        assert np.array_equal(values <= cut, values < float(text)), (cut, text)
        assert digits > 7 or len(text.strip("-")) <= 10, text


def assert_sides_kept(tree: Tree, columns: list[np.ndarray]) -> None:
    for split in asked_splits(tree):
        for digits, cut in product([2, 4, 7], split.thresholds):
            values = columns[split.column]
            assert np.array_equal(values <= cut, values <= float(threshold_text(cut, digits)))


def asked_splits(tree: Tree) -> Iterator[Split]:
    """Every question that is written somewhere: asked, lost, or standing in."""
    kept = [table for table in (tree.competing, tree.surrogates) if table is not None]
    for table in (tree.splits, tree.runner_ups, *(one.splits for one in kept)):
        yield from filter(None, (table[row] for row in range(len(table))))


@pytest.mark.full
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_no_row_of_a_real_table_changes_sides(table, shared_data):
    X, y = table.read()
    species = NUMBER_SPECIES if table.is_numeric else CLASS_SPECIES
    for model in species:
        tree = model.fit(X, y).tree_
        columns = model.model_.encode(X)
        for split in asked_splits(tree):
            asked = tree.schema.columns[split.column]
            if split.kind != "interval" or asked.kind != "numeric" or asked.clock is not None:
                continue  # a date is not written as a number
            values = np.asarray(columns[split.column], dtype=np.float64)
            values = np.unique(values[~np.isnan(values)])
            went = np.searchsorted(split.thresholds, values)
            for digits, branch in product([2, 4, 7], range(len(split.thresholds) + 1)):
                text = SplitFormat(tree.schema, digits).branch(split, branch)
                met = holds(text.replace(tree.schema.columns[split.column].name, "x"), values)
                assert np.array_equal(went == branch, met), text
