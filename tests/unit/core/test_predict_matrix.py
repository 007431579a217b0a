"""Walking the rows of a matrix: the compact tree against the slow twin, in every layout."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.examples import full
from tests.oracles import kernels as oracle
from tests.oracles.kernels import INTERVAL, PRESENCE
from tests.unit.core.test_predict import TREE, make_tree, random_nodes

LAYOUTS = {
    "rows": lambda X: X,
    "columns": np.asfortranarray,
    "float32 rows": lambda X: X.astype(np.float32),
    "float32 columns": lambda X: np.asfortranarray(X.astype(np.float32)),
    "every second row": lambda X: np.repeat(X, 2, axis=0)[::2],
    "every second column": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "backwards": lambda X: X[::-1, ::-1].copy()[::-1, ::-1],
    "one row many times": lambda X: np.broadcast_to(X[:1], X.shape),
}


def make_matrix(n, seed=0, values=(0.0, -0.0, 1.0, 1.5, 2.0, 3.0, np.nan)):
    return np.random.default_rng(seed).choice(values, (n, 3))


def find_leaves(X, tree, n_threads=1):
    return _core.Predictor(*tree, X.shape[1]).leaves_of_matrix(X, n_threads)


def assert_same(X, tree):
    expected = oracle.leaves(list(X.T), *tree)
    predictor = _core.Predictor(*tree, X.shape[1])

    np.testing.assert_array_equal(predictor.leaves_of_matrix(X), expected, strict=True)
    np.testing.assert_array_equal(predictor.leaves(list(X.T)), expected, strict=True)
    for width in ("u1", "u8"):
        of_nodes = np.arange(len(next(iter(tree))), dtype=width)[::-1].copy()
        found = predictor.values_of_matrix(X, of_nodes)
        np.testing.assert_array_equal(found, of_nodes[expected], strict=True)


@pytest.mark.parametrize("lay", LAYOUTS.values(), ids=LAYOUTS)
@given(st.integers(1, 70), st.integers(0, 10**6), st.data())
def test_compact_trees_are_walked_like_the_slow_twin(lay, n, seed, data):
    tree = make_tree(*data.draw(random_nodes(kinds=(INTERVAL, PRESENCE), max_arity=2)))

    assert_same(lay(make_matrix(n, seed)), tree)
    assert_same(lay(make_matrix(n, seed, values=(0.0, 0.5, 1.0, 2.5))), tree)


@pytest.mark.parametrize("lay", LAYOUTS.values(), ids=LAYOUTS)
@given(st.integers(1, 70), st.integers(0, 10**6), st.data())
def test_intervals_of_any_number_are_walked_like_the_slow_twin(lay, n, seed, data):
    tree = make_tree(*data.draw(random_nodes(kinds=(INTERVAL, PRESENCE))))

    assert_same(lay(make_matrix(n, seed)), tree)


def test_a_missing_value_goes_left_right_to_its_own_branch_or_nowhere():
    X = np.array([[1.0], [2.0], [np.nan]])

    for missing_branch, last in [(0, 1), (1, 2), (2, 3), (-1, 0)]:
        children = (1, 2, 3) if missing_branch == 2 else (1, 2)
        tree = make_tree((0, INTERVAL, (1.0,), missing_branch, children), *[None] * len(children))

        assert find_leaves(X, tree).tolist() == [1, 2, last]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("bad", [np.inf, -np.inf])
@pytest.mark.parametrize("row", [0, 31, 32, 99_999])
def test_infinity_anywhere_gives_no_answer(dtype, bad, row):
    X = np.zeros((100_000, 2), dtype)
    X[5, 0] = np.nan
    X[row, 1] = bad
    tree = make_tree((0, INTERVAL, (0.5,), 0, (1, 2)), None, None)

    assert find_leaves(X, tree) is None
    assert find_leaves(np.asfortranarray(X), tree) is None
    assert find_leaves(X, tree, 3) is None


@pytest.mark.parametrize("largest", [np.finfo(np.float64).max, 5e-324])
def test_the_largest_and_smallest_numbers_are_numbers(largest):
    X = np.array([[largest], [-largest], [0.0]] * 50)
    tree = make_tree((0, INTERVAL, (0.0,), 0, (1, 2)), None, None)

    assert find_leaves(X, tree).tolist() == [2, 1, 1] * 50


def test_a_short_float_is_compared_exactly_with_a_long_threshold():
    X = np.array([[0.1], [0.2]], np.float32)  # float32(0.1) is above 0.1
    tree = make_tree((0, INTERVAL, (0.1,), 0, (1, 2)), None, None)

    assert find_leaves(X, tree).tolist() == [2, 2]


@pytest.mark.parametrize("n", [300, *full(1000)])
def test_a_long_chain_of_questions_is_walked_to_its_end(n):
    chain = []
    for i in range(n):  # node 2i asks; its children are a leaf and the next question
        chain += [(0, INTERVAL, (float(i),), 0, (2 * i + 1, 2 * i + 2)), None]
    tree = make_tree(*chain, None)
    X = np.arange(-1.0, n + 5.0)[:, None]

    assert_same(X, tree)


@pytest.mark.parametrize("n_threads", [2, 3, 64])
def test_threads_do_not_change_the_answer(n_threads):
    X = make_matrix(50_000)
    tree = make_tree(
        (0, INTERVAL, (1.0,), -1, (1, 2)), (2, PRESENCE, (), 1, (3, 4)), None, None, None
    )

    np.testing.assert_array_equal(find_leaves(X, tree), find_leaves(X, tree, n_threads))


def test_more_rows_than_are_walked_at_a_time_end_where_they_should():
    tree = make_tree(
        (0, INTERVAL, (1.0,), 1, (1, 4)), (1, INTERVAL, (1.5,), 0, (2, 3)), None, None, None
    )

    assert_same(make_matrix(700), tree)


def test_values_that_are_not_of_all_nodes_are_refused():
    tree = make_tree((0, INTERVAL, (1.0,), 0, (1, 2)), None, None)

    with pytest.raises(ValueError, match="values has length 2, expected 3"):
        _core.Predictor(*tree, 1).values_of_matrix(np.zeros((3, 1)), np.zeros(2, np.uint8))


def test_a_matrix_that_cannot_be_walked_is_refused():
    tree = make_tree((0, INTERVAL, (1.0,), 0, (1, 2)), None, None)

    with pytest.raises(ValueError, match="a row has length 2, expected 1"):
        _core.Predictor(*tree, 1).leaves_of_matrix(np.zeros((3, 2)))
    with pytest.raises(ValueError, match="neither float64 nor float32"):
        find_leaves(np.zeros((3, 1), np.int32), tree)
    with pytest.raises(ValueError, match="the tree asks for categories"):
        find_leaves(np.zeros((3, 3)), TREE)


def test_a_tree_without_features_keeps_every_row_at_its_root():
    assert find_leaves(np.zeros((3, 0)), make_tree(None)).tolist() == [0, 0, 0]
