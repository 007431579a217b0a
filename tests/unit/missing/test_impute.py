"""Missing values are filled in, node by node."""

from __future__ import annotations

import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor

# Known "a": 0, 2, 4 (mean 2); known "b": 6, 8, 10 (mean 8); all: mean 5.
X = {"x": [0.0, 2.0, 4.0, 6.0, 8.0, 10.0, None, None, None]}
Y = ["a", "a", "a", "b", "b", "b", "a", "a", "b"]


def test_in_training_a_number_is_that_of_the_same_class():
    tree = TreeClassifier(missing="impute", max_depth=1).fit(X, Y).tree_

    assert tree.splits.thresholds.tolist() == [5.0]
    assert tree.value[1:].tolist() == [[5, 0], [0, 4]]
    assert tree.score[0] == pytest.approx(1 - (25 + 16) / 81)  # all nine are counted


def test_later_it_is_that_of_the_node():
    # Weight 3 moves the mean of all known to 6.2, so that the nearest value is 6.
    weights = [1, 1, 1, 1, 1, 3, 1, 1, 1]
    light = TreeClassifier(missing="impute", max_depth=1).fit(X, Y)
    heavy = TreeClassifier(missing="impute", max_depth=1).fit(X, Y, sample_weight=weights)

    assert light.predict({"x": [None]}).tolist() == ["a"]  # 5 is as near to 4; the lower one
    assert heavy.predict({"x": [None]}).tolist() == ["b"]


def test_for_numbers_it_is_that_of_the_node_in_training_too():
    y = [0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 0.0, 0.0, 9.0]

    tree = TreeRegressor(missing="impute", max_depth=1).fit(X, y).tree_

    assert tree.n_samples.tolist() == [9, 6, 3]  # the mean is 5, the nearest value 4
    assert tree.splits.missing_branch[0] == 0


def test_a_category_is_the_heaviest_of_the_class():
    X = {"x": [*"uuvvvw", None, None]}
    y = ["a", "a", "b", "b", "b", "a", "a", "b"]

    tree = TreeClassifier(missing="impute", splits="multiway", max_depth=1).fit(X, y).tree_

    assert tree.value[1:].tolist() == [[3, 0], [0, 4], [1, 0]]
    assert tree.splits.missing_branch[0] == 1  # v is the heaviest of all


def test_an_ordered_category_is_the_median():
    levels = ["low", "mid", "high"]
    sizes = pd.Categorical(
        ["low", "low", "mid", "high", "high", "high", None], categories=levels, ordered=True
    )
    y = [0.0, 0.0, 0.0, 5.0, 5.0, 5.0, 5.0]

    tree = TreeRegressor(missing="impute", max_depth=1).fit(pd.DataFrame({"x": sizes}), y).tree_

    # low 2, mid 1, high 3: half of the weight is reached at mid.
    assert tree.n_samples.tolist() == [7, 4, 3]
    assert tree.splits.missing_branch[0] == 0


def test_a_class_without_a_known_value_takes_that_of_the_node():
    X = {"x": [0.0, 0.0, 0.0, 9.0, None]}
    y = ["a", "a", "a", "b", "c"]

    tree = TreeClassifier(missing="impute", max_depth=1).fit(X, y).tree_

    assert tree.value[1:].tolist() == [[3, 0, 1], [0, 1, 0]]


def test_what_is_filled_in_makes_no_threshold():
    tree = TreeClassifier(missing="impute").fit(X, Y).tree_

    assert set(tree.splits.thresholds) <= {1.0, 3.0, 5.0, 7.0, 9.0}


def test_huge_numbers_have_a_mean():
    X = {"x": [-1.7e308, 1.7e308, 1.7e308, None]}

    tree = TreeClassifier(missing="impute").fit(X, ["a", "b", "b", "b"]).tree_

    assert tree.value[1:].tolist() == [[1, 0], [0, 3]]


def test_a_feature_without_any_value_at_a_node_asks_nothing_there():
    X = {"x": [1.0, 2.0, None, None], "z": [0.0, 0.0, 5.0, 9.0]}

    tree = TreeClassifier(missing="impute").fit(X, ["a", "a", "b", "c"]).tree_

    assert tree.splits.column.tolist() == [1, -1, 1, -1, -1]
