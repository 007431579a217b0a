"""Trees of a few samples that the texts draw or ask about (C02, D16, D17, G01, G02, T02, T03)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import FeatureCosts, TreeClassifier, TreeRegressor, show
from tests.examples import examples


def test_d16_one_question_about_blood_pressure():
    X = {"blood pressure": [110, 120, 140, 160, 170, 190]}

    tree = TreeClassifier().fit(X, ["healthy"] * 3 + ["ill"] * 3).tree_

    assert tree.n_nodes == 3
    assert {leaf.prediction: leaf.conditions for leaf in tree.leaves()} == {
        "healthy": ["blood pressure <= 150"],
        "ill": ["blood pressure > 150"],
    }


def test_d17_two_questions_cut_the_plane_into_three_regions():
    # X1 = 8 all the way up, X2 = 7 only on its left.
    grid = np.array([(a, b) for a in (6, 7, 9, 10) for b in (5, 6, 8, 9)], dtype=float)
    y = np.where(grid[:, 0] > 8, "right", np.where(grid[:, 1] > 7, "above", "below"))

    tree = TreeClassifier().fit({"X1": grid[:, 0], "X2": grid[:, 1]}, y).tree_
    (axes,) = show.regions(tree, {"X1": grid[:, 0], "X2": grid[:, 1]}, y).figure.axes

    assert [node.split.thresholds for node in tree.nodes() if not node.is_leaf] == [(8,), (7,)]
    assert sorted(leaf.prediction for leaf in tree.leaves()) == ["above", "below", "right"]
    ends = [line.get_xydata() for line in axes.lines]
    first, second = sorted(ends, key=lambda line: -np.ptp(line[:, 1]))
    assert set(first[:, 0]) == {8.0}
    assert set(second[:, 1]) == {7.0}
    assert second[:, 0].max() == 8.0


@pytest.mark.parametrize(("leaf", "said"), [("mean", [4.0, 22.0]), ("median", [2.0, 20.0])])
def test_g01_and_g02_a_leaf_of_numbers_says_the_mean_or_the_median(leaf, said):
    # Squares about the means: 1 + 4 + 49 and 4 + 4 + 16; no other cut leaves less.
    X = {"x": [1, 2, 3, 7, 8, 9]}
    y = [2.0, 1.0, 9.0, 20.0, 20.0, 26.0]

    model = TreeRegressor(max_depth=1, leaf=leaf).fit(X, y)

    assert model.tree_.root.split.thresholds == (5.0,)
    assert model.predict({"x": [0, 10]}) == pytest.approx(said)


def test_c02_a_dear_scan_is_the_last_resort():
    # 64 patients, 24 ill.  The scan is never wrong; a blood test clears 32 who are well, and of the
    # other 32 24 are ill.  Gains: H(24/64) = 0.9544 and 0.9544 - 1/2 H(8/32) = 0.5488.  Squared,
    # and divided by costs of 10 and 1: 0.0911 against 0.3012.
    blood = np.repeat(["negative", "positive"], 32)
    y = np.array(["well"] * 40 + ["ill"] * 24)
    X = {"scan": np.where(y == "ill", "spot", "clear"), "blood": blood}
    costs = {"scan": 10.0, "blood": 1.0}

    free = TreeClassifier(criterion="entropy").fit(X, y)
    dear = TreeClassifier(criterion="entropy", feature_costs=FeatureCosts(costs, "tan_schlimmer"))
    dear.fit(X, y)

    assert dear.tree_.root.impurity == pytest.approx(0.9544, abs=5e-5)
    assert dear.tree_.root.score == pytest.approx(0.5488, abs=5e-5)
    assert free.score(X, y) == dear.score(X, y) == 1
    # Everyone is scanned; or all blood is tested, and only half of the patients are scanned.
    assert free.tree_.cost_report(feature_costs=costs).expected == 10
    assert dear.tree_.cost_report().expected == 1 + 10 * 32 / 64
    assert dear.tree_.cost_report().shares == {"blood": 1.0, "scan": 0.5}


rows = st.lists(
    st.tuples(st.integers(0, 2), st.sampled_from("uv"), st.sampled_from("abc")),
    min_size=2,
    max_size=14,
)


@given(rows)
@examples(80)
def test_t02_a_full_tree_errs_only_where_samples_contradict_each_other(samples):
    X = {"x": [row[0] for row in samples], "u": [row[1] for row in samples]}
    y = [row[2] for row in samples]
    groups = {}
    for row in samples:
        groups.setdefault(row[:2], Counter())[row[2]] += 1
    contradictions = sum(of.total() - max(of.values()) for of in groups.values())

    tree = TreeClassifier().fit(X, y).tree_

    assert sum(leaf.n_samples - leaf.value.max() for leaf in tree.leaves()) == contradictions
    in_doubt = [leaf for leaf in tree.leaves() if leaf.value.max() < leaf.n_samples]
    assert len(in_doubt) == sum(len(of) > 1 for of in groups.values())
    assert {leaf.stop_reason for leaf in in_doubt} <= {"no feature tells these samples apart"}


def test_t03_the_smallest_tree_without_an_error_is_not_the_one_of_least_risk():
    # What x says is known here: "b" above 0, but one sample in ten is noise.
    rng = np.random.default_rng(2)
    x, new = rng.uniform(-1, 1, (2, 400))
    truth, true_of_new = x > 0, new > 0
    y = np.where(rng.random(400) < 0.1, ~truth, truth)

    full = TreeClassifier().fit({"x": x}, y)
    stump = TreeClassifier(max_depth=1).fit({"x": x}, y)

    # Of one number the leaves without an error are the runs of equal answers: no tree has fewer.
    runs = 1 + np.count_nonzero(np.diff(y[np.argsort(x)]))
    assert (full.n_leaves_, stump.n_leaves_) == (runs, 2)
    assert full.risk({"x": x}, y) == 0 < stump.risk({"x": x}, y)
    assert full.risk({"x": new}, true_of_new) > 10 * stump.risk({"x": new}, true_of_new)
