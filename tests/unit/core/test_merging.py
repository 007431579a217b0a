"""Merging of categories: the kernels against their slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from arboretum import _core
from tests.examples import examples
from tests.oracles import merging as oracle

TESTS = ["pearson", "likelihood_ratio", "f"]


def moments_of(groups):
    """Weight, sum and sum of squares of lists of numbers."""
    return np.array([[len(y), sum(y), sum(v * v for v in y)] for y in groups], dtype=float)


def draw_sums(data, n, test):
    """Statistics of n categories that have samples."""
    if test == "f":
        numbers = st.lists(st.integers(0, 9), min_size=1, max_size=6)
        sums = moments_of(data.draw(st.lists(numbers, min_size=n, max_size=n)))
        return sums[:, 0].copy(), sums
    k = data.draw(st.integers(2, 3))
    rows = st.lists(st.integers(0, 12), min_size=k, max_size=k).filter(any)
    sums = np.array(data.draw(st.lists(rows, min_size=n, max_size=n)), dtype=float)
    return sums.sum(axis=1), sums


@pytest.mark.parametrize("test", TESTS)
@given(data=st.data())
def test_p_values_are_scipys(test, data):
    _, sums = draw_sums(data, data.draw(st.integers(2, 5)), test)

    found = _core.log_p_alike(sums[None], test)

    np.testing.assert_allclose(found, [oracle.log_p(sums, test)], rtol=1e-9, atol=1e-9)


def test_the_f_test_is_scipys_analysis_of_variance():
    rng = np.random.default_rng(0)
    groups = [rng.normal(shift, 1, 20 + 5 * i) for i, shift in enumerate([0, 0.3, 0.9])]

    found = _core.log_p_alike(moments_of(groups)[None], "f")

    assert np.exp(found[0]) == pytest.approx(stats.f_oneway(*groups).pvalue, rel=1e-9)


@pytest.mark.parametrize(
    "table",
    [
        [[3.0, 0.0], [5.0, 0.0]],  # one class only
        [[3.0, 2.0], [0.0, 0.0]],  # one group only
        [[3.0, 2.0], [6.0, 4.0]],  # the same shares
        [[0.0, 0.0], [0.0, 0.0]],
    ],
)
@pytest.mark.parametrize("test", ["pearson", "likelihood_ratio"])
def test_nothing_to_compare_is_a_p_value_of_one(table, test):
    assert _core.log_p_alike(np.array([table]), test)[0] == pytest.approx(0.0, abs=1e-12)


def test_means_without_any_spread_within_groups_have_a_finite_p_value():
    apart = moments_of([[1.0] * 10, [2.0] * 10])
    alike = moments_of([[2.0] * 10, [2.0] * 10])

    found = _core.log_p_alike(np.stack([apart, alike]), "f")

    assert -1e6 < found[0] < -100
    assert found[1] == 0.0


@pytest.mark.parametrize("how", ["plain", "resplit", "exhaustive", "small"])
@pytest.mark.parametrize("has_missing", [False, True])
@pytest.mark.parametrize("is_ordered", [False, True])
@pytest.mark.parametrize("test", TESTS)
@examples(40)
@given(data=st.data())
def test_categories_are_merged_as_by_hand(test, is_ordered, has_missing, how, data):
    counts, sums = draw_sums(data, data.draw(st.integers(2, 6)), test)
    options = (
        data.draw(st.sampled_from([0.05, 0.3, 0.8])),
        0.04 if how == "resplit" else None,
        how == "exhaustive",
        7.0 if how == "small" else 1.0,
    )

    found = _core.merge_categories(counts, sums, is_ordered, has_missing, test, *options)

    expected = oracle.merge(counts, sums, is_ordered, has_missing, test, *options)
    assert found.tolist() == expected


@pytest.mark.parametrize("how", ["plain", "exhaustive", "small"])
@pytest.mark.parametrize("has_missing", [False, True])
@pytest.mark.parametrize("is_ordered", [False, True])
@pytest.mark.parametrize("test", ["pearson", "f"])
@pytest.mark.parametrize("seed", range(2))
def test_after_many_mergers_the_most_alike_are_still_found(
    seed, test, is_ordered, has_missing, how
):
    rng = np.random.default_rng(seed)
    if test == "f":
        sums = moments_of([rng.normal(rng.normal(), 1, rng.integers(3, 9)) for _ in range(11)])
    else:
        sums = rng.integers(1, 13, (11, 2)).astype(float)
    counts = sums[:, 0].copy() if test == "f" else sums.sum(axis=1)
    options = 0.2, None, how == "exhaustive", 15.0 if how == "small" else 1.0

    found = _core.merge_categories(counts, sums, is_ordered, has_missing, test, *options)

    expected = oracle.merge(counts, sums, is_ordered, has_missing, test, *options)
    assert found.tolist() == expected


def test_the_first_of_equal_pairs_is_merged():
    sums = np.array([[10.0, 0.0], [5.0, 5.0], [5.0, 5.0], [5.0, 5.0], [0.0, 10.0]])

    found = _core.merge_categories(
        sums.sum(axis=1), sums, False, False, "pearson", 0.999, None, False, 1.0
    )

    # Categories 1, 2 and 3 are alike; were it not for alpha, any two could come first.
    assert found.tolist() == [0, 1, 1, 1, 2]


def test_a_group_that_was_merged_step_by_step_is_parted_again():
    # 10%, 20% and 30% of the first class.  The last two are merged (p = .21), then the first joins
    # them (p = .055); yet the first two together differ from the third (18 of 110 and 15 of 50,
    # chi-square 3.9, p = .048).
    sums = np.array([[4.0, 36.0], [14.0, 56.0], [15.0, 35.0], [110.0, 0.0]])

    def groups(alpha_resplit):
        return _core.merge_categories(
            sums.sum(axis=1), sums, True, False, "pearson", 0.05, alpha_resplit, False, 1.0
        ).tolist()

    assert groups(None) == [0, 0, 0, 1]
    assert groups(0.049) == [0, 0, 1, 2]


def test_a_group_of_many_categories_is_parted_along_the_order_of_their_shares():
    # With two classes the best of all 2047 ways to part twelve categories is a cut of that order;
    # the slow twin, which tries them all, finds these groups too.
    n = np.array([20, 37, 40, 5, 18, 45, 11, 41, 5, 31, 49, 53, 51], dtype=float)
    second = np.array([10, 23, 19, 3, 9, 21, 3, 17, 3, 16, 27, 25, 0], dtype=float)
    sums = np.stack([n - second, second], axis=1)

    def groups(alpha_resplit):
        return _core.merge_categories(
            n, sums, False, False, "pearson", 0.05, alpha_resplit, False, 1.0
        ).tolist()

    assert groups(None) == [0] * 12 + [1]
    assert groups(0.049) == [0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 2]


@pytest.mark.parametrize("exhaustive", [False, True])
@pytest.mark.parametrize(("is_ordered", "has_missing"), [(0, 0), (0, 1), (1, 0), (1, 1)])
@given(st.integers(2, 12), st.data())
def test_trials_are_counted_as_by_whole_numbers(is_ordered, has_missing, exhaustive, n, data):
    n_groups = data.draw(st.integers(2, n))
    case = (n, n_groups, bool(is_ordered), bool(has_missing), exhaustive)

    assert 10 ** _core.log_trials(*case) == pytest.approx(oracle.n_trials(*case), rel=1e-10)


def test_the_ways_to_group_a_thousand_categories_do_not_overflow():
    # S(n, 2) = 2^(n-1) - 1, and S(n, n-1) = n (n-1) / 2.
    assert _core.log_trials(1000, 2, False, False, False) == pytest.approx(999 * np.log10(2))
    assert _core.log_trials(1000, 999, False, False, False) == pytest.approx(np.log10(499500))


def test_unknown_tests_and_wrong_lengths_are_refused():
    sums = np.ones((2, 2))

    with pytest.raises(ValueError, match="test 'student' is not known"):
        _core.log_p_alike(sums[None], "student")
    with pytest.raises(ValueError, match="sums"):
        _core.merge_categories(np.ones(3), sums, False, False, "f", 0.05, None, False, 1.0)
