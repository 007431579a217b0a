"""Missing values go down every branch, in part."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import UnsupportedCombination
from arboretum.missing import Fractional
from arboretum.splits import Subset, Threshold
from arboretum.tree import SPREADS, Tree
from tests.examples import examples
from tests.oracles import growth
from tests.oracles.fractional import Sample, best_score, count_of, send, weight_of
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

# Where min_samples_leaf bars the best set, only this search looks at all others.
EVERY_SET = (Threshold(), Subset("exhaustive"))


def samples_of(data, counts):
    rows = zip(data.rows, data.targets, data.weights, counts, strict=True)
    return [Sample(row, y, w, Fraction(count)) for row, y, w, count in rows]


def branch_of(tree, split):
    """Where a row of plain values goes: a branch, or None."""
    categories = tree.schema.features[split.column].categories

    def branch(row):
        value = row[split.column]
        if value is None:
            return None
        found = split.branch(float(value) if categories is None else categories.index(value))
        return None if found == SPREADS else found

    return branch


def check_node(tree, node, samples, impurity, by_class):
    """The node holds what the twin says and asks the best question there is."""
    view = tree.node(node)
    assert view.n_samples == pytest.approx(float(count_of(samples)))
    assert view.weight == pytest.approx(float(weight_of(samples)))
    is_done = len({s.target for s in samples}) == 1 or count_of(samples) < 2
    best = None if is_done else best_score(samples, impurity)
    assert view.is_leaf == (best is None)
    if view.is_leaf:
        return
    assert view.split.missing_branch == SPREADS
    assert view.score == pytest.approx(float(best), abs=1e-12)
    branches = send(samples, branch_of(tree, view.split), view.split.arity, by_class)
    for child, below in zip(view.children, branches, strict=True):
        check_node(tree, child, below, impurity, by_class)


@examples(150)
@given(
    small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights),
    st.booleans(),
    st.sampled_from(["gini", "entropy"]),
)
def test_trees_of_classes_are_those_of_the_slow_twin(data, by_class, criterion):
    policy = Fractional(by_class=by_class)
    model = TreeClassifier(criterion=criterion, splits=EVERY_SET, missing=policy)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    impurity = {"gini": growth.gini, "entropy": growth.entropy}[criterion]
    whole = all(w == int(w) for w in data.weights)
    counts = data.weights if whole else [1] * len(data.rows)
    check_node(tree, 0, samples_of(data, counts), impurity, by_class)


@examples(60)
@given(small_data(columns=(maybe_numbers,), numeric=True))
def test_trees_of_numbers_are_those_of_the_slow_twin(data):
    tree = TreeRegressor(missing="fractional").fit(data.X, data.y, sample_weight=data.w).tree_

    check_node(tree, 0, samples_of(data, data.weights), growth.variance, by_class=False)


# Ten samples: 6 known, of them 4 low (three "a", one "b") and 2 high (both "b").
X = {"x": [1.0, 1.0, 1.0, 1.0, 9.0, 9.0, None, None, None, None]}
Y = ["a", "a", "a", "b", "b", "b", "a", "b", "b", "b"]


def test_a_sample_without_a_value_is_shared_out_by_the_known_weight():
    tree = TreeClassifier(missing="fractional", max_depth=1).fit(X, Y).tree_

    # 4/6 and 2/6 of the four others: one "a" and three "b".
    assert tree.value[1] == pytest.approx([3 + 4 / 6, 1 + 3 * 4 / 6])
    assert tree.value[2] == pytest.approx([2 / 6, 2 + 3 * 2 / 6])
    assert tree.n_samples == pytest.approx([10, 4 + 4 * 4 / 6, 2 + 4 * 2 / 6])


def test_by_class_the_shares_are_those_of_samples_of_the_same_class():
    tree = TreeClassifier(missing=Fractional(by_class=True), max_depth=1).fit(X, Y).tree_

    # All three known "a" are low; of the three known "b" one is low.
    assert tree.value[1] == pytest.approx([3 + 1, 1 + 3 * 1 / 3])
    assert tree.value[2] == pytest.approx([0, 2 + 3 * 2 / 3])


def test_a_class_without_a_known_sample_is_shared_out_by_all():
    X = {"x": [1.0, 1.0, 9.0, None]}
    y = ["a", "a", "b", "c"]

    tree = TreeClassifier(missing=Fractional(by_class=True), max_depth=1).fit(X, y).tree_

    assert tree.value[1] == pytest.approx([2, 0, 2 / 3])
    assert tree.value[2] == pytest.approx([0, 1, 1 / 3])


def test_the_score_is_that_of_the_known_times_their_share():
    tree = TreeClassifier(missing="fractional", max_depth=1).fit(X, Y).tree_

    # Of the six known: gini 1/2, after the split 4/6 * 3/8.
    assert tree.score[0] == pytest.approx(6 / 10 * (1 / 2 - 4 / 6 * 3 / 8))


def test_the_gain_ratio_counts_the_missing_as_one_more_branch():
    tree = TreeClassifier(criterion="gain_ratio", missing="fractional", max_depth=1).fit(X, Y).tree_

    def entropy(*weights):
        shares = np.array(weights) / sum(weights)
        return -(shares * np.log2(shares)).sum()

    gain = 6 / 10 * (1 - 4 / 6 * entropy(3, 1))
    assert tree.score[0] == pytest.approx(gain / entropy(4, 2, 4))


def test_fractions_of_samples_count_in_the_limits():
    # In the low branch 4 known and 4 * 4/6 others, in the high one 2 known and 4 * 2/6.
    for n, n_leaves in ((2, 2), (3, 1)):
        model = TreeClassifier(missing="fractional", min_samples_leaf=n, max_depth=1)
        assert model.fit(X, Y).tree_.n_leaves == n_leaves


def test_all_samples_are_somewhere():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    X[rng.random(X.shape) < 0.2] = np.nan
    y = rng.integers(0, 3, 300)

    tree = TreeClassifier(missing="fractional", min_samples_leaf=2).fit(X, y).tree_

    assert tree.n_samples[tree.is_leaf].sum() == pytest.approx(300)
    assert tree.n_samples[tree.is_leaf].min() >= 2 - 1e-6
    assert tree.value[tree.is_leaf].sum(axis=0) == pytest.approx(np.bincount(y))


def test_where_nothing_is_missing_only_the_place_of_later_missing_values_differs():
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(200, 4)), rng.integers(0, 3, 200)

    tree = TreeClassifier(missing="fractional").fit(X, y).tree_
    other = TreeClassifier(missing="direction").fit(X, y).tree_

    assert (tree.splits.missing_branch[~tree.is_leaf] == SPREADS).all()
    assert tree.splits.thresholds.tolist() == other.splits.thresholds.tolist()
    assert tree.value.tolist() == other.value.tolist()


def test_a_saved_tree_predicts_the_same(tmp_path):
    model = TreeClassifier(missing="fractional").fit(X, Y)

    model.tree_.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")
    assert loaded == model.tree_
    columns = (np.array([np.nan, 1.0, 9.0]),)
    assert loaded.ends(columns).shares.tolist() == model.tree_.ends(columns).shares.tolist()


@pytest.mark.parametrize(
    ("model", "y"),
    [
        (TreeRegressor(missing=Fractional(by_class=True)), np.arange(10.0)),
        (TreeClassifier(missing=Fractional(by_class=True)), np.array([Y, Y]).T),
    ],
    ids=["numbers", "two targets"],
)
def test_shares_by_class_need_one_target_with_classes(model, y):
    with pytest.raises(UnsupportedCombination, match="by_class=False"):
        model.fit(X, y)


def test_the_text_says_that_missing_values_go_everywhere():
    tree = TreeClassifier(missing="fractional", max_depth=1).fit(X, Y).tree_

    text = tree.to_text(show_missing=True)

    assert "x <= 5 or, in part, missing" in text
    assert "x > 5 or, in part, missing" in text
    assert "weight" not in text
