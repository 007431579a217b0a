"""The native growers: the same tree as the readable loop, without Python a node.

There are two.  The fast one is made for what most trees are grown by; the general
one knows every built-in part.  :func:`why_not` says what keeps a recipe from both;
then the readable loop grows the tree.
"""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.growing import native_fast, native_general
from arboretum.growing.loop import Progress
from arboretum.growing.recipe import Recipe
from arboretum.statistics import Statistics
from arboretum.tree import Tree

__all__ = ["grow_native", "why_not"]


def why_not(recipe: Recipe) -> str | None:
    """What keeps a recipe from the native growers, or None."""
    part = recipe.foreign_part()
    return None if part is None else f"{type(part).__name__} is not one of its parts"


def grow_native(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> tuple[Tree, str]:
    """Grow a tree of built-in parts by the fast core where it can, else by the general one.

    Returns the tree and which of them it was, with what kept the fast one from it.
    """
    obstacle = native_fast.obstacle(recipe, dataset)
    if obstacle is None:
        tree = native_fast.grow_fast(dataset, statistics, recipe, n_threads, progress)
        return tree, "native"
    tree = native_general.grow_general(dataset, statistics, recipe, n_threads, progress)
    return tree, f"native, general: {obstacle}"
