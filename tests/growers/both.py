"""Growing one dataset by several growers."""

from __future__ import annotations

import numpy as np

from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.growing.native import grow_fast, grow_general, why_not
from arboretum.growing.obstacles import can_grow
from arboretum.sources import MemorySource

#: Sums of the same floats in another order differ in their last bits, and a score is a
#: difference of such sums: of a node's impurity this much is uncertain at most.
TOLERANCE = 1e-10


def dataset_and_recipe(estimator, X, y, sample_weight=None):
    """What an estimator would grow from, and by."""
    dataset = make_dataset(
        X,
        y,
        nominal=estimator._nominal,
        kinds=estimator.kinds,
        sample_weight=sample_weight,
        class_weight=getattr(estimator, "class_weight", None),
    )
    return dataset, estimator._recipe(dataset.schema).fitted(dataset)


def grow_both(estimator, X, y, sample_weight=None):
    """(fast tree, readable tree) of an estimator's recipe; fails if the fast core cannot.

    The general native grower knows whatever the fast one knows, and adds in the
    order of the loop: its tree is the loop's, bit for bit.
    """
    dataset, recipe = dataset_and_recipe(estimator, X, y, sample_weight)
    assert can_grow(recipe, dataset)
    statistics = recipe.criterion.statistics(dataset)
    readable = grow(MemorySource(dataset, statistics), recipe)
    assert grow_general(dataset, statistics, recipe) == readable
    return grow_fast(dataset, statistics, recipe), readable


def grow_natively(estimator, X, y, sample_weight=None):
    """(fast tree, general tree): what ``grow_both`` compares, without the time of the loop."""
    dataset, recipe = dataset_and_recipe(estimator, X, y, sample_weight)
    assert can_grow(recipe, dataset)
    statistics = recipe.criterion.statistics(dataset)
    return grow_fast(dataset, statistics, recipe), grow_general(dataset, statistics, recipe)


def assert_general_equals_readable(dataset, recipe):
    """The general native grower and the loop grow the same tree, bit for bit; returns it."""
    assert why_not(recipe) is None
    statistics = recipe.criterion.statistics(dataset)
    native = grow_general(dataset, statistics, recipe)
    readable = grow(MemorySource(dataset, statistics), recipe)
    assert_same_tree(native, readable, exact=True)
    return native


def assert_same_tree(native, readable, exact):
    """Equal bit for bit, or, where sums of floats differ in order, except for their last bits."""
    assert native.splits == readable.splits
    assert native.runner_ups == readable.runner_ups
    assert native.tie.tolist() == readable.tie.tolist()
    assert [n.stop_reason for n in native.leaves()] == [n.stop_reason for n in readable.leaves()]
    for name in ("parent", "n_samples", "weight", "impurity", "value", "score", "runner_up_score"):
        a, b = getattr(native, name), getattr(readable, name)
        if exact:
            np.testing.assert_array_equal(a, b, err_msg=name)
        else:
            scale = np.nanmax(np.abs(b), initial=1e-300)
            np.testing.assert_allclose(a, b, rtol=TOLERANCE, atol=TOLERANCE * scale, err_msg=name)
    if exact:
        assert native == readable
