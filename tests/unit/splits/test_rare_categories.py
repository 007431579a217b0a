"""Categories with few samples at a node take no part in its sets."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.criteria import Gini
from arboretum.missing import Branch, Direction, Error, Majority
from arboretum.splits import Multiway, Subset, Threshold
from arboretum.statistics import ClassCounts
from tests.unit.splits.tables import table_of

# Ten samples of a, two of class 1; ten of b, eight; one each of c, d, e and f.
CODES = [0] * 10 + [1] * 10 + [2, 3, 4, 5]
CLASSES = [1] * 2 + [0] * 8 + [1] * 8 + [0] * 2 + [0, 1, 1, 1]
NAMES = np.array(list("abcdef"))


def completed(policy, splitter):
    """(scores, candidates) of the one feature above."""
    table, column, statistics = table_of(ClassCounts, CODES, CLASSES, n_classes=2)
    proposal = splitter.propose(table, column, statistics)
    parent = np.bincount(CLASSES).astype(float)
    candidates = list(policy.complete([proposal], table, parent, column, statistics))
    scores = [
        group.share * Gini().score(group.parent, group.branches.statistics) for group in candidates
    ]
    return np.concatenate(scores), candidates


def test_rare_categories_go_together_where_they_fit_best():
    # Of 24 samples 11 are of class 0 and 13 of class 1: impurity 1 - (121 + 169) / 576.
    # a | b and the rare: (8, 2), (3, 11).    a and the rare | b: (9, 5), (2, 8).
    node = 1 - (121 + 169) / 576
    with_b = node - 10 / 24 * 0.32 - 14 / 24 * (1 - (9 + 121) / 196)
    with_a = node - 14 / 24 * (1 - (81 + 25) / 196) - 10 / 24 * 0.32

    scores, candidates = completed(Direction(), Subset(min_samples_category=2))

    assert scores == pytest.approx([with_a, with_b])
    split = candidates[1].proposal.split(0, 2, 1)
    assert split.branches == (0, 1, -1, -1, -1, -1)
    assert [group.missing_branch.tolist() for group in candidates] == [[0], [1]]


def test_nobody_asks_whether_a_rare_category_is_known():
    # Nothing is missing: two places for the rare ones, and no third candidate.
    _, candidates = completed(Direction(), Subset(min_samples_category=2))

    assert len(candidates) == 2


def test_majority_scores_the_other_categories_and_discounts_the_rare():
    # a | b without the rare: 10 and 10 samples, impurity 0.5 before and 0.32 after, of 20 / 24.
    scores, (group,) = completed(Majority(), Subset(min_samples_category=2))

    assert scores == pytest.approx([(0.5 - 0.32) * 20 / 24])
    assert group.missing_branch.tolist() == [0]


def test_a_branch_for_the_missing_takes_the_rare():
    _, (group,) = completed(Branch(), Subset(min_samples_category=2))

    assert group.branches.counts.tolist() == [[10, 10, 4]]


def test_where_missing_values_are_refused_the_rare_follow_the_heaviest_branch():
    scores, (group,) = completed(Error(), Subset(min_samples_category=2))

    assert scores == pytest.approx([0.5 - 0.32])
    assert group.missing_branch.tolist() == [0]


@pytest.mark.parametrize("least", [11, 100])
def test_where_fewer_than_two_categories_are_left_there_is_no_set(least):
    table, column, statistics = table_of(ClassCounts, CODES, CLASSES, n_classes=2)

    assert Subset(min_samples_category=least).propose(table, column, statistics) is None


def random_frame(n=600, seed=3):
    rng = np.random.default_rng(seed)
    codes = np.minimum(rng.geometric(0.15, n) - 1, 25)
    frame = {"letter": np.array(list("abcdefghijklmnopqrstuvwxyz"), dtype=object)[codes]}
    frame["letter"][rng.random(n) < 0.1] = None
    frame["x"] = rng.normal(size=n).round(1)
    return frame, rng.integers(0, 2, n)


@pytest.mark.parametrize("missing", ["direction", "majority", "branch"])
@pytest.mark.parametrize("estimator", [TreeClassifier, TreeRegressor])
def test_training_samples_are_predicted_where_they_were_counted(estimator, missing):
    X, y = random_frame()
    splits = (Threshold(), Subset(min_samples_category=20))

    tree_model = estimator(splits=splits, missing=missing, max_depth=5).fit(X, y)

    ends = np.bincount(tree_model.apply(X), minlength=tree_model.tree_.n_nodes)
    is_leaf = tree_model.tree_.is_leaf
    np.testing.assert_array_equal(ends[is_leaf], tree_model.tree_.n_samples[is_leaf])


def test_a_rare_category_is_predicted_as_if_it_were_missing():
    X = {"letter": NAMES[CODES]}

    model = TreeClassifier(splits=Subset(min_samples_category=2), max_depth=1).fit(X, CLASSES)

    ends = model.apply({"letter": ["a", "b", "c", "d", "e", "f", None]})
    assert ends.tolist() == [1, 2, 2, 2, 2, 2, 2]


def test_a_category_may_be_rare_to_one_splitter_and_have_a_branch_by_another():
    X = {"letter": NAMES[CODES]}
    splits = (Subset(min_samples_category=2), Multiway())

    model = TreeClassifier(splits=splits, max_depth=1).fit(X, CLASSES)

    # Every category its own branch parts the classes best: only the a and b stay mixed.
    assert model.tree_.root.split.arity == 6


@pytest.mark.parametrize("estimator", [TreeClassifier, TreeRegressor])
def test_a_minimum_that_every_category_reaches_changes_nothing(estimator):
    X, y = random_frame()
    plain = estimator(splits=(Threshold(), Subset()), max_depth=1).fit(X, y).tree_
    _, counts = np.unique(X["letter"][X["letter"] != None], return_counts=True)  # noqa: E711

    least = int(counts.min())
    same = estimator(splits=(Threshold(), Subset(min_samples_category=least)), max_depth=1)

    assert same.fit(X, y).tree_.splits == plain.splits


def test_whole_weights_count_as_samples():
    X = {"letter": NAMES[CODES]}
    once = TreeClassifier(splits=Subset(min_samples_category=2), max_depth=1)
    twice = TreeClassifier(splits=Subset(min_samples_category=4), max_depth=1)

    assert twice.fit(X, CLASSES, np.full(24, 2)).tree_.splits == once.fit(X, CLASSES).tree_.splits
