"""Competitors that a tree keeps."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.data import make_dataset
from arboretum.exceptions import TreeFileError
from arboretum.growing import grow_in_memory
from arboretum.tree import Tree


@pytest.fixture
def tree():
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(80, 4)), 1)
    y = (X[:, 0] + X[:, 1] > 0).astype(int)
    dataset = make_dataset(X, y, nominal=True)
    recipe = replace(TreeClassifier()._recipe(dataset.schema), max_competitors=2)
    return grow_in_memory(dataset, recipe)[0]


def test_they_are_saved_and_read(tree):
    again = Tree.from_dict(tree.to_dict())

    assert again == tree
    assert again.node(0).competitors == tree.node(0).competitors
    assert len(again.node(0).competitors) == 2


def test_a_tree_without_them_is_another_tree(tree):
    without = replace(tree, competing=None)

    assert without != tree
    assert "competing" not in without.to_dict()
    assert without.node(0).competitors == []


def test_a_copy_by_pickle_is_equal_and_cannot_be_changed(tree):
    again = pickle.loads(pickle.dumps(tree))

    assert again == tree
    assert not again.competing.node.flags.writeable


def test_cutting_a_node_forgets_its_competitors_and_renumbers_the_others(tree):
    inner = [node.id for node in tree.nodes() if not node.is_leaf]
    cut = inner[1]
    after = [node for node in inner if node >= tree.subtree_end[cut]]

    smaller = tree.collapse([cut])

    shift = tree.subtree_end[cut] - cut - 1
    assert smaller.node(cut).competitors == []
    assert smaller.node(0).competitors == tree.node(0).competitors
    assert after
    for node in after:
        assert smaller.node(node - shift).competitors == tree.node(node).competitors


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("node", [10**6], r"competing.node\[0\]: expected a whole number from 0"),
        ("column", [99], r"competing.column\[0\]"),
        ("score", ["high"], r"competing.score\[0\]"),
    ],
)
def test_damage_is_named(tree, name, value, complaint):
    document = tree.to_dict()
    document["competing"][name][:1] = value

    with pytest.raises(TreeFileError, match=complaint):
        Tree.from_dict(document)


def test_competitors_of_a_leaf_are_refused(tree):
    document = tree.to_dict()
    leaf = int(np.flatnonzero(tree.is_leaf)[0])
    document["competing"]["node"] = [leaf] * len(document["competing"]["node"])

    with pytest.raises(TreeFileError, match="a leaf has no competitors"):
        Tree.from_dict(document)
