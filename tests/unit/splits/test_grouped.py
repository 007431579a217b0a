"""Groups of categories as branches."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C45Classifier, TreeClassifier, TreeRegressor
from arboretum.exceptions import UnsupportedCombination
from arboretum.splits import Grouped

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
