"""Predictions of grown trees: the same from every form of the same rows, and from the slow walk."""

from __future__ import annotations

import copy
import pickle
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import encode_like
from arboretum.exceptions import DataError, MissingValueError
from arboretum.splits import Buckets, Subset
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


def make_table(n=500, seed=0):
    """Two categorical, an ordered and a numeric column, with missing cells in all."""
    rng = np.random.default_rng(seed)
    codes = {"colour": rng.integers(0, 40, n), "flag": rng.integers(0, 2, n)}
    signal = (codes["colour"] % 3 == 0) + 0.5 * codes["flag"] + rng.normal(size=n)
    for column in codes.values():
        column[rng.random(n) < 0.15] = -1
    names = {"colour": [f"c{i}" for i in range(40)], "flag": ["no", "yes"]}
    table = {k: pd.Categorical.from_codes(codes[k], names[k]) for k in codes}
    size = pd.Categorical.from_codes(rng.integers(-1, 4, n), list("SMLX"), ordered=True)
    x = np.where(rng.random(n) < 0.15, np.nan, signal + rng.normal(size=n))
    return pd.DataFrame({**table, "size": size, "x": x}), (signal > 0.5).astype(int)


GROWN = {
    "sets of categories": {},
    "a branch for missing values": {"missing": "branch"},
    "missing values with the majority": {"missing": "majority"},
    "a branch a category": {"splits": "multiway"},
    "a branch a category, one for missing values": {"splits": "multiway", "missing": "branch"},
    "several intervals": {"splits": (Buckets(), Subset())},
}


@pytest.mark.parametrize("parameters", GROWN.values(), ids=GROWN)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_rows_of_a_frame_end_where_the_slow_walk_ends(parameters):
    table, y = make_table()
    new, _ = make_table(seed=1)
    new["colour"] = new["colour"].cat.rename_categories({"c7": "never seen", "c8": "nor this"})
    estimator = TreeClassifier(max_depth=6, **parameters).fit(table, y)

    leaves = slow_leaves(estimator, new)

    assert estimator.apply(new).tolist() == leaves
    for frame in (pl.from_pandas(new), pa.Table.from_pandas(new, preserve_index=False)):
        assert estimator.apply(frame).tolist() == leaves
    np.testing.assert_array_equal(
        estimator.predict_proba(new), estimator.tree_.probabilities[0][leaves]
    )
    visits = estimator.decision_path(new)
    assert [row.indices[-1] for row in visits] == leaves


@pytest.mark.parametrize("open_frame", [pl.from_pandas, pa.Table.from_pandas, pd.DataFrame])
def test_numbers_of_a_frame_are_read_where_they_lie(open_frame):
    X, y = make_data(missing=0.0)
    frame = open_frame(pd.DataFrame(X, columns=list("abcd")))
    estimator = TreeClassifier().fit(frame, y)
    lies_at = {column.ctypes.data for column in map(np.asarray, frame_columns(frame))}

    columns = encode_like(estimator.tree_.schema, frame)

    assert {column.ctypes.data for column in columns} == lies_at


def frame_columns(frame):
    names = getattr(frame, "column_names", None) or list(frame.columns)
    columns = [frame[name] for name in names]
    return [c.chunk(0).to_numpy() if isinstance(c, pa.ChunkedArray) else c for c in columns]


@pytest.mark.parametrize("method", ["predict", "predict_proba", "apply"])
def test_a_matrix_is_read_where_it_lies(method):
    X, y = make_data(missing=0.0)
    X = np.tile(X, (1, 10))
    estimator = TreeClassifier().fit(X, y)
    rows = np.tile(X, (50, 1))
    for matrix in (rows, np.asfortranarray(rows), rows.astype(np.float32), rows[::-1]):
        estimator.predict(matrix[:1])

        tracemalloc.start()
        getattr(estimator, method)(matrix)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()

        # Beside a matrix of 40 columns the answer, and what leads from leaves to it, is small.
        assert peak < matrix.nbytes / 4


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
