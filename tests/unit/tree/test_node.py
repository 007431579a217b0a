from __future__ import annotations

import pytest

from arboretum.tree import Split
from tests.unit.tree.examples import TARGETS, drug_tree, petal_tree, random_tree, shirt_tree


def test_a_leaf_tells_where_it_is_and_why_it_stopped():
    node = petal_tree().node(3)

    assert (node.id, node.depth, node.parent, node.children, node.branch) == (3, 2, 2, [], 0)
    assert node.path_string() == "1→0"
    assert node.conditions == ["petal length > 2.45", "petal width <= 1.75"]
    assert node.is_leaf
    assert node.stop_reason == "max_depth=2 is reached"
    assert node.split is None
    assert node.score is None
    assert node.runner_up is None
    assert not node.is_tie


def test_an_inner_node_tells_what_it_asks_and_what_it_nearly_asked():
    root = petal_tree().root

    assert root.parent is None
    assert root.branch is None
    assert root.path == []
    assert root.path_string() == ""
    assert root.children == [1, 2]
    assert root.split == Split(0, "interval", 2, (2.45,), (), 1)
    assert root.score == 1 / 3
    assert root.runner_up == (Split(1, "interval", 2, (0.8,), (), 1), 1 / 3)
    assert root.is_tie
    assert root.stop_reason is None


def test_a_node_tells_what_it_saw_and_predicts():
    node = petal_tree().node(3)

    assert (node.n_samples, node.weight) == (54, 54)
    assert node.value.tolist() == [0, 49, 5]
    assert node.impurity == pytest.approx(0.1680, abs=5e-5)
    assert node.prediction == "versicolor"
    assert node.probabilities == {"setosa": 0, "versicolor": 49 / 54, "virginica": 5 / 54}


def test_a_number_is_predicted_as_it_is():
    node = shirt_tree().node(1)

    assert node.prediction == 10.0
    assert node.probabilities is None


@pytest.mark.parametrize("targets", TARGETS)
def test_every_target_gets_its_prediction(targets):
    node = random_tree(0, targets=targets).root

    if len(targets) == 1:
        assert not isinstance(node.prediction, list)
    else:
        assert len(node.prediction) == len(targets)
    if targets[0].classes and len(targets) > 1:
        assert [list(shares) for shares in node.probabilities] == [list(t.classes) for t in targets]


def test_paths_lead_through_the_branches_of_a_multiway_split():
    assert drug_tree().node(5).path_string() == "2→1"
    assert drug_tree().node(5).conditions == ["bp = normal", "age > 41"]


def test_a_node_reads_like_a_sentence():
    tree = petal_tree()

    assert repr(tree.node(3)) == (
        "<Node 3: leaf at depth 2, 54 samples, predicts versicolor, "
        "stopped: max_depth=2 is reached>"
    )
    assert repr(tree.root) == (
        "<Node 0: inner node at depth 0, 150 samples, predicts setosa, "
        "splits on petal length <= 2.45 (score 0.3333333, a tie)>"
    )
    assert str(tree.root).splitlines() == [
        "node 0: root",
        "  samples   150 (weight 150)",
        "  impurity  0.6666667",
        "  predicts  setosa",
        "  splits on petal length <= 2.45 (score 0.3333333, a tie)",
        "  runner-up petal width <= 0.8 (score 0.3333333)",
        "  missing   goes down the branch for samples that cannot answer, petal length > 2.45",
    ]


def test_leaves_are_the_nodes_without_children():
    tree = random_tree(5, n_splits=10)

    assert [leaf.id for leaf in tree.leaves()] == [n.id for n in tree.nodes() if not n.children]
