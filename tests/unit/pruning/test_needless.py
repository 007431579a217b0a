"""Subtrees that make no fewer training errors than a leaf."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import UnsupportedCombination
from arboretum.pruning import Needless


def errors_below(tree, node):
    """The training errors of all leaves below a node, one by one."""
    if tree.node(node).is_leaf:
        value = tree.value[node]
        return value.sum() - value.max()
    return sum(errors_below(tree, child) for child in tree.children(node))


def test_what_decides_alike_is_one_leaf():
    # Football: three of the four cells say no; women of either age are one leaf.
    football = datasets.football()
    model = TreeClassifier().fit(football.X, football.y, sample_weight=football.weights)

    pruned = model.prune("needless")

    assert (model.n_leaves_, pruned.n_leaves_) == (4, 3)
    assert pruned.predict(football.X).tolist() == model.predict(football.X).tolist()


def test_no_training_error_more_and_none_to_spare():
    penguins = datasets.penguins()
    tree = TreeClassifier(min_samples_leaf=6).fit(penguins.X, penguins.y).tree_

    pruned = Needless().prune(tree, None)

    assert pruned.n_leaves < tree.n_leaves
    assert errors_below(pruned, 0) == pytest.approx(errors_below(tree, 0))
    for node in np.flatnonzero(~pruned.is_leaf):
        value = pruned.value[node]
        assert errors_below(pruned, node) < value.sum() - value.max()
    assert Needless().prune(pruned, None) == pruned


def test_the_unit_of_weights_does_not_matter():
    penguins = datasets.penguins()
    model = TreeClassifier(pruning="needless", min_samples_leaf=6)
    small = np.full(len(penguins.y), 2.0**-20)

    tree = model.fit(penguins.X, penguins.y).tree_

    assert model.fit(penguins.X, penguins.y, sample_weight=small).tree_.splits == tree.splits


def test_numbers_are_refused():
    steps = datasets.steps()

    with pytest.raises(UnsupportedCombination, match="Needless"):
        TreeRegressor(pruning="needless").fit(steps.X, steps.y)
