"""How long branches are, and which colours are under the words."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeRegressor
from arboretum.show.paper.labels import Words, make_labels
from arboretum.show.paper.palette import CLASSES, HIGHLIGHT, INK, contrast, node_colours
from arboretum.show.paper.preset import find_preset
from arboretum.show.paper.tree_plan import LONGEST_BRANCH, SHORTEST_BRANCH, plan_tree
from arboretum.tree import visit
from tests import source_trees
from tests.unit.show.drawn import random_tree

# Machado, Oliveira & Fernandes (2009), severity 1: what people without one kind of cones see.
BLINDNESS = {
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
}


def planned(tree, branches):
    preset = find_preset("counts", None, branches)
    labels = make_labels(tree, visit(tree), preset, Words())
    return plan_tree(tree, labels.shown, preset)


def test_branches_of_the_heart_tree_are_as_long_as_rparts_deviance_drops():
    # Errors at the nodes of the tree that rpart grows too: 120 at the root; thal parts them into
    # 31 + 33 (56 fewer); vessels among 31: 25 + 6 (none); angina among 25: 5 + 9 (11);
    # age among 9: 5 + 2 (2); pain among 33: 23 + 10 (none); vessels among 23: 6 + 3 (14).
    tree = source_trees.heart().tree_

    length = planned(tree, "deviance").length[~tree.is_leaf]

    drops = np.array([56, 0, 11, 2, 0, 14])
    expected = np.maximum(drops * LONGEST_BRANCH / 56, SHORTEST_BRANCH)
    assert sorted(length) == pytest.approx(sorted(expected))
    assert length[0] == pytest.approx(LONGEST_BRANCH)


def test_branches_may_be_as_long_as_the_drop_in_impurity():
    # Squared deviations from the means: 2 * 25 = 50 before, 2 * 0.5 after the first split.
    tree = TreeRegressor().fit({"x": [1, 2, 3, 4]}, [0.0, 1.0, 10.0, 11.0]).tree_

    length = planned(tree, "impurity").length[~tree.is_leaf]

    assert length.tolist() == [LONGEST_BRANCH, SHORTEST_BRANCH, SHORTEST_BRANCH]


def test_uniform_branches_have_one_length():
    assert set(planned(random_tree(4, 20), "uniform").length) == {SHORTEST_BRANCH}


@pytest.mark.parametrize("seed", range(6))
def test_words_can_be_read_on_every_box(seed):
    # WCAG 2 asks for a contrast of 4.5.
    tree = random_tree(seed, 30)

    colours = node_colours(tree, list(range(tree.n_nodes)))

    assert min(contrast(colour, INK) for colour in colours) >= 4.5


@pytest.mark.parametrize("kind", BLINDNESS)
def test_classes_and_the_path_look_different_to_the_colour_blind(kind):
    colours = [*CLASSES[:4], HIGHLIGHT]

    seen = np.array([lab(np.array(BLINDNESS[kind]) @ linear(colour)) for colour in colours])

    apart = np.linalg.norm(seen[:, None] - seen, axis=2)[np.triu_indices(len(colours), 1)]
    assert apart.min() > 10.0  # in CIELAB, where 2.3 can just be seen


def linear(colour):
    part = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    x, y, z = np.cbrt(np.maximum(to_xyz @ rgb, 1e-6) / [0.9505, 1.0, 1.089])
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])
