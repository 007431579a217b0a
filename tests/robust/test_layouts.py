"""The same numbers in any layout and type give the same tree and the same predictions."""

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor


def as_read_only(X):
    copy = X.copy()
    copy.flags.writeable = False
    return copy


def as_every_other(X):
    wide = np.full((2 * len(X), 3 * X.shape[1]), -99.0)
    wide[::2, 1::3] = X
    return wide[::2, 1::3]


def as_unaligned(X):
    room = np.zeros(X.nbytes + 1, dtype=np.uint8)[1:]
    moved = room.view(np.float64).reshape(X.shape)
    moved[:] = X
    return moved


LAYOUTS = {
    "F": np.asfortranarray,
    "every other row and third column": as_every_other,
    "backwards": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "read-only": as_read_only,
    "unaligned": as_unaligned,
    "byte-swapped": lambda X: X.astype(">f8"),
    "float32": lambda X: X.astype(np.float32),
    "float32 in F": lambda X: np.asfortranarray(X, dtype=np.float32),
    "float16": lambda X: X.astype(np.float16),
    "int64": lambda X: X.astype(np.int64),
    "int8": lambda X: X.astype(np.int8),
    "uint8": lambda X: X.astype(np.uint8),
    "lists": lambda X: X.tolist(),
}


@pytest.fixture(scope="module", params=[200, 20_000])
def data(request):
    rng = np.random.default_rng(request.param)
    X = rng.integers(0, 100, (request.param, 4)).astype(np.float64)
    X[:, 1] //= 50
    signal = X[:, 0] + 40 * X[:, 1] + rng.normal(size=len(X)) * 30
    return X, (signal > 70).astype(int), signal


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_layout_and_type_of_whole_numbers_do_not_matter(data, layout):
    X, y, number = data
    other = LAYOUTS[layout](X)

    for estimator, target in [(TreeClassifier(), y), (TreeRegressor(max_depth=8), number)]:
        expected = estimator.fit(X, target)
        tree, found = expected.tree_, expected.predict(X)
        again = estimator.fit(other, target)

        assert again.tree_ == tree
        assert np.array_equal(again.predict(other), found)
        assert np.array_equal(again.apply(other), tree.apply(tuple(X.T)))


def test_booleans_are_numbers_of_0_and_1(data):
    # Their kind is categorical where nothing is said; said to be numbers, they are 0 and 1.
    X, y, _ = data
    bits = X > 50
    numeric = TreeClassifier(kinds=dict.fromkeys(range(4), "numeric"))

    assert numeric.fit(bits, y).tree_ == TreeClassifier().fit(bits.astype(float), y).tree_


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float64, str, object])
def test_the_type_of_the_classes_does_not_change_the_splits(data, dtype):
    X, y, _ = data

    assert TreeClassifier().fit(X, y.astype(dtype)).tree_.splits == (
        TreeClassifier().fit(X, y).tree_.splits
    )
