"""Averages and shares that never divide by zero."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import (
    CLASS_CRITERIA,
    NUMBER_CRITERIA,
    average,
    entropy,
    expected,
    gini,
    homogeneity,
    purity,
    shares,
)
from arboretum.criteria.impurity import row_sums


@pytest.fixture(autouse=True)
def _no_silent_division():
    with np.errstate(all="raise"):
        yield


def test_shares_and_averages_without_weight_are_zero():
    assert shares(np.zeros(3)).tolist() == [0, 0, 0]
    assert average(np.array([3.0, 4.0]), np.zeros(2)) == 0


@pytest.mark.parametrize("n_columns", [1, 2, 3, 7, 8, 20])
def test_sums_of_short_rows_are_numpys_to_the_last_bit(n_columns):
    rng = np.random.default_rng(n_columns)
    for shape in [(n_columns,), (500, n_columns), (50, 3, n_columns)]:
        values = rng.lognormal(sigma=9.0, size=shape)
        np.testing.assert_array_equal(row_sums(values), values.sum(axis=-1))


@pytest.mark.parametrize("measure", [gini, entropy, homogeneity, purity])
def test_measures_of_an_empty_node_are_zero(measure):
    assert measure(np.zeros(4)) == 0
    assert expected(measure, np.zeros((2, 4))) == 0


@pytest.mark.parametrize("measure", [gini, entropy])
def test_a_pure_node_has_impurity_zero_and_not_minus_zero(measure):
    impurity = measure(np.array([0.0, 7.0, 0.0]))

    assert impurity == 0
    assert not np.signbit(impurity)


@pytest.mark.parametrize("name", CLASS_CRITERIA)
def test_class_criteria_of_nothing_score_zero(name):
    criterion = CLASS_CRITERIA[name]()

    assert criterion.score(np.zeros(3), np.zeros((2, 4, 3))).tolist() == [0, 0]
    assert criterion.impurity(np.zeros((2, 3))).tolist() == [0, 0]


@pytest.mark.parametrize("name", NUMBER_CRITERIA)
def test_number_criteria_of_nothing_score_zero(name):
    criterion = NUMBER_CRITERIA[name]()

    assert criterion.score(np.zeros(3), np.zeros((2, 4, 3))).tolist() == [0, 0]
    assert criterion.impurity(np.zeros((2, 3))).tolist() == [0, 0]


@pytest.mark.parametrize("name", CLASS_CRITERIA)
def test_mirrored_splits_tie_to_the_last_bit(name):
    branches = np.array([[[7.0, 3.0], [2.0, 11.0]], [[2.0, 11.0], [7.0, 3.0]]])

    scores = CLASS_CRITERIA[name]().score(np.array([9.0, 14.0]), branches)

    assert scores[0] == scores[1]


@pytest.mark.parametrize("name", CLASS_CRITERIA)
def test_whole_numbers_are_accepted(name):
    branches = np.array([[[7, 3], [2, 11]]])

    score = CLASS_CRITERIA[name]().score(np.array([9, 14]), branches)

    np.testing.assert_array_equal(
        score, CLASS_CRITERIA[name]().score(np.array([9.0, 14.0]), branches.astype(float))
    )


def test_names_and_mappings_agree():
    for known in (CLASS_CRITERIA, NUMBER_CRITERIA):
        assert all(criterion.name == name for name, criterion in known.items())
