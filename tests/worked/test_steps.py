"""The step data of Figure 4 in the notes on tree models (G03, D15, E08)."""

import pytest

from arboretum import TreeRegressor, datasets


def test_two_cuts_fall_exactly_at_1000_and_2000():
    steps = datasets.steps()

    tree = TreeRegressor(max_leaf_nodes=3).fit(steps.X, steps.y).tree_

    cuts = sorted(node.split.thresholds[0] for node in tree.nodes() if not node.is_leaf)
    assert cuts == [1000.0, 2000.0]
    assert sorted(leaf.n_samples for leaf in tree.leaves()) == [20, 20, 20]


def test_the_three_levels_are_about_20_10_and_20():
    steps = datasets.steps()
    model = TreeRegressor(max_leaf_nodes=3).fit(steps.X, steps.y)
    (column,) = steps.X

    levels = model.predict({column: [500.0, 1500.0, 2500.0]})

    # The mean of 20 draws with standard deviation 1 has a standard error of 0.22.
    assert levels == pytest.approx([20, 10, 20], abs=1.0)
