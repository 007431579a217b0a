"""One class against the rest, then the next: each stage is a tree that is grown by itself."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import CARTClassifier, Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.estimators import grow_in_stages
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.pruning import CostComplexity

RNG = np.random.default_rng(8)
N = 200
X = {
    "x": np.where(RNG.random(N) < 0.1, np.nan, RNG.normal(size=N)),
    "u": RNG.normal(size=N),
    "town": RNG.choice(list("abcd"), N),
}
SIGNAL = np.nan_to_num(X["x"]) + (X["town"] > "b") + RNG.normal(scale=0.5, size=N)
Y = np.array(["one", "two", "three", "four"])[np.digitize(SIGNAL, [-0.5, 0.5, 1.5])]
WEIGHTS = RNG.integers(1, 4, N)
ORDER = ["two", "four", "one", "three"]
PENGUINS = datasets.penguins()


def some(rows):
    return {name: column[rows] for name, column in X.items()}


def predicted_by_hand(estimator, rows, order, new):
    """What stages predict for samples, as (stage, class) by estimators of two classes."""
    first, *later = order
    y = np.where(Y[rows] == first, first, "the rest")
    if not later or len(set(Y[rows])) == 1:
        return np.full(len(new), Y[rows][0], dtype=object)
    if first not in Y[rows]:
        return predicted_by_hand(estimator, rows, later, new)
    model = clone(estimator).fit(some(rows), y, WEIGHTS[rows])
    ends, at = model.apply(some(rows)), model.apply(some(new))
    found = np.empty(len(new), dtype=object)
    for leaf in np.unique(at):
        here, there = rows[ends == leaf], at == leaf
        if model.predict(some(here[:1]))[0] == first or len(later) == 1:
            kinds, codes = np.unique(Y[here], return_inverse=True)
            found[there] = kinds[np.bincount(codes, WEIGHTS[here]).argmax()]
        else:
            found[there] = predicted_by_hand(estimator, here, later, new[there])
    return found


@pytest.mark.parametrize(
    "estimator",
    [
        TreeClassifier(criterion="entropy"),
        TreeClassifier(criterion="entropy", splits="multiway", missing="majority"),
        TreeClassifier(missing="branch", pruning=CostComplexity(alpha=0.0)),
        CARTClassifier(complexity=-1, min_samples_split=2),
    ],
    ids=["binary", "multiway", "pruned", "surrogates"],
)
def test_predictions_are_those_of_trees_of_two_classes_one_after_another(estimator):
    model = grow_in_stages(estimator, X, Y, ORDER, sample_weight=WEIGHTS)

    every = np.arange(N)
    by_hand = predicted_by_hand(estimator, every, ORDER, every)
    assert model.predict(X).tolist() == by_hand.tolist()
    assert model.classes_.tolist() == sorted(ORDER)


def test_the_tree_of_two_classes_has_one_stage_and_is_the_tree_grown_at_once():
    y = np.where(Y == "two", "two", "zero")

    staged = grow_in_stages(TreeClassifier(criterion="entropy"), X, y)

    at_once = TreeClassifier(criterion="entropy").fit(X, y)
    assert staged.tree_.splits == at_once.tree_.splits
    assert staged.tree_.value.tolist() == at_once.tree_.value.tolist()
    assert staged.tree_.score.tolist() == pytest.approx(at_once.tree_.score.tolist(), nan_ok=True)


def test_samples_and_scores_are_those_of_all_classes(tmp_path):
    tree = grow_in_stages(TreeClassifier(criterion="entropy"), PENGUINS.X, PENGUINS.y).tree_

    share, inner = tree.weight / tree.weight[0], ~tree.is_leaf
    at_root = -sum(p * np.log2(p) for p in np.array([152, 68, 124]) / 344)
    assert tree.impurity[0] == pytest.approx(at_root)
    # The gains of all questions, by entropy of three classes, add up to it: the leaves are pure.
    assert share[inner] @ tree.score[inner] == pytest.approx(at_root)
    tree.save(tmp_path / "tree.json")
    assert Tree.load(tmp_path / "tree.json") == tree


def test_the_first_question_parts_the_first_class_from_the_rest():
    for first in ("Adelie", "Chinstrap", "Gentoo"):
        order = [first, *sorted({"Adelie", "Chinstrap", "Gentoo"} - {first})]
        binary = np.where(PENGUINS.y == first, first, "other")

        staged = grow_in_stages(TreeClassifier(), PENGUINS.X, PENGUINS.y, order).tree_

        alone = TreeClassifier().fit(PENGUINS.X, binary).tree_
        assert staged.root.split == alone.root.split


@pytest.mark.parametrize("order", [["one"], ["one", "two", "three", "five"], ["one"] * 4])
def test_an_order_names_each_class_once(order):
    with pytest.raises(ParameterError, match="each class once"):
        grow_in_stages(TreeClassifier(), X, Y, order)


def test_what_stages_cannot_do_is_refused():
    with pytest.raises(UnsupportedCombination, match="one target of classes"):
        grow_in_stages(TreeRegressor(), X, SIGNAL)
    with pytest.raises(ParameterError, match="str does not grow trees of this library"):
        grow_in_stages("cart", X, Y)
    with pytest.raises(UnsupportedCombination, match="'direction'"):
        grow_in_stages(TreeClassifier(missing="fractional"), X, Y)
    with pytest.raises(UnsupportedCombination, match="loss="):
        grow_in_stages(TreeClassifier(loss={"one": {"two": 2.0}}), X, Y)
