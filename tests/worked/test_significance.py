"""Splits that could be chance are not made (P07, P08, M24), and those that do not last (P09)."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.stopping import ChiSquare, FTest, Permutation, Validation


def football(stopping, **parts):
    example = datasets.football()
    return TreeClassifier(stopping=stopping, **parts).fit(
        example.X, example.y, sample_weight=example.weights
    )


def test_p07_the_level_of_5_percent_is_a_chi_square_of_3_8415():
    # 100 samples, 50 in each branch and class, a off the diagonal: chi-square = (50 - 2a)^2 / 25.
    X = {"x": np.repeat(["left", "right"], 50)}

    def grow(a):
        y = np.repeat(["n", "y", "n", "y"], [50 - a, a, a, 50 - a])
        return TreeClassifier(stopping=ChiSquare(0.05)).fit(X, y).tree_

    assert grow(20).n_leaves == 2  # (50 - 40)^2 / 25 = 4
    assert grow(20).p_value[0] == pytest.approx(stats.chi2.sf(4.0, 1))
    assert grow(21).n_leaves == 1  # (50 - 42)^2 / 25 = 2.56
    assert grow(21).p_value[0] == pytest.approx(stats.chi2.sf(2.56, 1))


def test_p07_gender_and_age_of_football_players():
    tree = football(ChiSquare()).tree_
    by_age = TreeClassifier(stopping="chi_square").fit(
        {"age": datasets.football().X["age"]},
        datasets.football().y,
        sample_weight=datasets.football().weights,
    )

    assert tree.root.split.column == tree.schema.feature_index["gender"]
    assert tree.root.p_value == pytest.approx(1.7e-87, rel=0.01)
    assert by_age.tree_.root.p_value == pytest.approx(1.4e-10, rel=0.01)


def test_p07_few_women_play_so_fishers_test_decides():
    # Under 50: 10 of 400 play, over 50: none of 100.  Expected of those: 100 * 10 / 500 = 2.
    (women,) = [n for n in football(ChiSquare()).tree_.leaves() if n.depth == 1]

    assert women.p_value == pytest.approx(stats.fisher_exact([[390, 10], [100, 0]]).pvalue)
    assert women.p_kind == "exact"
    assert women.stop_reason == "the best split does not have p <= 0.05 by the chi-square test"


def test_p08_chi_square_filters_and_gain_picks():
    tree = football(ChiSquare(as_filter=True), criterion="entropy").tree_

    assert tree.score[0] == pytest.approx(0.33698, abs=5e-6)
    (women,) = [n for n in tree.leaves() if n.depth == 1]
    assert women.stop_reason == "no feature's split has p <= 0.05 by the chi-square test"


def test_p08_a_filter_lets_a_feature_win_that_gains_less():
    # Half of twenty pairs are pure by chance: a gain of 0.5 bits.  "two" is right 3 times of 4.
    truth = np.tile([0, 1, 0, 1, 0, 0, 1, 1], 5)
    X = {
        "many": np.repeat(list("abcdefghijklmnopqrst"), 2),
        "two": np.where(np.arange(40) % 4 == 3, 1 - truth, truth).astype(str),
    }

    def asked_first(stopping):
        model = TreeClassifier(criterion="entropy", splits="multiway", stopping=stopping)
        return model.fit(X, truth).tree_.root.split.column

    assert asked_first(()) == 0
    assert asked_first(ChiSquare(as_filter=True)) == 1


def test_m24_the_twelve_patients_are_too_few_to_be_sure():
    # Blood pressure: chi-square 6.0 with 2 degrees has p 0.0498, but 1.5 are expected in a cell.
    drug = datasets.drug()

    def root(**options):
        model = TreeClassifier(splits="multiway", stopping=ChiSquare(**options), max_depth=1)
        return model.fit({"blood_pressure": drug.X["blood_pressure"]}, drug.y).tree_.root

    assert root(exact="never").p_value == pytest.approx(stats.chi2.sf(6.0, 2))
    assert root(exact="never").p_value == pytest.approx(0.0498, abs=5e-5)
    pressures = Counter(drug.X["blood_pressure"].tolist())
    assert min(pressures.values()) * Counter(drug.y.tolist())["A"] / 12 == 1.5
    assert not root(exact="never").is_leaf
    assert root(exact="never").p_kind == "rough"
    # All 924 ways to give six of twelve patients drug A; 114 are no more probable.
    assert root().p_value == pytest.approx(114 / 924)
    assert root().is_leaf


def test_the_best_of_ten_features_is_significant_at_5_percent_in_40_percent_of_all_cases():
    rng = np.random.default_rng(0)

    found = np.mean(rng.uniform(size=(100_000, 10)).min(axis=1) < 0.05)

    assert found == pytest.approx(1 - (1 - 0.05) ** 10, abs=5e-3)
    assert found == pytest.approx(0.40, abs=5e-3)


def test_bonferroni_multiplies_by_the_features_that_offer_a_split():
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, 200)
    X = {f"x{i}": rng.choice(["a", "b"], 200) for i in range(4)}
    X["same for all"] = np.repeat("a", 200)

    alone = TreeClassifier(stopping=ChiSquare(1.0), max_depth=1).fit(X, y).tree_
    adjusted = TreeClassifier(stopping=ChiSquare(1.0, bonferroni=True), max_depth=1).fit(X, y).tree_

    assert adjusted.p_value[0] == min(1.0, 4 * alone.p_value[0])


def test_the_f_test_of_two_branches_is_students_t_test():
    rng = np.random.default_rng(7)
    x, y = np.repeat(["a", "b"], [30, 50]), rng.normal(size=80)
    y[:30] += 0.4

    root = TreeRegressor(stopping=FTest(1.0), max_depth=1).fit({"x": x}, y).tree_.root

    assert root.p_value == pytest.approx(stats.ttest_ind(y[:30], y[30:]).pvalue)


def test_a_permutation_p_value_is_the_share_of_orders_with_as_good_a_split():
    # Seven samples, one number: 7! orders can be searched; 999 shuffles estimate their share.
    x, y = np.arange(7.0), np.array([0, 0, 1, 0, 1, 1, 1])

    def best_gain(classes):
        def gini(part):
            return 1 - np.mean(part) ** 2 - np.mean(1 - part) ** 2

        cuts = [(classes[:i], classes[i:]) for i in range(1, 7)]
        return gini(classes) - min((len(a) * gini(a) + len(b) * gini(b)) / 7 for a, b in cuts)

    from itertools import combinations

    every = [np.isin(np.arange(7), ones).astype(int) for ones in combinations(range(7), 4)]
    share = np.mean([best_gain(one) >= best_gain(y) - 1e-12 for one in every])
    model = TreeClassifier(stopping=Permutation(1.0, n_permutations=1999), max_depth=1)

    root = model.fit({"x": x}, y).tree_.root

    assert root.p_value == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 1999))
    assert root.p_kind == "permutation"


def test_p09_a_split_that_does_not_last_is_not_made():
    # 'x' tells in both halves; what 'accident' tells holds only where the tree is grown.
    X = {"x": [0, 0, 0, 0, 1, 1, 1, 1], "accident": [0, 0, 0, 1, 0, 0, 1, 1]}
    y = list("aaabbbbb")
    validation = ({"x": [0, 0, 1, 1], "accident": [0, 1, 0, 1]}, list("aabb"))

    free = TreeClassifier().fit(X, y).tree_
    careful = TreeClassifier(stopping=Validation(data=validation)).fit(X, y).tree_

    assert free.n_leaves == 3
    assert careful.n_leaves == 2
    assert careful.root.split.column == 0
    assert careful.leaves()[0].stop_reason == (
        "the best split does not lower the error on the validation samples"
    )
