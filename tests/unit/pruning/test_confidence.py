"""The upper limit of errors, as C4.5 computes it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.exceptions import ParameterError
from arboretum.pruning.confidence import check_confidence, extra_errors, upper_limit


@pytest.mark.parametrize(
    ("n_samples", "errors", "limit"),
    [(6, 0, 0.206), (9, 0, 0.143), (1, 0, 0.750), (16, 1, 0.157), (168, 1, 0.016)],
)
def test_the_limits_of_the_book(n_samples, errors, limit):
    # Quinlan, C4.5, 1993, section 4.2: the leaves of the congressional votes.
    assert upper_limit(n_samples, errors, 0.25) == pytest.approx(limit, abs=5e-4)


def slow_extra_errors(n, errors, deviate, confidence):
    """One number at a time, case by case."""
    if errors < 1:
        none = n * (1 - confidence ** (1 / n))
        one = slow_extra_errors(n, 1.0, deviate, confidence)
        return none + errors * (one - none)
    if errors + 0.5 >= n:
        return 0.67 * (n - errors)
    square, half = deviate**2, errors + 0.5
    root = (square * (half * (1 - half / n) + square / 4)) ** 0.5
    return n * (half + square / 2 + root) / (n + square) - errors


@given(st.lists(st.tuples(st.floats(0.01, 1e6), st.floats(0, 1)), min_size=1, max_size=5))
def test_many_numbers_at_once_are_as_each_alone(drawn):
    n, share = np.array(drawn).T

    found = extra_errors(n, n * share, 0.1)  # of which the table knows the deviate

    expected = [slow_extra_errors(a, a * b, 1.28, 0.1) for a, b in zip(n, share, strict=True)]
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


def test_of_no_samples_everything_is_feared():
    assert upper_limit(0.0, 0.0) == 1.0
    assert extra_errors(0.0, 0.0) == 0.0


@pytest.mark.parametrize("confidence", [0, 1.5, -0.1, float("nan"), "high", True])
def test_a_confidence_that_is_none_is_refused(confidence):
    with pytest.raises(ParameterError, match="confidence="):
        check_confidence(confidence)
