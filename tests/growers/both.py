"""Growing one dataset by both growers."""

from __future__ import annotations

import numpy as np

from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.growing.native import grow_native, why_not
from arboretum.sources import MemorySource

#: Sums of the same floats in another order differ in their last bits, and a score is a
#: difference of such sums: of a node's impurity this much is uncertain at most.
TOLERANCE = 1e-10


def grow_both(estimator, X, y, sample_weight=None):
    """(native tree, readable tree) of an estimator's recipe; fails if it is not native."""
    dataset = make_dataset(
        X,
        y,
        nominal=estimator._nominal,
        kinds=estimator.kinds,
        sample_weight=sample_weight,
        class_weight=getattr(estimator, "class_weight", None),
    )
    recipe = estimator._recipe(dataset)
    assert why_not(recipe, dataset) is None
    statistics = recipe.criterion.statistics(dataset)
    native = grow_native(dataset, statistics, recipe)
    return native, grow(MemorySource(dataset, statistics), recipe)


def assert_same_tree(native, readable, exact):
    """Equal bit for bit, or where sums of floats differ in order, equal but for their last bits."""
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
