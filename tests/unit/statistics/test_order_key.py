"""The order in which categories are cut."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from arboretum.criteria import Gini, InformationGain, Poisson, SquaredError
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from arboretum.statistics.base import first_component
from arboretum.testing.samples import class_dataset, number_dataset


def table_of(counted, dataset):
    statistics = counted(dataset)
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    return statistics, statistics.table(dataset.columns[2], 4, rows), statistics.total(rows)[1]


def test_with_two_classes_it_is_the_share_of_the_second():
    statistics, table, _ = table_of(ClassCounts, class_dataset((2,)))

    shares = table.statistics[:, 1] / table.statistics.sum(axis=1)

    np.testing.assert_array_equal(statistics.order_key(table.statistics), shares)
    assert statistics.order_is_exact


def test_with_one_number_it_is_the_mean_up_to_a_shift():
    dataset = number_dataset()
    statistics, table, _ = table_of(Moments, dataset)
    colours = dataset.columns[2]
    means = [
        np.average(dataset.targets[colours == c, 0], weights=dataset.weights[colours == c])
        for c in table.bins
    ]

    key = statistics.order_key(table.statistics)

    np.testing.assert_allclose(key + statistics.centre[0], means)
    assert statistics.order_is_exact


def test_with_deviations_it_is_the_median_and_no_promise():
    statistics, table, _ = table_of(AbsoluteDeviations, number_dataset())

    np.testing.assert_array_equal(statistics.order_key(table.statistics), table.statistics[:, 2])
    assert not statistics.order_is_exact


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("criterion", "make"),
    [
        (Gini(), lambda seed: class_dataset((2,), seed=seed)),
        (InformationGain(), lambda seed: class_dataset((2,), seed=seed)),
        (SquaredError(), lambda seed: number_dataset(seed=seed)),
        (Poisson(), lambda seed: number_dataset(seed=seed)),
    ],
)
def test_where_the_order_is_exact_the_best_cut_is_the_best_of_all_subsets(criterion, make, seed):
    statistics, table, parent = table_of(criterion.statistics, make(seed))
    order = np.argsort(statistics.order_key(table.statistics), kind="stable")
    subsets = np.array([(0, *rest) for rest in product([0, 1], repeat=table.n_bins - 1)][1:])

    best_cut = criterion.score(parent, table.cuts(order).statistics).max()
    best_subset = criterion.score(parent, table.groups(subsets, 2).statistics).max()

    assert best_cut == pytest.approx(best_subset, rel=1e-12)


@pytest.mark.parametrize(
    ("counted", "dataset"),
    [
        (ClassCounts, class_dataset((3,))),
        (ClassCounts, class_dataset((2, 2))),
        (Moments, number_dataset(2)),
        (PoissonSums, number_dataset(2)),
    ],
)
def test_otherwise_it_is_a_heuristic_that_ties_equal_bins(counted, dataset):
    statistics, table, _ = table_of(counted, dataset)
    doubled = np.concatenate([table.statistics, 2 * table.statistics])

    key = statistics.order_key(doubled)

    np.testing.assert_array_equal(key[: table.n_bins], key[table.n_bins :])
    assert not statistics.order_is_exact


def test_the_first_component_of_points_on_a_line_keeps_their_order():
    along = np.array([3.0, -1.0, 0.5, 2.0])
    points = along[:, None] * np.array([0.2, 1.0, -0.4]) + 5.0

    scores = first_component(points, np.array([1.0, 2.0, 1.0, 4.0]))

    assert np.argsort(scores).tolist() == np.argsort(along).tolist()


def test_the_first_component_equals_that_of_a_weighted_singular_value_decomposition():
    random = np.random.default_rng(0)
    points, weights = random.normal(size=(8, 3)), random.integers(1, 5, 8).astype(float)
    repeated = np.repeat(points, weights.astype(int), axis=0)
    _, _, directions = np.linalg.svd(repeated - repeated.mean(axis=0))
    expected = (points - repeated.mean(axis=0)) @ directions[0]

    scores = first_component(points, weights)

    assert abs(np.corrcoef(scores, expected)[0, 1]) == pytest.approx(1)


def test_bins_without_spread_or_weight_are_all_alike():
    assert first_component(np.ones((3, 2)), np.ones(3)).tolist() == [0, 0, 0]
    assert first_component(np.eye(2), np.zeros(2)).tolist() == [0, 0]
