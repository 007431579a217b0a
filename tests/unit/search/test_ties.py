"""Ties: which of equal splits wins, and that the tree remembers."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.search import rank_choices, tie_tolerance
from arboretum.stopping import Choice
from arboretum.tree import Split


def choice(feature, merit):
    split = Split(feature, "interval", 2, (0.5,))
    return Choice(split, merit, merit, False, np.ones(2), np.ones((2, 2)))


def test_the_best_comes_first_and_equals_in_the_order_of_features():
    ranked = rank_choices([choice(3, 0.2), choice(1, 0.5), choice(0, 0.2), choice(2, 0.1)], 1.0)

    assert [c.column for c in ranked] == [1, 0, 3, 2]
    assert [c.is_tie for c in ranked] == [False, True, False, False]


def test_scores_that_differ_by_rounding_are_a_tie():
    ranked = rank_choices([choice(0, 0.3), choice(1, 0.1 + 0.2)], 1.0)

    assert 0.1 + 0.2 > 0.3
    assert [c.column for c in ranked] == [0, 1]
    assert ranked[0].is_tie


def test_scores_that_differ_by_more_than_rounding_are_not():
    ranked = rank_choices([choice(0, 0.3), choice(1, 0.3 * (1 + 2e-9))], 0.0)

    assert [c.column for c in ranked] == [1, 0]
    assert not ranked[0].is_tie


def test_the_tolerance_follows_the_score_and_the_impurity():
    assert tie_tolerance(2.0, 0.0) == pytest.approx(2e-9)
    assert tie_tolerance(0.0, 3.0) == pytest.approx(3e-12)
    assert tie_tolerance(-2.0, 0.0) == tie_tolerance(2.0, 0.0)


def test_equal_features_go_to_the_lowest():
    x = [1.0, 2.0, 3.0, 4.0]

    root = TreeClassifier().fit({"b": x, "a": x, "c": x}, ["n", "n", "y", "y"]).tree_.root

    assert (root.split.column, root.is_tie) == (0, True)
    assert root.runner_up[0].column == 1


def test_equal_thresholds_go_to_the_lowest():
    tree = TreeClassifier(max_depth=1).fit({"x": [1, 2, 3, 4]}, ["a", "b", "b", "a"]).tree_

    assert (tree.root.split.thresholds, tree.root.is_tie) == ((1.5,), True)


def test_mirrored_numbers_tie_however_they_round():
    y = [0.1, 0.7, 0.7, 0.1]

    root = TreeRegressor(max_depth=1).fit({"x": [1, 2, 3, 4]}, y).tree_.root

    assert (root.split.thresholds, root.is_tie) == ((1.5,), True)


def test_equal_sides_for_the_missing_go_to_the_first_branch_of_the_lowest_threshold():
    X = {"x": [1.0, 2.0, None]}  # the missing one is of a third class

    root = TreeClassifier(max_depth=1).fit(X, ["a", "b", "c"]).tree_.root

    assert root.is_tie
    assert (root.split.thresholds, root.split.missing_branch) == ((1.5,), 0)


def test_one_best_split_is_no_tie():
    root = TreeClassifier().fit({"x": [1, 2, 3], "z": [1, 1, 2]}, ["a", "b", "b"]).tree_.root

    assert not root.is_tie
    assert root.runner_up[0].column == 1


def test_a_single_feature_has_no_runner_up():
    assert TreeClassifier().fit({"x": [1, 2]}, ["a", "b"]).tree_.root.runner_up is None
