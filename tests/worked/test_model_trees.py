"""Equations of model trees, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import M5Regressor, RETISRegressor


def test_smoothing_gives_a_leaf_of_ten_samples_ten_twenty_fifths_of_its_own():
    # Slope of all: sum (x - 10.5)(y - 15) / sum (x - 10.5)^2 = 950 / 665 = 10 / 7, through 0.
    # First leaf: (10 * 5.5 + 15 * 10/7 x) / 25 = 2.2 + 0.857 x; second: 9.8 + 0.857 x.
    x = np.arange(1.0, 21.0)
    y = np.where(x <= 10, x, 40 - x)

    tree = M5Regressor(max_depth=1, pruning=None).fit({"x": x}, y).tree_

    first, second = (tree.models.equation(leaf.id, tree.schema) for leaf in tree.leaves())
    assert tree.models.equation(0, tree.schema).coefficients == {"x": pytest.approx(10 / 7)}
    assert (first.intercept, second.intercept) == (pytest.approx(2.2), pytest.approx(9.8))
    assert first.intercept == pytest.approx(10 / 25 * 5.5)
    assert first.coefficients["x"] == pytest.approx(15 / 25 * 1.4286, abs=5e-5)
    assert first.coefficients == second.coefficients == {"x": pytest.approx(6 / 7)}


def test_a_line_fits_a_bend_of_101_samples_no_better_than_the_mean():
    x = np.linspace(-1, 1, 101)
    y = np.abs(x)

    left = np.sum((y - np.polyval(np.polyfit(x, y, 1), x)) ** 2)
    root = RETISRegressor().fit({"x": x}, y).tree_.root

    assert np.sum((y - y.mean()) ** 2) == pytest.approx(8.5875, abs=5e-5)
    assert left == pytest.approx(8.5875, abs=5e-5)
    assert root.score == pytest.approx(8.5875 / 101, abs=1e-6)


def test_the_score_of_a_perfect_bend_is_all_that_the_root_leaves():
    # y = |x| at -1, -0.5, 0, 0.5, 1: mean 0.6, squares about it 0.16 + 0.01 + 0.36 + 0.01 + 0.16.
    # A line leaves as much (its slope is 0), two lines leave nothing: 0.7 / 5 = 0.14.
    x = np.array([-1.0, -0.5, 0.0, 0.5, 1.0])

    root = RETISRegressor(min_samples_leaf=2, pruning=None).fit({"x": x}, np.abs(x)).tree_.root

    assert root.score == pytest.approx(0.14)
    assert root.split.thresholds == (-0.25,)
