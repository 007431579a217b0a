"""The recipe by which trees that were found as a whole are written down."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import Criterion
from arboretum.growing import Recipe
from arboretum.leaves import LeafModel
from arboretum.missing import Direction
from arboretum.optimal.limits import Limits
from arboretum.splits import Subset, Threshold
from arboretum.stopping import Constant, MaxDepth, MinSamplesLeaf

__all__ = ["recipe_of_found"]


def recipe_of_found(criterion: Criterion, leaf: LeafModel, limits: Limits, **parts: Any) -> Recipe:
    """What scores the questions of such a tree and values its leaves, within its limits."""
    depth = () if limits.max_depth is None else (MaxDepth(limits.max_depth),)
    return Recipe(
        criterion=criterion,
        splitters=(Threshold(), Subset()),
        missing=Direction(),
        leaf=leaf,
        stopping=(Constant(), *depth, MinSamplesLeaf(limits.min_samples_leaf)),
        **parts,
    )
