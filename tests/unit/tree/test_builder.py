from __future__ import annotations

import numpy as np
import pytest

from arboretum.data.schema import Feature, Schema, Target
from arboretum.exceptions import ParameterError
from arboretum.tree import Split, TreeBuilder
from tests.unit.tree.examples import drug_tree, petal_tree

SCHEMA = Schema((Feature("x", "numeric"),), (Target("y", ("no", "yes")),))
HALF = Split(0, "interval", 2, (0.5,))


def add(builder, parent, branch, value=(1.0, 2.0)):
    return builder.add(parent, branch, n_samples=3, weight=3.0, impurity=0.4, value=value)


def test_nodes_are_numbered_in_preorder_whatever_order_they_came_in():
    # Grown: root, its branch 2 (normal), branches 0 and 1, then below normal branch 1 and 0.
    tree = drug_tree()

    assert tree.parent.tolist() == [-1, 0, 0, 0, 3, 3]
    assert tree.value.tolist() == [[6, 6], [3, 0], [0, 3], [3, 3], [3, 0], [0, 3]]
    assert tree.splits[3] == Split(0, "interval", 2, (41.0,))


def test_the_builder_copies_values():
    value = np.array([1.0, 2.0])
    builder = TreeBuilder()
    builder.stop(add(builder, None, 0, value), "small")

    value[:] = 9

    assert builder.finish(SCHEMA).value.tolist() == [[1.0, 2.0]]


def test_reasons_are_numbered_by_first_appearance_and_only_if_used():
    builder = TreeBuilder()
    root = add(builder, None, 0)
    builder.split(root, HALF, 1.0)
    second, first = add(builder, root, 1), add(builder, root, 0)
    builder.stop(second, "late")
    builder.stop(first, "unused")
    builder.stop(first, "early")

    tree = builder.finish(SCHEMA)

    assert tree.reasons == ("early", "late")
    assert tree.stop_reason.tolist() == [-1, 0, 1]


def test_a_root_alone_is_a_tree():
    builder = TreeBuilder()
    builder.stop(add(builder, None, 0), "one class only")

    tree = builder.finish(SCHEMA)

    assert (tree.n_nodes, tree.n_leaves, tree.depth) == (1, 1, 0)
    assert tree.root.stop_reason == "one class only"


def missing_child(builder):
    builder.split(add(builder, None, 0), HALF, 1.0)


def child_twice(builder):
    root = add(builder, None, 0)
    builder.split(root, HALF, 1.0)
    for _ in range(2):
        builder.stop(add(builder, root, 1), "small")


def forgotten(builder):
    add(builder, None, 0)


def both(builder):
    root = add(builder, None, 0)
    builder.split(root, HALF, 1.0)
    builder.stop(root, "small")
    for branch in range(2):
        builder.stop(add(builder, root, branch), "small")


def wrong_width(builder):
    builder.stop(add(builder, None, 0, [1.0, 2.0, 3.0]), "small")


def not_finite(builder):
    builder.stop(add(builder, None, 0, [1.0, np.nan]), "small")


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        (lambda builder: None, "at least a root"),
        (missing_child, "Node 0 has 0 children, but its split has 2 branches"),
        (child_twice, "exactly one child"),
        (forgotten, "Node 0 was neither split nor stopped"),
        (both, "Node 0 was both split and stopped"),
        (wrong_width, "leaf model"),
        (not_finite, "value of node 0 is not a finite number"),
    ],
)
def test_a_mistake_of_a_grower_is_named(mistake, words):
    builder = TreeBuilder()
    mistake(builder)

    with pytest.raises(ParameterError, match=words):
        builder.finish(SCHEMA)


def test_only_the_root_has_no_parent():
    builder = TreeBuilder()
    with pytest.raises(ParameterError, match="root"):
        add(builder, 0, 0)
    add(builder, None, 0)
    with pytest.raises(ParameterError, match="root"):
        add(builder, None, 0)
    with pytest.raises(ParameterError, match="parent=5"):
        add(builder, 5, 0)


def test_the_numbers_of_the_petal_tree():
    # Ledger of the source text: #0 150 .6667; #1 50 0; #2 100 .5; #3 54 .1680; #4 46 .0425.
    tree = petal_tree()

    assert tree.n_samples.tolist() == [150, 50, 100, 54, 46]
    assert tree.impurity == pytest.approx([0.6667, 0, 0.5, 0.1680, 0.0425], abs=5e-5)
    assert tree.depths.tolist() == [0, 1, 1, 2, 2]
    assert tree.is_leaf.tolist() == [False, True, False, True, True]
