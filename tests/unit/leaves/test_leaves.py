"""What leaves predict, from statistics and from targets."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves import (
    KNOWN,
    ClassDistribution,
    Linear,
    Majority,
    Mean,
    Median,
    MEstimate,
    PriorDistribution,
    ShrunkenRate,
)
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from arboretum.testing import check_leaf_model
from arboretum.testing.samples import class_dataset, dataset_of, number_dataset


def test_short_names():
    names = {"distribution": ClassDistribution, "m_estimate": MEstimate, "majority": Majority}

    assert {**names, "mean": Mean, "median": Median, "linear": Linear} == KNOWN


@pytest.mark.parametrize("name", KNOWN)
def test_every_leaf_model_passes_its_check(name):
    check_leaf_model(KNOWN[name]())


def test_the_distribution_is_a_copy_of_the_class_weights():
    statistics = np.array([3.0, 0.5, 2.0])

    value = ClassDistribution().value(statistics)

    assert value.tolist() == [3, 0.5, 2]
    assert not np.shares_memory(value, statistics)


def test_the_majority_takes_all_and_the_first_of_equals_wins():
    assert Majority().value(np.array([2.0, 5.0, 5.0])).tolist() == [0, 12, 0]


def test_the_majority_of_several_targets_is_that_of_each():
    value = Majority(blocks=(2, 3)).value(np.array([1.0, 4.0, 3.0, 0.0, 2.0]))

    assert value.tolist() == [0, 5, 5, 0, 0]


def test_majority_without_blocks_is_refused_for_several_targets():
    statistics = ClassCounts(class_dataset((2, 3)))

    with pytest.raises(UnsupportedCombination, match=r"Use Majority\(blocks=\(2, 3\)\)"):
        Majority().check(statistics)
    Majority(blocks=(2, 3)).check(statistics)


@pytest.mark.parametrize("counted", [Moments, PoissonSums])
@pytest.mark.parametrize("n_targets", [1, 3])
def test_the_mean_is_that_of_the_targets_in_their_own_units(counted, n_targets):
    dataset = number_dataset(n_targets)
    statistics = counted(dataset)
    rows = np.arange(7, 31, dtype=np.int32)

    value = Mean().value(statistics.natural(statistics.total(rows)[1]))

    np.testing.assert_allclose(
        value, np.average(dataset.targets[rows], axis=0, weights=dataset.weights[rows])
    )


@pytest.mark.parametrize("leaf", [Mean(), ClassDistribution(), Majority()], ids=repr)
def test_statistics_that_a_leaf_cannot_read_are_refused_by_name(leaf):
    statistics = AbsoluteDeviations(number_dataset())

    with pytest.raises(UnsupportedCombination, match="AbsoluteDeviations"):
        leaf.check(statistics)


def test_the_median_of_unit_weights_is_that_of_numpy():
    for n in (1, 2, 7, 8):
        targets = np.random.default_rng(n).normal(size=(n, 2))

        value = Median().value(np.zeros(3), targets, np.ones(n))

        np.testing.assert_array_equal(value, np.median(targets, axis=0))


def test_a_weight_of_two_counts_twice_in_the_median():
    targets = np.array([[1.0], [2.0], [10.0]])

    value = Median().value(np.zeros(3), targets, np.array([1.0, 1.0, 2.0]))

    assert value.tolist() == [np.median([1, 2, 10, 10])]


def test_a_constant_target_is_predicted_as_it_is():
    values = np.full((4, 1), 0.1)
    statistics = Moments(dataset_of({"x": [0, 0, 1, 1]}, values, None))
    rows = np.arange(4, dtype=np.int32)

    assert Mean().value(statistics.natural(statistics.total(rows)[1])) == pytest.approx(0.1)
    assert Median().value(np.zeros(3), values, np.ones(4)).tolist() == [0.1]


def test_priors_multiply_the_class_weights():
    # rpart on kyphosis with prior .65, .35: 64 absent and 17 present of 81 at the root.
    leaf = PriorDistribution((0.65 * 81 / 64, 0.35 * 81 / 17))

    value = leaf.value(np.array([64.0, 17.0]))

    np.testing.assert_allclose(value / value.sum(), [0.65, 0.35])
    np.testing.assert_array_equal(leaf.values(np.array([[64.0, 17.0]]))[0], value)


def test_a_shrunken_rate_adds_the_events_of_the_prior():
    # rpart on the solar flares: 43 events in 323 regions, 4 in 127 at node 4, none in 43 at node 8.
    leaf = ShrunkenRate(shrink=1.0, overall=43 / 323)

    assert leaf.value(np.array([323.0, 43.0, 0.0]))[0] == pytest.approx(0.13312693498452)
    assert leaf.value(np.array([127.0, 4.0, 0.0]))[0] == pytest.approx(0.0371715076071923)
    assert leaf.value(np.array([43.0, 0.0, 0.0]))[0] == pytest.approx(0.0197974217311234)


def test_a_shrink_of_0_leaves_the_rate_as_it_is():
    assert ShrunkenRate(shrink=0, overall=0.5).value(np.array([8.0, 2.0, 0.0])).tolist() == [0.25]


@pytest.mark.parametrize("leaf", [PriorDistribution((1.0, 1.0)), ShrunkenRate(1.0, 0.5)], ids=repr)
def test_fitted_leaf_models_refuse_other_statistics(leaf):
    statistics = Moments(number_dataset())

    with pytest.raises(UnsupportedCombination, match=type(leaf).__name__):
        leaf.check(statistics)
