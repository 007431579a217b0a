"""A level is one round: what makes growing from far away bearable."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arboretum import TreeClassifier
from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.sources import MemorySource


class FarSource(MemorySource):
    """Counts how often it is asked."""

    def __init__(self, *given):
        super().__init__(*given)
        self.rounds = {"totals": 0, "tables": 0, "route": 0}

    def totals(self, nodes):
        self.rounds["totals"] += 1
        return super().totals(nodes)

    def tables(self, wanted):
        self.rounds["tables"] += 1
        return super().tables(wanted)

    def route(self, routes):
        self.rounds["route"] += 1
        super().route(routes)


def grown(order):
    rng = np.random.default_rng(0)
    X = {"a": rng.normal(size=300), "b": rng.normal(size=300)}
    y = np.sin(3 * X["a"]) + np.sin(5 * X["b"]) > 0
    dataset = make_dataset(X, y, nominal=True)
    model = TreeClassifier(max_depth=5).fit(X, y)
    recipe = replace(model.tree_.recipe, order=order)
    source = FarSource(dataset, recipe.criterion.count(dataset))
    return grow(source, recipe), source.rounds


def test_growing_level_by_level_asks_once_per_level():
    tree, rounds = grown("level")

    assert tree.depth == 5
    assert tree.n_leaves > 15
    # Levels 0 to 5 are opened; the last is stopped by its depth; five are split.
    assert rounds == {"totals": 6, "tables": 5, "route": 5}


def test_the_order_changes_the_rounds_and_not_the_tree():
    by_level, few = grown("level")
    by_depth, many = grown("depth")

    assert by_level.splits == by_depth.splits
    assert by_level.value.tolist() == by_depth.value.tolist()
    assert many["tables"] > few["tables"]
