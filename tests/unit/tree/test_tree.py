from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

from arboretum.data.schema import Feature, Schema, Target
from arboretum.exceptions import ParameterError
from arboretum.tree import Split, SplitTable, Tree, TreeBuilder
from arboretum.tree.predict.routing import Ends
from tests.unit.tree.examples import TARGETS, drug_tree, petal_tree, random_tree


def leaf_of_weights(weights, classes=("a", "b", "c"), loss=None):
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=1, weight=1.0, impurity=0.0, value=weights)
    builder.stop(root, "by hand")
    return builder.finish(Schema((), (Target("y", classes),)), loss=loss)


def test_children_are_listed_in_the_order_of_the_branches():
    tree = drug_tree()

    assert tree.children(0).tolist() == [1, 2, 3]
    assert tree.children(3).tolist() == [4, 5]
    assert tree.children(1).tolist() == []
    assert tree.branch.tolist() == [-1, 0, 1, 2, 0, 1]


def test_bottom_up_comes_to_children_before_parents():
    tree = random_tree(1, n_splits=12)

    order = list(tree.bottom_up())

    assert sorted(order) == list(range(tree.n_nodes))
    assert all(order.index(i) < order.index(int(tree.parent[i])) for i in range(1, tree.n_nodes))


def test_the_heaviest_class_is_decided_for_and_of_equal_ones_the_first():
    assert leaf_of_weights([1.0, 3.0, 2.0]).decisions.tolist() == [[1]]
    assert leaf_of_weights([1.0, 2.0, 2.0]).decisions.tolist() == [[1]]


def test_a_loss_matrix_decides_by_expected_loss():
    # Missing an "a" costs 10: predicting b costs 0.2 * 10 = 2, predicting a costs 0.8.
    loss = np.array([[0.0, 10.0], [1.0, 0.0]])

    assert leaf_of_weights([0.2, 0.8], ("a", "b"), loss).decisions.tolist() == [[0]]
    assert leaf_of_weights([0.2, 0.8], ("a", "b")).decisions.tolist() == [[1]]


def test_several_targets_are_decided_block_by_block():
    builder = TreeBuilder()
    value = [1.0, 3.0, 2.0, 0.0, 2.0]
    builder.stop(
        builder.add(None, 0, n_samples=4, weight=4.0, impurity=0.1, value=value), "by hand"
    )

    tree = builder.finish(Schema((), TARGETS[1]))

    assert tree.decisions.tolist() == [[1, 0]]
    assert [block.tolist() for block in tree.probabilities] == [[[0.25, 0.75]], [[0.5, 0, 0.5]]]
    assert tree.root.prediction == [True, 1]


def test_a_node_without_any_class_weight_is_undecided():
    tree = leaf_of_weights([0.0, 0.0, 0.0])

    assert tree.probabilities[0].tolist() == [[1 / 3] * 3]


def test_values_are_looked_up_by_leaf():
    tree = petal_tree()

    assert Ends(np.array([4, 1])).average(tree.value).tolist() == [[0, 1, 45], [50, 0, 0]]


def test_cutting_a_node_makes_it_a_leaf_that_says_it_was_pruned():
    pruned = petal_tree().prune(nodes=[2])

    assert pruned.parent.tolist() == [-1, 0, 0]
    assert pruned.node(2).is_leaf
    assert pruned.node(2).stop_reason == "pruned"
    assert pruned.node(1).stop_reason == "all samples have the same target"
    assert pruned.node(0).split == petal_tree().node(0).split
    assert pruned.node(0).runner_up == petal_tree().node(0).runner_up
    assert "max_depth=2 is reached" not in pruned.reasons


def test_cutting_the_root_leaves_a_root():
    pruned = petal_tree().collapse([0, 2])

    assert pruned.n_nodes == 1
    assert not pruned.root.is_tie
    assert pruned.root.runner_up is None


def test_cutting_at_a_leaf_or_nowhere_changes_nothing():
    tree = petal_tree()

    assert tree.collapse([1, 3]) == tree
    assert tree.collapse([]) == tree


@pytest.mark.parametrize("seed", range(20))
def test_cutting_equals_rebuilding_without_what_is_below(seed):
    tree = random_tree(seed, n_splits=15)
    cut = np.random.default_rng(seed).random(tree.n_nodes) < 0.2

    pruned = tree.collapse(cut)

    builder, number = TreeBuilder(), {}
    for node in tree.nodes():
        if node.parent is not None and (node.parent not in number or cut[node.parent]):
            continue
        number[node.id] = builder.add(
            None if node.parent is None else number[node.parent],
            -1 if node.branch is None else node.branch,
            n_samples=node.n_samples,
            weight=node.weight,
            impurity=node.impurity,
            value=node.value,
        )
        if node.is_leaf:
            builder.stop(number[node.id], node.stop_reason)
        elif cut[node.id]:
            builder.stop(number[node.id], "pruned")
        else:
            builder.split(number[node.id], node.split, node.score, node.is_tie, node.runner_up)
    assert pruned == builder.finish(tree.schema, tree.parts, tree.loss)
    assert pruned.collapse(np.zeros(pruned.n_nodes, dtype=bool)) == pruned


@pytest.mark.parametrize("nodes", [[7], [-1], [0.5], ["a"], [True]])
def test_nodes_that_are_not_there_cannot_be_cut(nodes):
    with pytest.raises(ParameterError, match="node"):
        petal_tree().prune(nodes=nodes)


def test_a_node_that_is_not_there_cannot_be_seen():
    with pytest.raises(ParameterError, match="its nodes are 0 to 4"):
        petal_tree().node(5)


@pytest.mark.parametrize("number", ["a", 1.5, None, True])
def test_what_is_no_number_of_a_node_is_refused(number):
    with pytest.raises(ParameterError, match=f"no node {number!r}"):
        petal_tree().node(number)


def test_trees_are_equal_by_content():
    assert petal_tree() == petal_tree()
    assert petal_tree() != drug_tree()
    assert petal_tree() != "tree"
    assert replace(petal_tree(), recipe=object()) == petal_tree()


@pytest.mark.parametrize(
    "change",
    [
        {"impurity": [0.5, 0.0, 0.5, 0.1, 0.1]},
        {"weight": np.nextafter([150.0, 50, 100, 54, 46], 0)},
        {"impurity": np.where(petal_tree().impurity == 0, -0.0, petal_tree().impurity)},
        {"tie": [False] * 5},
        {"parts": {}},
        {"loss": np.ones((3, 3))},
        {"reasons": ("same", "deep")},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_smallest_change_makes_another_tree(change):
    assert replace(petal_tree(), **change) != petal_tree()


def test_categories_that_python_holds_equal_are_different():
    def tree(categories):
        schema = Schema((Feature("f", "categorical", categories),), (Target("y"),))
        builder = TreeBuilder()
        builder.stop(builder.add(None, 0, n_samples=1, weight=1, impurity=0, value=[0]), "small")
        return builder.finish(schema)

    assert tree((0, 1)) != tree((False, True))
    assert tree((0, 1)) != tree((0.0, 1.0))


def test_nothing_can_be_written_and_the_givers_array_stays_free():
    tree = petal_tree()
    weight = tree.weight.copy()
    other = replace(tree, weight=weight)

    weight[0] = 7

    assert other.weight[0] == 150
    with pytest.raises(ValueError, match="read-only"):
        other.weight[0] = 7
    with pytest.raises(ValueError, match="read-only"):
        tree.node(0).value[0] = 7
    with pytest.raises(AttributeError):
        tree.weight = weight


@pytest.mark.parametrize("make", [petal_tree, drug_tree, lambda: random_tree(3)])
def test_a_pickled_tree_is_the_same_and_as_immutable(make):
    tree = make()
    for other in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree), copy.copy(tree)):
        assert other == tree
        assert not other.value.flags.writeable


def test_parts_are_described_by_plain_values():
    def predicate(node):
        return node

    parts = {"a": (1, np.float64(2.5)), "b": {"inf": float("inf"), "f": predicate, 3: None}}

    described = replace(petal_tree(), parts=parts).parts

    name = predicate.__qualname__
    assert described == {"a": [1, 2.5], "b": {"inf": "inf", "f": name, "3": None}}


def test_competitors_ask_the_grower(monkeypatch):
    asked = []
    monkeypatch.setattr("arboretum.growing.reopen.competitors", lambda *given: asked.append(given))
    tree = petal_tree()

    tree.competitors(2, "X", "y")

    assert asked == [(tree, 2, "X", "y", None)]


def test_the_short_form_says_how_large_the_tree_is():
    assert repr(petal_tree()) == "<Tree of species: 5 nodes, 3 leaves, depth 2>"
    assert str(petal_tree()) == petal_tree().to_text()


def test_a_tree_is_filled_from_arrays_without_a_loop_over_nodes():
    # A complete binary tree of half a million nodes, as native code would hand it over.
    depth = 18
    level = np.zeros(1, dtype=np.int64)
    for _ in range(depth):
        level = np.concatenate([[0], level + 1, level + 1])
    below = 2 ** (depth - level)  # nodes of the first subtree, plus one
    inner = level < depth
    first = np.flatnonzero(inner) + 1
    parent = np.full(len(level), -1)
    parent[first] = first - 1
    parent[first - 1 + below[inner]] = first - 1
    column = np.ones(len(level))
    none = SplitTable.from_splits([None]).take(np.full(len(level), -1))

    tree = Tree(
        schema=Schema((Feature("x", "numeric"),), (Target("y"),)),
        parent=parent,
        n_samples=column,
        weight=column,
        impurity=column,
        value=column[:, None],
        splits=SplitTable.packed(
            np.where(inner, 0, -1),
            np.zeros(len(level), dtype=np.int8),
            np.where(inner, 2, 0),
            np.full(len(level), -1),
            inner.astype(np.int32),
            np.arange(inner.sum(), dtype=np.float64),
            np.empty(0),
        ),
        score=np.where(inner, 1.0, np.nan),
        tie=np.zeros(len(level), dtype=bool),
        runner_ups=none,
        runner_up_score=np.full(len(level), np.nan),
        stop_reason=np.where(inner, -1, 0),
        reasons=("deep",),
    )

    assert (tree.depth, tree.n_leaves) == (depth, 2**depth)
    assert np.array_equal(tree.depths, level)
    assert tree.splits[1] == Split(0, "interval", 2, (1.0,))
    assert tree.collapse([0]).n_nodes == 1
