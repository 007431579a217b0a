"""Left and right as R draws them: the smaller mean or class is on the left."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, ID3Classifier, datasets, explain, show
from arboretum.exceptions import ParameterError
from arboretum.show.paper.labels import Words, make_labels
from arboretum.show.paper.preset import find_preset
from arboretum.show.paper.tree_plan import plan_tree
from arboretum.tree import visit
from arboretum.tree.sides import rpart_numbers

# Large numbers have small targets, so rpart swaps the sides of both questions:
# 1) x > 19.5 on the left at the root; on its right, 3) x > 9.5 on the left.
x = np.arange(40.0)
FALLING = CARTRegressor().fit({"x": x}, np.where(x > 19.5, 0.0, np.where(x > 9.5, 1.0, 2.0))).tree_


def drawn(tree, preset):
    """The labels of a picture with the place of each node from left to right."""
    style = find_preset(preset, None, None)
    labels = make_labels(tree, visit(tree, None, style.sides), style, Words()).shown
    return labels, plan_tree(tree, labels, style).layout().x


def test_the_smaller_mean_is_drawn_on_the_left_where_the_question_holds():
    labels, place = drawn(FALLING, "rpart")

    said = {label.question[0] for label in labels if label.question}
    assert said == {"x > 19.5", "x > 9.5"}
    leaves = [(at, label) for label, at in zip(labels, place, strict=True) if label.is_end]
    means = [label.heading[0] for _, label in sorted(leaves, key=lambda leaf: leaf[0])]
    assert means == ["0", "1", "2"]
    assert [label.answer[0] for label in labels[1:]] == ["yes", "no", "yes", "no"]


def test_other_pictures_keep_the_order_of_the_branches():
    labels, place = drawn(FALLING, "summary")

    assert [label.node for label in labels] == [0, 1, 2, 3, 4]
    leaves = [(at, label) for label, at in zip(labels, place, strict=True) if label.is_end]
    assert [label.heading[0] for _, label in sorted(leaves, key=lambda leaf: leaf[0])] == [
        "2",
        "1",
        "0",
    ]


def test_nodes_are_numbered_as_they_are_drawn():
    order = [rpart_numbers(FALLING)[at.id] for at in visit(FALLING, sides="rpart")]

    assert order == [1, 2, 3, 6, 7]


def test_graphviz_and_mermaid_have_the_left_child_first():
    in_dot = show.dot(FALLING, preset="rpart").splitlines()

    edges = [line.strip() for line in in_dot if "->" in line]
    assert edges == [
        '0 -> 4 [label="yes"];',
        '0 -> 1 [label="no"];',
        '1 -> 3 [label="yes"];',
        '1 -> 2 [label="no"];',
    ]
    assert 'label="x > 19.5"' in in_dot[3]
    arrows = [line.strip() for line in show.mermaid(FALLING, preset="rpart").splitlines()]
    assert [line for line in arrows if "-->" in line] == [
        'n0 -->|"yes"| n4',
        'n0 -->|"no"| n1',
        'n1 -->|"yes"| n3',
        'n1 -->|"no"| n2',
    ]


def test_the_text_of_r_has_its_numbers_and_its_left_child_first():
    lines = FALLING.to_text("R").splitlines()[-5:]

    assert [line.strip().split(" x")[0].split(" root")[0] for line in lines] == [
        "1)",
        "2)",
        "3)",
        "6)",
        "7)",
    ]
    assert lines[1].startswith("  2) x > 19.5 20 ")
    assert lines[1].endswith(" 0 *")


def test_a_path_is_told_by_sides():
    assert [leaf.path_string() for leaf in FALLING.leaves()] == ["0→0", "0→1", "1"]
    sides = {leaf.prediction: leaf.path_string("left/right") for leaf in FALLING.leaves()}
    assert sides == {2.0: "right→right", 1.0: "right→left", 0.0: "left"}
    assert FALLING.root.path_string("left/right") == ""
    assert explain.path(FALLING, {"x": [12.0]}).path_string("left/right") == "right→left"


def test_the_ways_of_a_shared_sample_are_all_told():
    model = CARTClassifier(missing="fractional").fit({"x": x}, np.where(x > 19.5, "a", "b"))

    told = explain.path(model, {"x": [None]})

    assert (told.path_string(), told.path_string("left/right")) == ("0 or 1", "right or left")


def test_many_children_have_no_sides():
    weather = datasets.weather()
    tree = ID3Classifier().fit(weather.X, weather.y).tree_

    with pytest.raises(ParameterError, match="has 3 children, which have no sides"):
        tree.leaves()[0].path_string("left/right")
    with pytest.raises(ParameterError, match="style='up' is not known"):
        tree.root.path_string("up")
    # A picture of them has the branches in their order.
    assert [at.id for at in visit(tree, sides="rpart")][1] == 1
