"""Surrogates that a tree keeps."""

from __future__ import annotations

import pickle
from dataclasses import replace

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import TreeFileError
from arboretum.tree import Tree

NAN = np.nan


@pytest.fixture(scope="module")
def tree():
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(120, 4)), 1)
    X[:, 1] -= X[:, 0]
    y = (X[:, 0] + X[:, 2] > 0).astype(int)
    return TreeClassifier(missing="surrogate", min_samples_leaf=4).fit(X, y).tree_


def test_they_are_saved_and_read(tree):
    again = Tree.from_dict(tree.to_dict())

    assert again == tree
    assert again.node(0).surrogates == tree.node(0).surrogates
    assert again.node(0).surrogates


def test_a_tree_without_them_is_another_tree(tree):
    without = replace(tree, surrogates=None)

    assert without != tree
    assert "surrogates" not in without.to_dict()
    assert without.node(0).surrogates == []


def test_a_tree_that_does_not_ask_them_is_another_tree_and_predicts_so(tree):
    silent = replace(tree, surrogates=replace(tree.surrogates, are_asked=False))
    root = tree.node(0)
    column = {surrogate.split.column for surrogate in root.surrogates}.pop()
    columns = [np.array([NAN, NAN]) for _ in range(tree.schema.n_features)]
    columns[column] = np.array([-9.0, 9.0])

    loud, quiet = tree.apply(columns), silent.apply(columns)

    assert silent != tree
    assert len({tree.node(int(leaf)).path[0][1] for leaf in loud}) == 2
    assert len({silent.node(int(leaf)).path[0][1] for leaf in quiet}) == 1
    assert Tree.from_dict(silent.to_dict()) == silent


def test_a_copy_by_pickle_is_equal_and_cannot_be_changed(tree):
    again = pickle.loads(pickle.dumps(tree))

    assert again == tree
    assert not again.surrogates.agreement.flags.writeable


def test_cutting_a_node_forgets_its_surrogates_and_renumbers_the_others(tree):
    inner = [node.id for node in tree.nodes() if not node.is_leaf]
    cut = inner[1]
    after = [node for node in inner if node >= tree.subtree_end[cut]]

    smaller = tree.collapse([cut])

    shift = tree.subtree_end[cut] - cut - 1
    assert smaller.node(cut).surrogates == []
    assert smaller.node(0).surrogates == tree.node(0).surrogates
    assert after
    for node in after:
        assert smaller.node(node - shift).surrogates == tree.node(node).surrogates


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("node", [10**6], r"surrogates.node\[0\]: expected a whole number from 0"),
        ("column", [99], r"surrogates.column\[0\]"),
        ("column", [None], r"surrogates.kind\[0\]"),
        ("agreement", ["high"], r"surrogates.agreement\[0\]"),
        ("adjusted", [None], r"surrogates.adjusted\[0\]"),
        ("is_reversed", [0], r"surrogates.is_reversed\[0\]"),
        ("kind", ["presence"], r"surrogates"),
    ],
)
def test_damage_is_named(tree, name, value, complaint):
    document = tree.to_dict()
    document["surrogates"][name][:1] = value

    with pytest.raises(TreeFileError, match=complaint):
        Tree.from_dict(document)


def test_other_damage_is_named(tree):
    document = tree.to_dict()
    document["surrogates"]["are_asked"] = 1
    with pytest.raises(TreeFileError, match=r"surrogates.are_asked\[0\]"):
        Tree.from_dict(document)

    document = tree.to_dict()
    del document["surrogates"]["adjusted"]
    with pytest.raises(TreeFileError, match="'adjusted' is missing"):
        Tree.from_dict(document)


def test_surrogates_of_a_leaf_are_refused(tree):
    document = tree.to_dict()
    leaf = int(np.flatnonzero(tree.is_leaf)[0])
    document["surrogates"]["node"] = [leaf] * len(document["surrogates"]["node"])

    with pytest.raises(TreeFileError, match="a leaf has no surrogates"):
        Tree.from_dict(document)


def test_words_say_what_is_asked_instead():
    X = {
        "x": [0.0, 1, 2, 7, 8, 9, 10],
        "z": [5.0, 4, 3, 2, 1, 0, 0],
        "c": ["a", "a", "b", "b", "b", "b", "a"],
    }
    tree = TreeClassifier(missing="surrogate").fit(X, [0, 0, 0, 1, 1, 1, 1]).tree_

    shown = tree.to_text(show_missing=True).splitlines()

    assert "1) x <= 4.5 (missing: z > 2.5, c = a) 3" in shown[-2]
    assert "2) x > 4.5 (missing: z <= 2.5, c = b, or all missing) 4" in shown[-1]
    assert "surrogate z > 2.5 (agrees 1)" in str(tree.node(0))
    assert "surrogate c = a (agrees 0.7143)" in str(tree.node(0))
    assert "missing" not in tree.to_text()
