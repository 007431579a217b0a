"""Recursive partitioning: what is weighed, what it costs, which shape it takes (A01, A08, A09)."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.criteria import homogeneity
from arboretum.growing import count_work


def test_a01_branches_are_weighed_by_their_size():
    # The first algorithm of the notes compares h_left + h_right, which would choose x <= 0.5:
    # one pure sample beside a mixed heap.  Weighed by size, x <= 5.5 is better.
    y = np.array([0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1])
    classes = np.eye(2)[y]

    def homogeneities(n):
        return homogeneity(classes[:n].sum(axis=0)), homogeneity(classes[n:].sum(axis=0))

    unweighed = max(range(1, 12), key=lambda n: sum(homogeneities(n)))
    weighed = max(range(1, 12), key=lambda n: np.dot(homogeneities(n), [n, 12 - n]))
    (threshold,) = TreeClassifier(max_depth=1).fit({"x": range(12)}, y).tree_.root.split.thresholds

    assert (unweighed, weighed) == (1, 6)
    assert threshold == 5.5


@pytest.mark.parametrize(
    ("criterion", "depth", "rows_a_feature"),
    [
        ("entropy", 3, 8 * 3),  # balanced: N log2 N
        ("gini", 7, 8 + 7 + 6 + 5 + 4 + 3 + 2),  # degenerate: N (N + 1) / 2 - 1
    ],
)
def test_a08_and_a09_entropy_grows_balanced_trees_which_cost_least(
    criterion, depth, rows_a_feature
):
    # Eight samples of eight classes.  A cut below the i-th gains H(i / 8) bits, most in the
    # middle.  By Gini every cut gains 1/8: a tie, and the lowest is taken.
    X = {"x": range(8), "same": range(8)}
    estimator = TreeClassifier(criterion=criterion)

    work = count_work(estimator, X, list(range(8)), by="readable")

    assert estimator.fit(X, list(range(8))).depth_ == depth
    assert work.samples == len(X) * rows_a_feature
