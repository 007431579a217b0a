"""CHAID on a table that can be worked through by hand; docs/algorithms/chaid.md shows the same."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from arboretum import CHAIDClassifier, CHAIDRegressor, _core

#: Answers "no" and "yes" of 40 people in each of four regions.
REGIONS = {"east": (28, 12), "north": (30, 10), "south": (12, 28), "west": (11, 29)}


def pair_statistic(one, other):
    """Chi-square of a table of two rows and two columns: n (ad - bc)^2 over the four margins."""
    (a, b), (c, d) = one, other
    n = a + b + c + d
    return n * (a * d - b * c) ** 2 / ((a + b) * (c + d) * (a + c) * (b + d))


def survey():
    region = np.repeat(list(REGIONS), 40)
    answer = np.concatenate([np.repeat(["no", "yes"], counts) for counts in REGIONS.values()])
    return {"region": region}, answer


def test_the_least_different_pair_is_merged_first():
    # South and west: 80 (12 x 29 - 28 x 11)^2 / (40 x 40 x 23 x 57) = 0.0610, p = 0.8049.
    # East and north: 80 (28 x 10 - 12 x 30)^2 / (40 x 40 x 58 x 22) = 0.2508, p = 0.6165.
    south_west = pair_statistic(REGIONS["south"], REGIONS["west"])
    east_north = pair_statistic(REGIONS["east"], REGIONS["north"])
    sums = np.array([*REGIONS.values()], dtype=float)

    def groups(alpha):
        return _core.merge_categories(
            sums.sum(axis=1), sums, False, False, "pearson", alpha, None, False, 1.0
        ).tolist()

    assert south_west == 80 * (12 * 29 - 28 * 11) ** 2 / (40 * 40 * 23 * 57)
    assert south_west == pytest.approx(0.0610, abs=5e-5)
    assert chi2.sf(south_west, 1) == pytest.approx(0.8049, abs=5e-5)
    assert east_north == pytest.approx(0.2508, abs=5e-5)
    assert chi2.sf(east_north, 1) == pytest.approx(0.6165, abs=5e-5)
    assert groups(0.7) == [0, 1, 2, 2]
    assert groups(0.05) == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("options", "multiplier"),
    [({}, 7), ({"exhaustive": True}, 6 + 3 + 1), ({"bonferroni": False}, 1)],
    ids=str,
)
def test_the_p_value_of_two_groups_is_multiplied_by_the_ways_to_form_them(options, multiplier):
    # (58, 22) and (23, 57): 160 (58 x 57 - 22 x 23)^2 / (80 x 80 x 81 x 79) = 30.6298, p = 3.12e-8.
    # Four things go into two groups in S(4, 2) = 7 ways; on the way from four groups to two,
    # 6 + 3 + 1 = 10 pairs are compared.
    X, y = survey()

    root = CHAIDClassifier(**options).fit(X, y).tree_.root

    assert pair_statistic((58, 22), (23, 57)) == pytest.approx(30.6298, abs=5e-5)
    assert root.split.branches == (0, 0, 1, 1)
    assert 10**-root.score == pytest.approx(multiplier * 3.12e-8, rel=1e-2)
    assert 10**-root.score == pytest.approx(multiplier * chi2.sf(30.629786, 1), rel=1e-6)


def test_ordered_categories_that_are_no_neighbours_stay_apart():
    # In this order no neighbours are alike.  The table of all four has chi-square 30.8798 with
    # 3 degrees of freedom, p = 9.01e-7, and there is but one way to leave all four as they are.
    X, y = survey()

    model = CHAIDClassifier(kinds={"region": ["east", "west", "north", "south"]}).fit(X, y)

    root = model.tree_.root
    assert root.split.thresholds == (0.5, 1.5, 2.5)
    assert 10**-root.score == pytest.approx(9.01e-7, rel=1e-3)


def test_means_are_compared_by_the_analysis_of_variance():
    # Groups of three: means 2, 2 and 5, and 2/3 within each.  F of the first two is 0; of the two
    # groups (1 2 3 1 2 3) and (4 5 6): between 18 / 1, within 6 / 7, F = 21, p = 0.0025.
    X = {"letter": np.repeat(["a", "b", "c"], 3)}
    y = [1.0, 2.0, 3.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]

    model = CHAIDRegressor(min_samples_split=2, min_samples_leaf=1, bonferroni=False).fit(X, y)

    root = model.tree_.root
    assert root.split.branches == (0, 0, 1)
    assert 10**-root.score == pytest.approx(0.0025, abs=5e-5)
