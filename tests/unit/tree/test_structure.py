from __future__ import annotations

import itertools

import numpy as np
import pytest

from arboretum.tree import structure
from tests.unit.tree.examples import random_tree

#      0
#    / | \
#   1  2  6
#     /|\
#    3 4 5
PARENT = np.array([-1, 0, 0, 2, 2, 2, 0], dtype=np.int32)


def test_depths_of_a_tree_drawn_by_hand():
    assert structure.depths_of(PARENT).tolist() == [0, 1, 1, 2, 2, 2, 1]


def test_children_and_branches_of_a_tree_drawn_by_hand():
    start, children = structure.children_of(PARENT)

    assert [children[a:b].tolist() for a, b in itertools.pairwise(start)] == [
        [1, 2, 6],
        [],
        [3, 4, 5],
        [],
        [],
        [],
        [],
    ]
    assert structure.branches_of(PARENT, start, children).tolist() == [-1, 0, 1, 0, 1, 2, 2]


def test_a_parent_that_is_not_a_node_is_refused():
    with pytest.raises(ValueError, match=r"parent\[2\] is 7, which is not a node"):
        structure.children_of(np.array([-1, 0, 7], dtype=np.int32))


def test_subtrees_of_a_tree_drawn_by_hand():
    assert structure.subtree_ends(PARENT).tolist() == [7, 2, 6, 4, 5, 6, 7]


def test_what_is_below_a_marked_node_is_not_the_node_itself():
    marked = np.array([False, False, True, False, False, False, True])

    assert np.flatnonzero(structure.is_below(PARENT, marked)).tolist() == [3, 4, 5]


def test_preorder_does_not_depend_on_the_order_of_growth():
    # The same tree, grown best-first, second branch of the root first.
    parent = np.array([-1, 0, 0, 0, 1, 1, 1], dtype=np.int32)
    branch = np.array([-1, 1, 2, 0, 2, 0, 1], dtype=np.int32)

    assert structure.preorder(parent, branch).tolist() == [0, 3, 1, 5, 6, 4, 2]


@pytest.mark.parametrize("seed", range(10))
def test_shapes_agree_with_walking_up_node_by_node(seed):
    tree = random_tree(seed, n_splits=20)

    above = []
    for node in range(tree.n_nodes):
        path = []
        while tree.parent[node] >= 0:
            node = int(tree.parent[node])
            path.append(node)
        above.append(path)

    assert tree.depths.tolist() == [len(path) for path in above]
    for node in range(tree.n_nodes):
        below = [other for other in range(tree.n_nodes) if node in above[other]]
        assert below == list(range(node + 1, tree.subtree_end[node]))


def test_a_chain_of_a_hundred_thousand_nodes_needs_no_recursion():
    n = 100_000
    parent = np.arange(-1, n - 1, dtype=np.int32)

    assert structure.depths_of(parent)[-1] == n - 1
    assert structure.preorder(parent, np.zeros(n, dtype=np.int32))[-1] == n - 1
