"""Brier score and log loss beside scikit-learn's and beside slow twins."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from arboretum.exceptions import DataError
from arboretum.measures import LEAST_SHARE, brier_score, is_impossible, log_loss
from tests.examples import examples
from tests.oracles import probabilities as slow


def drawn(seed, n=60, n_classes=3, decimals=None):
    """Classes, shares that know something of them, and weights."""
    rng = np.random.default_rng(seed)
    actual = np.append(np.arange(n_classes), rng.integers(n_classes, size=n - n_classes))
    weights = rng.integers(1, 5, size=n) / 2
    scores = rng.random((n, n_classes)) + 0.5 * np.eye(n_classes)[actual]
    if decimals is not None:
        scores = np.where(scores > 0.4, scores, 0.0) + 1e-300
    return actual, scores / scores.sum(axis=1, keepdims=True), weights


@pytest.mark.parametrize("n_classes", [2, 3, 7])
def test_both_scores_are_those_of_scikit_learn(n_classes):
    actual, shares, weights = drawn(0, n_classes=n_classes)

    brier, logs = (of(actual, shares, weights) for of in (brier_score, log_loss))

    theirs = metrics.brier_score_loss(actual, shares, sample_weight=weights, scale_by_half=False)
    assert brier == pytest.approx(theirs, rel=1e-12)
    theirs = metrics.log_loss(actual, shares, sample_weight=weights)
    assert logs == pytest.approx(theirs, rel=1e-12)


def test_of_two_classes_the_score_is_twice_that_of_one_of_them():
    actual, shares, _ = drawn(1, n_classes=2)

    assert brier_score(actual, shares) == pytest.approx(
        2 * metrics.brier_score_loss(actual, shares[:, 1]), rel=1e-12
    )


@given(seed=st.integers(0, 2**32 - 1), n_classes=st.integers(2, 5))
@examples(40)
def test_both_scores_are_those_of_their_slow_twins(seed, n_classes):
    actual, shares, weights = drawn(seed, n_classes=n_classes, decimals=1)
    shares[shares < 1e-200] = 0.0

    found = brier_score(actual, shares, weights), log_loss(actual, shares, weights)

    logs, n_impossible = slow.logarithmic(actual, shares, weights)
    assert found == pytest.approx((slow.brier(actual, shares, weights), logs), rel=1e-9)
    assert is_impossible(actual, shares).sum() == n_impossible


def test_a_share_of_0_for_what_happened_costs_as_much_as_scikit_learn_takes():
    actual, shares = [0, 1, 1], [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5]]

    found = log_loss(actual, shares)

    assert is_impossible(actual, shares).tolist() == [False, True, False]
    assert found == pytest.approx((math.log(2) - math.log(LEAST_SHARE)) / 3)
    assert found == pytest.approx(metrics.log_loss(actual, shares))


def test_the_bounds_are_those_of_the_definition():
    sure = np.eye(3)

    assert brier_score([0, 1, 2], sure) == log_loss([0, 1, 2], sure) == 0.0
    assert math.copysign(1, log_loss([0, 1, 2], sure)) == 1  # not -0.0
    assert brier_score([1, 2, 0], sure) == 2.0


@given(
    counts=st.lists(st.integers(1, 20), min_size=2, max_size=4),
    other=st.lists(st.integers(1, 20), min_size=4, max_size=4),
)
@examples(60)
def test_no_shares_do_better_than_the_true_ones(counts, other):
    actual = np.repeat(np.arange(len(counts)), counts)
    truth = np.array(counts) / sum(counts)
    others = np.array(other[: len(counts)]) / sum(other[: len(counts)])

    for score in (brier_score, log_loss):
        of_truth, of_other = (score(actual, np.tile(p, (len(actual), 1))) for p in (truth, others))
        assert of_truth <= of_other + 1e-12


def test_what_does_not_fit_is_refused():
    with pytest.raises(DataError, match=r"shapes \(2, 2\) and \(3,\)"):
        brier_score([0, 1, 1], [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(DataError, match=r"whole numbers from 0 to 1.*Look names up"):
        log_loss([0, 2], [[0.5, 0.5], [0.5, 0.5]])
    with pytest.raises(DataError, match="codes of classes"):
        log_loss(["a", "b"], [[0.5, 0.5], [0.5, 0.5]])
