"""Walking a whole tree: the kernels against their slow twins."""

from __future__ import annotations

import os
from dataclasses import astuple, dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.oracles import kernels as oracle
from tests.oracles.kernels import CATEGORY, INTERVAL, PRESENCE


@dataclass
class Arrays:
    """The arrays of a tree, in the order of the kernels' arguments."""

    feature: np.ndarray
    kind: np.ndarray
    missing_branch: np.ndarray
    value_start: np.ndarray
    value_count: np.ndarray
    thresholds: np.ndarray
    branches: np.ndarray
    child_start: np.ndarray
    children: np.ndarray

    def __iter__(self):
        return iter(astuple(self))


def make_tree(*nodes):
    """Arrays of nodes given as None (leaf) or (feature, kind, values, missing_branch, children)."""
    tree = Arrays(*([] for _ in range(9)))
    for node in nodes:
        feature, kind, values, missing_branch, children = node or (-1, INTERVAL, (), -1, ())
        flat = tree.branches if kind == CATEGORY else tree.thresholds
        tree.feature.append(feature)
        tree.kind.append(kind)
        tree.missing_branch.append(missing_branch)
        tree.value_start.append(len(flat))
        tree.value_count.append(len(values))
        tree.child_start.append(len(tree.children))
        flat.extend(values)
        tree.children.extend(children)
    types = (np.int32, np.int8, np.int32, np.int64, np.int32, float, np.int32, np.int64, np.int32)
    return Arrays(*(np.array(field, dtype) for field, dtype in zip(tree, types, strict=True)))


# 0: number in three intervals, 1: categories (code 1 stays), 2: presence, 3: short float
TREE = make_tree(
    (0, INTERVAL, (1.0, 2.0), -1, (1, 2, 3)),
    (1, CATEGORY, (0, -1, 1), -1, (4, 5)),
    (2, PRESENCE, (), -1, (6, 7)),
    (2, INTERVAL, (0.5,), 1, (8, 9)),
    *[None] * 6,
)


def make_columns(n, seed=0):
    rng = np.random.default_rng(seed)
    numbers = rng.choice([0.0, 1.0, 1.5, 2.0, 3.0, np.nan], (n, 3))
    codes = rng.integers(-2, 3, n).astype(np.int32)
    short = rng.choice([0.0, 0.5, 1.0, np.nan], n).astype(np.float32)
    return [numbers[:, 1], codes, short]


def find_leaves(columns, tree, n_threads=1):
    return _core.Predictor(*tree, len(columns)).leaves(columns, n_threads)


def find_paths(columns, tree, n_threads=1):
    predictor = _core.Predictor(*tree, len(columns))
    return predictor.paths(predictor.leaves(columns, n_threads), n_threads)


def assert_same(columns, tree, n_threads=1):
    leaves = find_leaves(columns, tree, n_threads)
    indptr, indices = find_paths(columns, tree, n_threads)

    np.testing.assert_array_equal(leaves, oracle.leaves(columns, *tree), strict=True)
    expected_indptr, expected_indices = oracle.paths(columns, *tree)
    np.testing.assert_array_equal(indptr, expected_indptr, strict=True)
    np.testing.assert_array_equal(indices, expected_indices, strict=True)


def test_rows_end_where_the_slow_twin_ends():
    assert_same(make_columns(500), TREE)


def test_a_tree_of_one_leaf_keeps_every_row():
    assert_same(make_columns(3), make_tree(None))


def test_no_rows_give_no_leaves():
    columns = make_columns(0)

    assert find_leaves(columns, TREE).shape == (0,)
    np.testing.assert_array_equal(find_paths(columns, TREE)[0], [0])


def test_columns_of_any_stride_are_read_in_place():
    numbers, codes, short = make_columns(40)
    columns = [numbers[::-1], np.stack([codes, codes], axis=1)[:, 0], short[::-1]]

    assert_same(columns, TREE)
    assert_same(tuple(columns), TREE)


@given(st.integers(1, 50), st.integers(0, 10**6))
def test_any_rows_end_where_the_slow_twin_ends(n, seed):
    assert_same(make_columns(n, seed), TREE)


@given(st.data())
def test_any_tree_is_walked_like_the_slow_twin(data):
    nodes = data.draw(random_nodes())

    assert_same(make_columns(30, seed=len(nodes)), make_tree(*nodes))


@st.composite
def random_nodes(draw, kinds=(INTERVAL, CATEGORY, PRESENCE), max_arity=4):
    """Nodes for ``make_tree``; the children of a split are the next nodes that are free."""
    nodes, n_known = [], 1
    while len(nodes) < n_known:
        split = (
            draw(random_split(kinds, max_arity)) if n_known < 20 and draw(st.booleans()) else None
        )
        if split is not None:
            *question, n_children = split
            split = (*question, range(n_known, n_known + n_children))
            n_known += n_children
        nodes.append(split)
    return nodes


@st.composite
def random_split(draw, kinds, max_arity):
    """(feature, kind, values, missing_branch, number of children)."""
    kind = draw(st.sampled_from(kinds))
    arity = 2 if kind == PRESENCE else draw(st.integers(min(2, max_arity), max_arity))
    missing_branch = draw(st.integers(-1, arity))
    n_children = max(arity, missing_branch + 1)
    if kind == CATEGORY:
        values = draw(st.lists(st.integers(-1, arity - 1), min_size=3, max_size=3))
        return 1, kind, values, missing_branch, n_children
    cuts = st.integers(-1, 6).map(lambda v: v / 2)
    values = draw(st.lists(cuts, unique=True, min_size=arity - 1, max_size=arity - 1).map(sorted))
    feature = draw(st.integers(0, 2))
    return feature, kind, values if kind == INTERVAL else (), missing_branch, n_children


@pytest.mark.parametrize("missing_branch", [-1, 0, 1])
@pytest.mark.parametrize("n_branches", [2, 3, 4, 5, 16, 17, 300, 70_000])
def test_categories_go_to_as_many_branches_as_there_are(n_branches, missing_branch):
    # 70,000 branches want more than 16 bits each; 31 categories a branch cross many words.
    rng = np.random.default_rng(n_branches)
    n_categories = n_branches + 31
    branches = np.append(np.arange(n_branches), rng.integers(-1, n_branches, 31))
    codes = rng.integers(-2, n_categories, 300).astype(np.int32)
    numbers = rng.choice([0.0, 1.0, np.nan], 300)
    tree = make_tree(
        (0, INTERVAL, (0.5,), 1, (1, 2)),
        None,
        (1, CATEGORY, rng.permutation(branches), missing_branch, range(3, 3 + n_branches)),
        *[None] * n_branches,
    )

    leaves = find_leaves([numbers, codes], tree)

    np.testing.assert_array_equal(leaves, oracle.leaves([numbers, codes], *tree))


@pytest.mark.parametrize("missing_branch", [-1, 0, 3, 7, 8])
def test_many_intervals_and_their_missing_values(missing_branch):
    values = np.append(np.arange(-1.0, 9.0, 0.5), np.nan)
    n_children = max(8, missing_branch + 1)
    tree = make_tree(
        (0, INTERVAL, np.arange(7.0), missing_branch, range(1, 1 + n_children)),
        *[None] * n_children,
    )

    assert_same([values], tree)


def test_a_feature_may_be_asked_for_its_code_and_for_its_rank():
    codes = np.array([-2, -1, 0, 1, 2, 3], dtype=np.int32)
    tree = make_tree(
        (0, INTERVAL, (1.0,), 0, (1, 2)),
        (0, CATEGORY, (1, 0, 0, 0), 1, (3, 4)),
        *[None] * 3,
    )

    assert_same([codes], tree)


@pytest.mark.parametrize("n_threads", [2, 3, 64])
def test_threads_do_not_change_the_answer(n_threads):
    columns = make_columns(50_000)

    alone, together = (find_leaves(columns, TREE, n) for n in (1, n_threads))
    np.testing.assert_array_equal(alone, together)
    for one, other in zip(
        find_paths(columns, TREE), find_paths(columns, TREE, n_threads), strict=True
    ):
        np.testing.assert_array_equal(one, other)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_can_use_threads_again():
    columns = make_columns(50_000)
    expected = find_leaves(columns, TREE, 2)

    child = os.fork()
    if child == 0:
        same = np.array_equal(find_leaves(columns, TREE, 2), expected)
        os._exit(0 if same else 1)

    assert os.waitpid(child, 0)[1] == 0


def test_an_unknown_category_is_refused_from_any_thread():
    columns = make_columns(50_000)
    columns[0][:] = 0.0
    columns[1][-1] = 3

    with pytest.raises(ValueError, match="category code 3 in a split that knows 3 categories"):
        find_leaves(columns, TREE, 4)


def changed(name, index, value):
    array = getattr(TREE, name).copy()
    array[index] = value
    return replace(TREE, **{name: array})


BIG = 2**31 - 1
HUGE = 2**63 - 1

HOSTILE = {
    "feature too high": (changed("feature", 0, 3), "node 0 asks for feature 3"),
    "feature huge": (changed("feature", 0, BIG), "node 0 asks for feature"),
    "kind unknown": (changed("kind", 0, 3), "node 0 has kind 3"),
    "kind negative": (changed("kind", 1, -1), "node 1 has kind -1"),
    "missing branch too high": (changed("missing_branch", 3, 99), "node 3 has children outside"),
    "missing branch huge": (changed("missing_branch", 3, BIG), "node 3 has children outside"),
    "branch too high": (changed("branches", 0, BIG), "node 1 has children outside"),
    "values before the list": (changed("value_start", 0, -1), "node 0 has values outside"),
    "values after the list": (changed("value_start", 1, HUGE), "node 1 has values outside"),
    "too many values": (changed("value_count", 0, BIG), "node 0 has values outside"),
    "count below zero": (changed("value_count", 0, -1), "node 0 has values outside"),
    "thresholds descend": (changed("thresholds", 0, 9.0), "thresholds must ascend"),
    "children before the list": (changed("child_start", 0, -1), "node 0 has children outside"),
    "children after the list": (changed("child_start", 0, HUGE), "node 0 has children outside"),
    "child is its parent": (changed("children", 0, 0), "node 0 has the child 0"),
    "child below zero": (changed("children", 0, -5), "node 0 has the child -5"),
    "child too high": (changed("children", 8, 10), "node 3 has the child 10"),
    "a loop": (changed("children", 3, 1), "node 1 has the child 1"),
    "a child of two": (changed("children", 1, 3), "node 0 has the child 3, which hangs on node 0"),
    "no nodes": (make_tree(), "the tree has no node"),
    "kind too short": (replace(TREE, kind=TREE.kind[:-1]), "kind has length 9, expected 10"),
    "starts too short": (
        replace(TREE, child_start=TREE.child_start[:-1]),
        "child_start has length 9, expected 10",
    ),
}


@pytest.mark.parametrize(("tree", "message"), HOSTILE.values(), ids=HOSTILE)
def test_damaged_trees_are_refused_by_node(tree, message):
    with pytest.raises(ValueError, match=message):
        _core.Predictor(*tree, 3)


@given(st.sampled_from(list(Arrays.__annotations__)), st.data())
def test_a_tree_with_any_one_number_changed_is_refused_or_walked_to_the_end(name, data):
    array = getattr(TREE, name)
    index = data.draw(st.integers(0, len(array) - 1))
    if array.dtype.kind == "f":
        value = data.draw(st.floats())
    else:
        limits = np.iinfo(array.dtype)
        value = data.draw(st.integers(-3, 12) | st.integers(int(limits.min), int(limits.max)))
    tree = changed(name, index, value)

    try:
        leaves = find_leaves(make_columns(40), tree)
    except ValueError:
        return

    np.testing.assert_array_equal(leaves, oracle.leaves(make_columns(40), *tree))


def test_columns_that_cannot_be_walked_are_refused_by_position():
    numbers, codes, short = make_columns(5)
    predictor = _core.Predictor(*TREE, 3)

    with pytest.raises(ValueError, match=r"columns has length 2, expected 3"):
        predictor.leaves([numbers, codes])
    with pytest.raises(ValueError, match=r"columns\[1\] has length 4, expected 5"):
        predictor.leaves([numbers, codes[:-1], short])
    with pytest.raises(ValueError, match=r"columns\[1\] is neither float64, float32, int32"):
        predictor.leaves([numbers, codes.astype(np.int64), short])
    with pytest.raises(ValueError, match=r"columns\[2\] is not a one-dimensional NumPy array"):
        predictor.leaves([numbers, codes, [1.0]])
    with pytest.raises(ValueError, match="categories of feature 1, but that column holds numbers"):
        predictor.leaves([numbers, numbers, short])
    with pytest.raises(ValueError, match="n_threads is 0"):
        predictor.leaves([numbers, codes, short], 0)


def test_paths_end_only_at_nodes_of_the_tree():
    predictor = _core.Predictor(*TREE, 3)

    for node in (-1, 10):
        with pytest.raises(ValueError, match=rf"leaves\[1\] is {node}, but the tree has 10 nodes"):
            predictor.paths(np.array([0, node], np.int32))
