"""The decrease of the variance, far from zero and for many targets."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import SquaredError
from arboretum.statistics import Moments
from arboretum.testing.samples import dataset_of


def test_a_narrow_node_far_from_the_centre_is_still_split_well():
    # The data spread over 2e8, this node over 1: its variance from sums of squares is
    # noise, but the means of the branches are not.
    values = np.array([-1e8, 1e8, 1e8 + 1])
    statistics = Moments(dataset_of({"x": [0, 1, 2]}, values[:, None], None))
    rows = np.array([1, 2], dtype=np.int32)
    table = statistics.table(np.array([0, 1, 2], dtype=np.int32), 3, rows)

    score = SquaredError().score(statistics.total(rows)[1], table.cuts().statistics)

    assert score[0] == pytest.approx(0.25, rel=1e-6)


def test_several_targets_count_alike():
    targets = np.array([[1.0, 10.0], [2.0, 40.0], [4.0, 20.0], [9.0, 30.0]])
    dataset = dataset_of({"x": [0, 0, 1, 1]}, targets, None)
    statistics = Moments(dataset)
    rows = np.arange(4, dtype=np.int32)
    split = statistics.table(dataset.columns[0], 2, rows).cuts().statistics
    halves = (targets[:2], targets[2:])

    total = statistics.total(rows)[1]

    assert SquaredError().impurity(total) == pytest.approx(targets.var(axis=0).mean())
    assert SquaredError().score(total, split)[0] == pytest.approx(
        targets.var(axis=0).mean() - np.mean([half.var(axis=0).mean() for half in halves])
    )


def test_a_split_can_score_below_zero_with_the_unbiased_variance():
    values = np.array([0.0, 1.0, 0.0, 1.0])
    dataset = dataset_of({"x": [0, 0, 1, 1]}, values[:, None], None)
    statistics = Moments(dataset)
    rows = np.arange(4, dtype=np.int32)
    split = statistics.table(dataset.columns[0], 2, rows).cuts().statistics

    score = SquaredError(ddof=1).score(statistics.total(rows)[1], split)

    assert score[0] == pytest.approx(np.var(values, ddof=1) - np.var([0, 1], ddof=1))
    assert score[0] < 0
