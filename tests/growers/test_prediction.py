"""Predictions of grown trees: the same from every form of the same rows, and from the slow walk."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import encode_like
from arboretum.exceptions import DataError, MissingValueError
from tests.oracles.routing import path

FORMS = {
    "rows": np.ascontiguousarray,
    "columns": np.asfortranarray,
    "every second row": lambda X: np.repeat(X, 2, axis=0)[::2],
    "frame": pd.DataFrame,
    "lists": lambda X: X.tolist(),
    "masked": lambda X: np.ma.masked_invalid(X),
    "another byte order": lambda X: X.astype(">f8"),
    "not aligned": lambda X: (
        np.frombuffer(b"." + X.tobytes(), np.uint8)[1:].view("f8").reshape(X.shape)
    ),
}
POLICIES = ["direction", "majority", "branch"]


def make_data(n=400, seed=0, missing=0.2):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(1)
    y = (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=n) > 0.5).astype(int)
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def slow_leaves(estimator, X):
    columns = encode_like(estimator.tree_.schema, X)
    return [path(estimator.tree_, columns, row)[-1] for row in range(len(X))]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_rows_end_at_the_same_leaf_in_whatever_form_they_come(form, policy):
    X, y = make_data()
    new, _ = make_data(seed=1)
    estimator = TreeClassifier(missing=policy).fit(X, y)

    leaves = estimator.apply(form(new))

    assert leaves.tolist() == slow_leaves(estimator, new)


@pytest.mark.parametrize("policy", POLICIES)
def test_complete_rows_among_missing_ones_end_where_the_slow_walk_ends(policy):
    X, y = make_data()
    new, _ = make_data(n=700, seed=2, missing=0.0)
    new[300:400:7, 1] = np.nan
    estimator = TreeClassifier(missing=policy).fit(X, y)

    assert estimator.apply(new).tolist() == slow_leaves(estimator, new)


def test_predictions_are_those_of_the_leaves():
    X, y = make_data(missing=0.0)
    classifier, regressor = TreeClassifier(max_depth=4).fit(X, y), TreeRegressor().fit(X, X[:, 0])
    leaves = classifier.apply(X)

    shares = classifier.tree_.value[leaves] / classifier.tree_.value[leaves].sum(1, keepdims=True)
    np.testing.assert_array_equal(classifier.predict_proba(X), shares)
    np.testing.assert_array_equal(classifier.predict(X), shares.argmax(1))
    np.testing.assert_array_equal(
        regressor.predict(X), regressor.tree_.value[regressor.apply(X), 0]
    )


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_one_row_at_a_time_gives_what_all_rows_give(order, dtype):
    X, y = make_data(n=60)
    estimator = TreeClassifier().fit(X, y)
    new = np.array(X, dtype=dtype, order=order)

    one_by_one = [estimator.predict(new[i : i + 1]).item() for i in range(len(new))]

    assert one_by_one == estimator.predict(new).tolist()


@pytest.mark.parametrize("method", ["predict", "predict_proba", "apply", "decision_path"])
def test_infinity_is_refused_by_column_and_row(method):
    X, y = make_data(missing=0.0)
    estimator = TreeClassifier().fit(X, y)
    X[7, 2] = np.inf

    with pytest.raises(DataError, match=r"column 'x2' contains infinity \(first in row 7\)"):
        getattr(estimator, method)(X)


def test_a_policy_may_still_refuse_the_rows_of_a_matrix():
    X, y = make_data(missing=0.0)
    estimator = TreeClassifier(missing="error").fit(X, y)
    X[3, 1] = np.nan

    with pytest.raises(MissingValueError, match=r"'x1' \(1\)"):
        estimator.predict(X)


def test_a_tree_that_has_predicted_is_copied_pickled_and_compared_as_before():
    X, y = make_data()
    fresh = TreeClassifier().fit(X, y).tree_
    used = TreeClassifier().fit(X, y).tree_
    leaves = used.apply(X)

    assert used == fresh
    assert len(pickle.dumps(used)) == len(pickle.dumps(fresh))
    for twin in (pickle.loads(pickle.dumps(used)), copy.copy(used), copy.deepcopy(used)):
        np.testing.assert_array_equal(twin.apply(X), leaves)


def test_a_pruned_tree_does_not_remember_the_old_one():
    X, y = make_data()
    tree = TreeClassifier().fit(X, y).tree_
    tree.apply(X)

    assert tree.collapse([0]).apply(X).tolist() == [0] * len(X)
