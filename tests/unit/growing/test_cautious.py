"""Cautious splitting against its definition, node by node."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import ID3Classifier, Tree, TreeClassifier, TreeRegressor
from arboretum.exceptions import ParameterError
from arboretum.stopping import MinSamplesLeaf, Validation

N = 400


def samples(seed):
    rng = np.random.default_rng(seed)
    X = {f"x{i}": rng.normal(size=N).round(2) for i in range(3)}
    X["colour"] = rng.choice(["red", "green", "blue"], N)
    number = X["x0"] * (X["colour"] == "red") + np.sign(X["x1"]) + rng.normal(size=N)
    return X, number


def rows_of(X, rows):
    return {name: column[rows] for name, column in X.items()}


def leaves_by_definition(make, X, y, X_other, y_other, error):
    """Split a node by a tree of depth 1 if its leaves beat its root on the other samples."""
    stump = make(max_depth=1).fit(X, y)
    if stump.n_leaves_ == 1:
        return 1
    root = make(max_depth=0).fit(X, y)
    if len(y_other) == 0 or not error(stump, X_other, y_other) < error(root, X_other, y_other):
        return 1
    at, other_at = stump.apply(X), stump.apply(X_other)
    return sum(
        leaves_by_definition(
            make,
            rows_of(X, at == leaf),
            y[at == leaf],
            rows_of(X_other, other_at == leaf),
            y_other[other_at == leaf],
            error,
        )
        for leaf in np.unique(at)
    )


def medians(**limits):
    return TreeRegressor(criterion="absolute_error", leaf="median", **limits)


def n_wrong(model, X, y):
    return np.sum(model.predict(X) != y)


def squares(model, X, y):
    return np.sum((model.predict(X) - y) ** 2)


def absolute(model, X, y):
    return np.sum(np.abs(model.predict(X) - y))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("make", "error", "is_class"),
    [
        (TreeClassifier, n_wrong, True),
        (TreeRegressor, squares, False),
        (
            lambda **p: TreeRegressor(criterion="absolute_error", leaf="median", **p),
            absolute,
            False,
        ),
    ],
    ids=["classes", "numbers", "medians"],
)
def test_a_split_is_made_if_its_branches_beat_the_node(make, error, is_class, seed):
    X, y = samples(seed)
    y = np.where(y > 0.5, "high", np.where(y < -0.5, "low", "middle")) if is_class else y
    first, last = np.arange(N) < 250, np.arange(N) >= 250
    held_out = (rows_of(X, last), y[last])

    model = make(stopping=Validation(data=held_out)).fit(rows_of(X, first), y[first])

    expected = leaves_by_definition(make, rows_of(X, first), y[first], *held_out, error)
    assert model.n_leaves_ == expected > 1


def test_a_share_of_the_samples_is_held_out():
    X, y = samples(0)

    tree = TreeRegressor(stopping=Validation(share=0.25)).fit(X, y).tree_
    again = TreeRegressor(stopping=Validation(share=0.25), n_jobs=2).fit(X, y).tree_
    another = TreeRegressor(stopping=Validation(share=0.25, random_state=1)).fit(X, y).tree_

    assert tree.n_samples[0] == 300
    assert tree == again
    assert tree != another


def test_both_growers_are_cautious_alike():
    class Foreign(MinSamplesLeaf):
        """Not built in, so the readable loop grows the tree."""

    X, y = samples(1)
    native = TreeRegressor(stopping=(MinSamplesLeaf(3), Validation())).fit(X, y)
    readable = TreeRegressor(stopping=(Foreign(3), Validation())).fit(X, y)

    assert native.grower_ == "native"
    assert readable.grower_.startswith("readable")
    assert native.tree_.splits == readable.tree_.splits


def test_leaves_are_limited_among_the_splits_that_last():
    X, y = samples(5)
    free = TreeRegressor(stopping=Validation()).fit(X, y).tree_
    limited = TreeRegressor(stopping=Validation(), max_leaf_nodes=3).fit(X, y).tree_

    assert free.n_leaves > 3
    assert limited.n_leaves == 3
    gains = np.sort((free.score * free.weight)[~free.is_leaf])[::-1]
    assert (limited.score * limited.weight)[0] == gains[0]


def test_a_loss_matrix_says_what_an_error_is():
    # Of the other samples the root gets one b wrong, its branches two a.
    X, y = {"x": [0, 0, 0, 0, 0, 1, 1]}, list("aaaaabb")
    held_out = ({"x": [0, 0, 1, 1, 1]}, list("aaaab"))

    def n_leaves(loss):
        return TreeClassifier(stopping=Validation(data=held_out), loss=loss).fit(X, y).n_leaves_

    assert n_leaves(None) == 1
    assert n_leaves({"b": {"a": 1.9}, "a": {"b": 1}}) == 1
    assert n_leaves({"b": {"a": 2.1}, "a": {"b": 1}}) == 2


def test_a_node_that_no_validation_sample_reaches_is_a_leaf():
    X, y = {"x": [0, 0, 1, 1, 2, 2]}, list("aabbcc")
    held_out = ({"x": [0, 0, 1]}, list("aab"))

    tree = TreeClassifier(stopping=Validation(data=held_out)).fit(X, y).tree_

    assert [leaf.n_samples for leaf in tree.leaves()] == [2, 4]


@pytest.mark.parametrize(("missing", "n_leaves"), [("majority", 1), ("fractional", 2)])
def test_a_sample_that_cannot_answer_counts_where_it_goes(missing, n_leaves):
    # The root is wrong about the sample; so is the first branch, but only half of it goes there.
    X, y = {"x": [0, 0, 1, 1]}, list("aabb")
    rule = Validation(data=({"x": [None]}, ["b"]))

    assert TreeClassifier(stopping=rule, missing=missing).fit(X, y).n_leaves_ == n_leaves


def test_a_sample_that_stays_at_a_node_is_predicted_by_it():
    # ID3 leaves a new category at the root, whose answer does not depend on the split.
    X, y = {"x": list("uuvv")}, list("aabb")
    rule = Validation(data=({"x": ["new", "v"]}, ["b", "b"]))

    assert ID3Classifier(stopping=rule).fit(X, y).n_leaves_ == 2


def test_one_sample_leaves_nothing_to_hold_out():
    assert TreeClassifier(stopping=Validation()).fit({"x": [1]}, ["a"]).n_leaves_ == 1


def test_the_rule_is_kept_in_the_tree_and_its_file(tmp_path):
    X, y = samples(3)
    tree = TreeRegressor(stopping=Validation(data=(X, y))).fit(X, y).tree_

    tree.save(tmp_path / "tree.json")

    assert tree.parts["stopping"][-2]["name"] == "validation"
    assert tree.parts["stopping"][-2]["params"]["data"] == ["a dict", "a ndarray"]
    assert Tree.load(tmp_path / "tree.json") == tree


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (Validation(share=1.0), "share=1.0 of Validation must be a share"),
        (Validation(random_state=-1), "random_state=-1 of Validation must be a whole number"),
        (Validation(data=[1, 2, 3, 4]), "data of Validation must be"),
    ],
)
def test_what_makes_no_sense_is_refused(rule, says):
    with pytest.raises(ParameterError, match=says):
        TreeClassifier(stopping=rule).fit({"x": [1, 2]}, ["a", "b"])
