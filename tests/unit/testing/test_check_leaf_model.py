"""The check of leaf models: each kind of mistake is named."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.leaves import LeafModel, Majority, Mean
from arboretum.testing import check_leaf_model


class Laplace(LeafModel):
    """One's own leaf: class weights with one sample more of each class."""

    def value(self, statistics, targets=None, weights=None):
        return statistics + 1.0


class Largest(LeafModel):
    needs_targets = True

    def value(self, statistics, targets=None, weights=None):
        return targets.max(axis=0)


@pytest.mark.parametrize("leaf", [Laplace(), Largest(), Majority(blocks=(2, 3))], ids=repr)
def test_leaves_of_ones_own_pass(leaf):
    check_leaf_model(leaf)


class FirstTarget(Largest):
    def value(self, statistics, targets=None, weights=None):
        return targets[0].astype(float)


class Scalar(Largest):
    def value(self, statistics, targets=None, weights=None):
        return targets.mean()


class Listed(Mean):
    def value(self, statistics, targets=None, weights=None):
        return super().value(statistics).tolist()


class Negative(Laplace):
    def value(self, statistics, targets=None, weights=None):
        return -statistics


class Spread(Largest):
    def value(self, statistics, targets=None, weights=None):
        return np.var(targets, axis=0) / (len(targets) - 1)


class Writes(Laplace):
    def value(self, statistics, targets=None, weights=None):
        statistics += 1.0
        return statistics


MISTAKES = {
    FirstTarget: "the order of the samples must not matter",
    Scalar: r"must have shape \(1,\), but it has \(\)",
    Listed: "must return a NumPy array, but it returned list",
    Negative: "class weights must be 0 or more",
    Spread: "computes invalid value",
    Writes: "must not change the statistics",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake):
    nominal = issubclass(mistake, Laplace)

    with pytest.raises(AssertionError, match=rf"{mistake.__name__}: .*{MISTAKES[mistake]}"):
        check_leaf_model(mistake(), nominal=nominal)


def test_a_leaf_that_reads_nothing_is_named():
    with pytest.raises(AssertionError, match="refuses the statistics of every class criterion"):
        check_leaf_model(Mean(), nominal=True)
