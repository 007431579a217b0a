"""The oracle is the tree's own columns, and a recursive walk."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, datasets
from arboretum.exceptions import ParameterError
from arboretum.tree import visit


@pytest.fixture(scope="module")
def tree():
    drug = datasets.drug()
    return TreeClassifier(splits="multiway").fit(drug.X, drug.y).tree_


def recursively(tree, node=0):
    yield node
    for child in tree.children(node).tolist():
        yield from recursively(tree, child)


def test_every_node_is_visited_once_parents_first(tree):
    visits = list(visit(tree))

    assert [at.id for at in visits] == list(recursively(tree))
    assert all(at.n_folded == 0 for at in visits)
    assert [at.is_end for at in visits] == tree.is_leaf.tolist()


def test_a_visit_knows_the_question_that_leads_to_it(tree):
    root, *others = visit(tree)

    assert root.above is None
    for at in others:
        siblings = tree.children(int(tree.parent[at.id])).tolist()
        assert at.above == tree.splits[int(tree.parent[at.id])]
        assert siblings[at.branch] == at.id
        assert at.is_last == (siblings[-1] == at.id)


@pytest.mark.parametrize("max_depth", [0, 1, 2, 9])
def test_what_is_folded_is_counted(tree, max_depth):
    visits = list(visit(tree, max_depth))

    assert [at.id for at in visits] == np.flatnonzero(tree.depths <= max_depth).tolist()
    assert sum(at.n_folded or at.node.is_leaf for at in visits) == tree.n_leaves


def test_a_negative_depth_is_refused_before_the_first_visit(tree):
    with pytest.raises(ParameterError, match="max_depth=-1 shows nothing"):
        visit(tree, -1)
