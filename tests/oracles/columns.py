"""Trees that ask about combinations of features, made of trees that do not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arboretum.data.schema import Combination
from arboretum.tree.split import INTERVAL


def with_combination(tree, first, second):
    """The tree with ``first + second / 2`` in place of every threshold of ``first``."""
    index = tree.schema.feature_index
    one = Combination(f"{first} + 0.5 * {second}", ((index[first], 1.0), (index[second], 0.5)))
    is_first = (tree.splits.column == index[first]) & (tree.splits.kind == INTERVAL)
    column = np.where(is_first, tree.schema.n_features, tree.splits.column)
    assert is_first.any()
    return replace(
        tree,
        schema=replace(tree.schema, combinations=(one,)),
        splits=replace(tree.splits, column=column),
    )
