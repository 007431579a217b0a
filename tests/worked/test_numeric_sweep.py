"""The sweep over attribute A in the complexity section of the notes (S03)."""

import pytest

from arboretum import TreeClassifier

A = [2, 3, 3, 3, 4, 5, 6, 7, 8]
CLASSES = ["neg", "pos", "pos", "pos", "neg", "pos", "pos", "neg", "neg"]


def test_the_best_threshold_is_six_and_a_half():
    tree = TreeClassifier(criterion="entropy", max_depth=1).fit({"A": A}, CLASSES).tree_

    assert tree.node(0).split.thresholds == (6.5,)
    assert tree.score[0] == pytest.approx(0.3198, abs=5e-5)


def test_the_first_threshold_is_two_and_a_half_with_gain_0_1427():
    # Only the cut at 2.5 leaves a branch of one sample below it and four above 4.5.
    below_three = [a < 3 for a in A]

    tree = TreeClassifier(criterion="entropy").fit({"A<3": below_three}, CLASSES).tree_

    assert tree.score[0] == pytest.approx(0.1427, abs=5e-5)
    assert sorted(leaf.n_samples for leaf in tree.leaves()) == [1, 8]
