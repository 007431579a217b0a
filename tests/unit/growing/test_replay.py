"""The oracle is growing: a tree's own questions, asked again, make the same tree."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    ID3Classifier,
    MultiTargetRegressor,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.data import make_dataset
from arboretum.exceptions import DataError, ParameterError
from arboretum.growing import questions_of, replay
from arboretum.sources import MemorySource
from arboretum.tree import Split

POLICIES = ["direction", "majority", "fractional", "impute", "branch", "surrogate"]
MODELS = [
    *(TreeClassifier(missing=policy, max_depth=4) for policy in POLICIES),
    *(TreeRegressor(missing=policy, max_depth=4) for policy in POLICIES),
    TreeClassifier(criterion="gain_ratio", splits="multiway", max_depth=3),
    TreeRegressor(criterion="absolute_error", max_depth=3),
    C45Classifier(pruning=None),
    CARTClassifier(complexity=0.0, prior={"no": 0.3, "yes": 0.7}),
    CARTRegressor(complexity=0.0),
]


def table(n=240, missing=0.15, seed=3):
    rng = np.random.default_rng(seed)
    columns = {
        "age": rng.integers(18, 80, n).astype(float),
        "dose": rng.normal(size=n),
        "ward": rng.choice(["north", "south", "east", "west"], n),
    }
    number = columns["dose"] + (columns["age"] > 50) + 0.5 * (columns["ward"] == "east")
    X = {name: values.tolist() for name, values in columns.items()}
    for values in (X["age"], X["ward"]):  # CART leaves out samples that know nothing
        for row in np.flatnonzero(rng.random(n) < missing):
            values[row] = None
    return X, number + rng.normal(size=n) / 4


def fitted(model, X, number):
    is_classifier = hasattr(model, "classes_") or "Classifier" in type(model).__name__
    y = np.where(number > 0.7, "yes", "no") if is_classifier else number
    return model.fit(X, y), y


def replayed(tree, X, y, questions):
    dataset = make_dataset(X, y, nominal=tree.schema.is_classification)
    source = MemorySource(dataset, tree.recipe.criterion.count(dataset))
    return replay(questions, source, tree.recipe)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_the_questions_of_a_tree_make_it_again(model):
    X, number = table()
    model, y = fitted(model, X, number)
    tree = model.tree_

    again = replayed(tree, X, y, questions_of(tree))

    assert tree.n_nodes > 5
    assert again.splits == tree.splits
    assert [node.stop_reason for node in again.nodes()] == [n.stop_reason for n in tree.nodes()]
    for column in ("parent", "n_samples", "weight", "impurity", "value", "score"):
        np.testing.assert_allclose(
            getattr(again, column), getattr(tree, column), rtol=1e-9, atol=1e-12, err_msg=column
        )
    assert again.surrogates == tree.surrogates


def test_vectors_and_buckets_are_replayed_too():
    X, number = table(missing=0.0)
    vectors = MultiTargetRegressor(max_depth=3).fit(X, np.stack([number, number**2], axis=1))
    names = ID3Classifier(numeric="buckets", max_depth=2).fit(X, number > 0.7)

    for tree, y in [
        (vectors.tree_, np.stack([number, number**2], axis=1)),
        (names.tree_, number > 0.7),
    ]:
        again = replayed(tree, X, y, questions_of(tree))

        assert again.splits == tree.splits
        np.testing.assert_allclose(again.value, tree.value)
        np.testing.assert_allclose(again.score, tree.score)


def test_a_tree_by_hand_has_the_numbers_of_the_rows():
    # Six people, one question: 2 of 3 below 40 say no, all 3 above say yes.
    X = {"age": [20.0, 30.0, 35.0, 50.0, 60.0, 70.0]}
    y = ["no", "no", "yes", "yes", "yes", "yes"]
    recipe = TreeClassifier().fit(X, y).tree_.recipe
    dataset = make_dataset(X, y, nominal=True)
    source = MemorySource(dataset, recipe.criterion.count(dataset))
    asked = {(): Split(0, "interval", 2, thresholds=(40.0,)), (1,): "that is enough"}

    tree = replay(asked, source, recipe)

    assert tree.n_samples.tolist() == [6, 3, 3]
    assert tree.value.tolist() == [[2, 4], [2, 1], [0, 3]]
    # Gini: 4/9 before; 1/2 * 4/9 + 1/2 * 0 after.
    assert tree.score[0] == pytest.approx(4 / 9 - 2 / 9)
    assert tree.node(1).stop_reason == "no question was given here"
    assert tree.node(2).stop_reason == "that is enough"


def test_missing_values_go_where_the_question_says():
    X = {"age": [20.0, 30.0, 50.0, 60.0, None, None]}
    y = ["no", "no", "yes", "yes", "yes", "yes"]
    tree = TreeClassifier().fit(X, y).tree_
    against_the_data = Split(0, "interval", 2, thresholds=(40.0,), missing_branch=0)

    first = replayed(tree, X, y, {(): against_the_data})
    best = replayed(tree, X, y, {(): Split(0, "interval", 2, thresholds=(40.0,))})

    assert first.n_samples.tolist() == [6, 4, 2]
    assert best.n_samples.tolist() == [6, 2, 4]
    assert best.splits[0].missing_branch == 1


def test_a_question_without_two_sides_is_named():
    X, y = {"age": [20.0, 30.0]}, ["no", "yes"]
    tree = TreeClassifier().fit(X, y).tree_

    with pytest.raises(DataError, match=r"age <= 99.*the root leaves a branch without samples"):
        replayed(tree, X, y, {(): Split(0, "interval", 2, thresholds=(99.0,))})


def test_a_question_that_nothing_leads_to_is_named():
    X, y = {"age": [20.0, 30.0]}, ["no", "yes"]
    tree = TreeClassifier().fit(X, y).tree_
    asked = {(): Split(0, "interval", 2, thresholds=(25.0,)), (0, 1): "a leaf of nobody"}

    with pytest.raises(ParameterError, match=r"question at \(0, 1\), but no branch leads there"):
        replayed(tree, X, y, asked)
