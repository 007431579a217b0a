"""Groups of categories as branches."""

from __future__ import annotations

import math
from itertools import compress

import numpy as np
import pytest

from arboretum import C45Classifier, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.sources import MemorySource
from arboretum.sources.base import Wanted
from arboretum.splits import Grouped
from arboretum.statistics import ClassCounts
from arboretum.stopping import TwoBranches

LETTERS = np.repeat(list("abcd"), 6)
# a and c are mostly n, b and d mostly y.
CLASSES = np.array(list("nnnnny" + "yyyyyn" + "nnnnny" + "yyyyyn"))


def test_alike_categories_share_a_branch():
    tree = C45Classifier(splits=Grouped()).fit({"c": LETTERS}, CLASSES).tree_

    assert tree.root.split.branches == (0, 1, 0, 1)
    assert tree.n_leaves == 2


def test_the_order_of_the_samples_does_not_matter():
    order = np.random.default_rng(0).permutation(len(LETTERS))
    model = C45Classifier(splits="grouped")

    tree = model.fit({"c": LETTERS}, CLASSES).tree_

    assert model.fit({"c": LETTERS[order]}, CLASSES[order]).tree_.splits == tree.splits


def test_numbers_and_several_targets_are_refused():
    with pytest.raises(UnsupportedCombination, match="one nominal target"):
        TreeRegressor(splits="grouped").fit({"c": LETTERS}, np.arange(24.0))
    with pytest.raises(UnsupportedCombination, match="one nominal target"):
        TreeClassifier(splits="grouped").fit({"c": LETTERS}, np.stack([CLASSES, LETTERS], axis=1))


def test_too_many_categories_are_refused_by_name():
    names = {"name": [f"n{i}" for i in range(30)]}

    with pytest.raises(UnsupportedCombination, match=r"'name' has 30 categories.*max_categories"):
        TreeClassifier(splits=Grouped(max_categories=20)).fit(names, ["a", "b"] * 15)


def test_groups_that_pay_may_be_small_where_there_are_three_categories():
    # One c among eleven, and nothing but that tells the classes apart.
    letters, classes = [*"aaaaabbbbb", "c"], [*"nnnnnnnnnn", "y"]
    rule = TwoBranches(2)

    def n_leaves(splitter, kept):
        some = [letter in kept for letter in letters]
        X = {"c": list(compress(letters, some))}
        model = TreeClassifier(splits=splitter, stopping=rule)
        return model.fit(X, list(compress(classes, some))).n_leaves_

    assert n_leaves(Grouped(charged=True), "abc") == 2
    assert n_leaves(Grouped(charged=True), "ac") == 1
    assert n_leaves(Grouped(), "abc") == 1


def test_groups_say_in_how_many_ways_they_could_have_been_made():
    dataset = make_dataset({"c": np.tile(LETTERS, 4)}, np.tile(CLASSES, 4), nominal=True)
    source = MemorySource(dataset, ClassCounts(dataset))
    (table,) = source.tables([Wanted(0, 0)])

    found = Grouped(charged=True).propose(table, source.columns[0], source.statistics)

    # Four categories in two groups: 7 ways.
    assert found.log_trials == pytest.approx(math.log10(7))
    assert Grouped().propose(table, source.columns[0], source.statistics).log_trials == 0.0
