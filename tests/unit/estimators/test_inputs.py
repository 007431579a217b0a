"""The same tree from every kind of table, and the smallest data there is."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets

PENGUINS = datasets.penguins()


def frames():
    pandas = PENGUINS.frame("pandas").drop(columns="species")
    polars = PENGUINS.frame("polars").drop("species")
    table = PENGUINS.frame("pyarrow").drop_columns(["species"])
    text = [name for name in pandas if name in ("island", "sex")]
    return {
        "mapping": PENGUINS.X,
        "pandas": pandas,
        "pandas categories": pandas.astype(dict.fromkeys(text, "category")),
        "pandas nullable": pandas.convert_dtypes(),
        "pandas arrow": pandas.convert_dtypes(dtype_backend="pyarrow"),
        "polars": polars,
        "polars categories": polars.with_columns(pl.col(text).cast(pl.Categorical)),
        "polars lazy": polars.lazy(),
        "pyarrow": table,
        "pyarrow dictionary": pa.table(
            {n: table[n].dictionary_encode() if n in text else table[n] for n in table.column_names}
        ),
        "duckdb": duckdb.from_arrow(table),
        "records": pa.RecordBatch.from_pylist(table.to_pylist(), schema=table.schema),
    }


@pytest.fixture(scope="module")
def reference():
    return TreeClassifier(max_depth=5).fit(PENGUINS.X, PENGUINS.y)


@pytest.mark.parametrize("kind", frames())
def test_every_table_gives_the_same_tree_and_the_same_predictions(reference, kind):
    X = frames()[kind]

    model = TreeClassifier(max_depth=5).fit(X, PENGUINS.y)

    assert model.tree_ == reference.tree_
    assert model.predict(X).tolist() == reference.predict(PENGUINS.X).tolist()


def test_an_array_of_objects_gives_the_same_splits_without_the_names(reference):
    X = np.array(
        list(zip(*(column.tolist() for column in PENGUINS.X.values()), strict=True)), object
    )

    model = TreeClassifier(max_depth=5).fit(X, PENGUINS.y)

    assert model.tree_.splits == reference.tree_.splits
    assert model.tree_.schema.feature_names[:2] == ("x0", "x1")
    assert not hasattr(model, "feature_names_in_")


@pytest.mark.parametrize(
    "y",
    [
        PENGUINS.y.tolist(),
        pd.Series(PENGUINS.y, name="y"),
        pd.Series(PENGUINS.y, name="y").astype("category"),
        pl.Series("y", PENGUINS.y.tolist()),
        pa.array(PENGUINS.y.tolist()),
    ],
    ids=lambda y: type(y).__module__.partition(".")[0] + " " + str(getattr(y, "dtype", "list")),
)
def test_every_target_gives_the_same_tree(reference, y):
    assert TreeClassifier(max_depth=5).fit(PENGUINS.X, y).tree_ == reference.tree_


def test_columns_are_found_by_name_in_any_order(reference):
    backwards = dict(reversed(PENGUINS.X.items()))

    np.testing.assert_array_equal(
        reference.predict_proba(backwards), reference.predict_proba(PENGUINS.X)
    )


def test_single_and_double_precision_and_strides_give_the_same_tree():
    X = np.random.default_rng(0).normal(size=(60, 3)).astype(np.float32)
    y = (X[:, 0] > X[:, 1]).astype(int)

    trees = [
        TreeClassifier().fit(Z, y).tree_
        for Z in (X, X.astype(np.float64), np.asfortranarray(X), X.repeat(2, axis=0)[::2])
    ]

    assert all(tree == trees[0] for tree in trees)


def test_the_users_arrays_are_not_written_to():
    X = np.random.default_rng(0).normal(size=(60, 3))
    y = (X[:, 0] > 0).astype(int)
    X.flags.writeable = y.flags.writeable = False

    model = TreeClassifier().fit(X, y)

    assert model.score(X, y) == 1.0


def test_an_ordered_category_is_cut_in_its_order():
    sizes = pd.Categorical(["S", "M", "L", "XL"], categories=["S", "M", "L", "XL"], ordered=True)
    X = pd.DataFrame({"size": sizes})

    by_type = TreeClassifier(max_depth=1).fit(X, [0, 0, 1, 1]).tree_
    by_kinds = TreeClassifier(max_depth=1, kinds={"size": ["S", "M", "L", "XL"]})
    by_kinds.fit({"size": ["S", "M", "L", "XL"]}, [0, 0, 1, 1])

    assert by_type.root.split.thresholds == by_kinds.tree_.root.split.thresholds == (1.5,)


def test_a_number_may_be_a_category():
    X = {"zip": [1, 2, 3, 4]}
    y = ["a", "b", "a", "b"]

    as_number = TreeClassifier().fit(X, y)
    as_category = TreeClassifier(kinds={"zip": "categorical"}).fit(X, y)

    assert as_number.n_leaves_ == 4
    assert as_category.n_leaves_ == 2


# -- the smallest data ---------------------------------------------------------


@pytest.mark.parametrize("missing", ["direction", "majority", "branch", "error"])
def test_one_class_gives_a_single_leaf(missing):
    model = TreeClassifier(missing=missing).fit({"x": [1, 2, 3], "c": ["r", "g", "r"]}, ["a"] * 3)

    assert model.n_leaves_ == 1
    assert model.predict({"x": [9], "c": ["g"]}).tolist() == ["a"]
    assert model.predict_proba({"x": [9], "c": ["g"]}).tolist() == [[1.0]]
    assert not model.feature_importances_.any()


def test_one_sample_gives_a_single_leaf():
    classifier = TreeClassifier().fit({"x": [1.5]}, ["only"])
    regressor = TreeRegressor().fit({"x": [1.5]}, [7.25])

    assert classifier.predict({"x": [0.0, 9.0]}).tolist() == ["only", "only"]
    assert regressor.predict({"x": [0.0, 9.0]}).tolist() == [7.25, 7.25]
    assert classifier.tree_.root.stop_reason == "all samples have the same target"


def test_equal_numbers_give_a_single_leaf():
    y = [0.1 + 0.2] * 7  # not exact in binary: a variance may come out above 0

    assert TreeRegressor().fit({"x": range(7)}, y).n_leaves_ == 1


def test_a_seed_decides_which_features_are_drawn():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 12)), rng.integers(0, 2, 80)

    def grow(seed):
        return TreeClassifier(max_features=2, random_state=seed, max_depth=4).fit(X, y).tree_

    assert grow(0).splits == grow(0).splits
    assert len({grow(seed).splits.column.tobytes() for seed in range(5)}) > 1


@pytest.mark.parametrize(("max_features", "n"), [("sqrt", 3), ("log2", 3), (0.25, 2), (4, 4)])
def test_at_most_so_many_features_compete(max_features, n):
    # Nine features that all split the same samples: the first of those drawn wins.
    X = np.tile(np.arange(40.0)[:, None], (1, 9))
    y = np.arange(40) < 20
    firsts = [
        TreeClassifier(max_features=max_features, random_state=seed).fit(X, y)
        for seed in range(300)
    ]

    # The lowest of n drawn out of 0..8 has the mean (9 - n) / (n + 1).
    mean = np.mean([model.tree_.root.split.column for model in firsts])
    assert mean == pytest.approx((9 - n) / (n + 1), abs=0.35)


@pytest.mark.parametrize(
    "parameters",
    [{}, {"criterion": "absolute_error"}, {"max_features": 2, "random_state": 0}],
    ids=str,
)
def test_targets_and_weights_may_lie_anywhere_in_memory(parameters):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3))
    packed = np.zeros(300, dtype=[("flag", "i1"), ("y", "f8"), ("weight", "f8")])
    packed["y"], packed["weight"] = rng.normal(size=300), rng.uniform(0.5, 2.0, 300)
    model = TreeRegressor(max_depth=3, **parameters)

    unaligned = model.fit(X, packed["y"], packed["weight"]).tree_

    assert unaligned == model.fit(X, packed["y"].copy(), packed["weight"].copy()).tree_
