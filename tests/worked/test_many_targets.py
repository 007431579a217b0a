"""The worked examples of docs/algorithms: many targets, sets of labels, labels of a hierarchy."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import HierarchicalClassifier, MultiLabelClassifier, MultiTargetRegressor


def test_four_days_with_a_missing_cell():
    # Heights 1, 3, 5: variance 8/3, squares 8 about 3.  Roads: two columns of variance 1/4.  Half
    # of 1 over 8/3 and 1/2 are the weights 3/16 and 1, so 3/16 * 8 + 1 + 1 = 3.5 at the root.
    # Days 1 and 2 have the squares 2 of the heights: 3/16 * 2; the others have none.
    y = {"height": [1, 3, None, 5], "road": ["dry", "dry", "wet", "wet"]}

    model = MultiTargetRegressor(pruning=None, max_depth=1).fit({"day": [1, 2, 3, 4]}, y)

    tree = model.tree_
    assert np.var([1, 3, 5]) == pytest.approx(8 / 3)
    assert np.var([1, 1, 0, 0]) == pytest.approx(1 / 4)
    assert model.target_weights_ == pytest.approx([1 / 2 / (8 / 3), 1.0, 1.0])
    assert model.target_weights_[0] == pytest.approx(3 / 16)
    assert tree.weight * tree.impurity == pytest.approx([3 / 16 * 8 + 2, 3 / 16 * 2, 0.0])
    assert tree.weight * tree.impurity == pytest.approx([3.5, 3 / 8, 0.0])
    assert tree.score[0] == pytest.approx((3.5 - 3 / 8) / 4)


def test_six_plants():
    # Shares 1/2, 1/2, 1/3 at the root: (1/4 + 1/4 + 2/9) / 3.  Below: 0, 2/9, 0 and 0, 2/9, 2/9.
    y = [{"grass"}, {"grass"}, {"grass", "shrub"}, {"shrub"}, {"shrub", "tree"}, {"tree"}]

    model = MultiLabelClassifier(criterion="gini", pruning=None, max_depth=1, min_samples_leaf=1)
    tree = model.fit({"height": [1, 2, 3, 4, 5, 6]}, y).tree_

    assert tree.impurity == pytest.approx([13 / 54, 2 / 27, 4 / 27])
    assert tree.impurity[0] == pytest.approx((1 / 4 + 1 / 4 + 2 / 9) / 3)
    assert tree.score[0] == pytest.approx(13 / 54 - 1 / 9)
    assert tree.score[0] == pytest.approx(7 / 54)


def test_six_animals():
    # Weights 0.75, 0.75^2, 0.75^2 over their sum: 0.4, 0.3, 0.3.  All are animals, half are birds.
    y = ["animal/bird"] * 3 + ["animal/cat"] * 3
    model = HierarchicalClassifier(f_test=0.05, min_samples_leaf=1)

    tree = model.fit({"wings": [2, 2, 2, 0, 0, 0]}, y).tree_

    assert 0.75 + 0.5625 + 0.5625 == 1.875
    weights = tree.parts["criterion"]["params"]["weights"]
    assert weights == pytest.approx([0.75 / 1.875, 0.5625 / 1.875, 0.5625 / 1.875])
    assert weights == pytest.approx([0.4, 0.3, 0.3])
    assert tree.impurity[0] == pytest.approx(2 * 0.3 / 4)
    assert tree.impurity[0] == pytest.approx(0.15)
    assert tree.score[0] == pytest.approx(2 * 0.3 / 4)


def test_the_f_test_of_a_vector_adds_up_the_squares_of_its_targets():
    # One target of weight 1: F = (n - 2) between / within = 4 * 24 / 4 = 24, as in analysis of
    # variance of (1, 2, 3 | 5, 6, 7): p = P(F(1, 4) > 24) = 0.00805.  The same target twice, each
    # of weight 1/2, has the same sums.
    x, y = [1, 2, 3, 4, 5, 6], [1.0, 2.0, 3.0, 5.0, 6.0, 7.0]
    from arboretum.stopping import FTest

    once = MultiTargetRegressor(
        weights="equal", pruning=None, max_depth=1, stopping=FTest(0.05)
    ).fit({"x": x}, y)
    twice = MultiTargetRegressor(
        weights="equal", pruning=None, max_depth=1, stopping=FTest(0.05)
    ).fit({"x": x}, {"a": y, "b": y})

    assert once.tree_.p_value[0] == pytest.approx(0.00805, abs=5e-6)
    assert twice.tree_.p_value[0] == pytest.approx(once.tree_.p_value[0])
