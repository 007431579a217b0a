"""The native growers: the same tree as the readable loop, without Python per node.

There are two.  The fast one is made for what most trees are grown by; the general
one knows every built-in part.  :func:`why_not` says what keeps a recipe from both;
then the readable loop grows the tree.
"""

from __future__ import annotations

from typing import Any

from arboretum import _core
from arboretum.data import Dataset
from arboretum.growing import native_fast
from arboretum.growing.assemble import assemble
from arboretum.growing.loop import Progress
from arboretum.growing.recipe import Recipe
from arboretum.part import Spec
from arboretum.statistics import Statistics
from arboretum.tree import Tree

__all__ = ["grow_general", "grow_native", "why_not"]

#: The core reads these of every criterion, whether they mean something to it or not.
UNUSED = {"bits": 1.0, "ddof": 0.0, "root": 1.0, "statistic": "", "max_odds": 0.0}


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
    tree = grow_general(dataset, statistics, recipe, n_threads, progress)
    return tree, f"native, general: {obstacle}"


def grow_general(
    dataset: Dataset,
    statistics: Statistics,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
) -> Tree:
    """Grow a tree whose parts, except the leaf model, the native core knows."""
    features = dataset.schema.features
    counted, spec = statistics.native(), recipe.native()
    assert spec is not None  # why_not says so
    grown = _core.grow_general(
        columns=list(dataset.columns),
        kinds=[feature.kind for feature in features],
        n_categories=[feature.n_categories for feature in features],
        statistics=counted,
        recipe={
            **spec,
            "criterion": _filled(spec["criterion"]),
            "splitters": [_fitting(splitter, counted) for splitter in spec["splitters"]],
            "split_features": _split_features(recipe, len(features)),
        },
        n_threads=n_threads,
        progress=progress,
    )
    return assemble(grown, dataset, statistics, recipe)


def _split_features(recipe: Recipe, n_features: int) -> list[int]:
    """The features that may be asked about, ascending."""
    chosen = recipe.split_features
    return list(range(n_features)) if chosen is None else sorted(chosen)


def _filled(criterion: Spec) -> Spec:
    inner = {"criterion": _filled(criterion["criterion"])} if "criterion" in criterion else {}
    return {**UNUSED, **criterion, **inner}


def _fitting(splitter: Spec, counted: dict[str, Any]) -> Spec:
    """A splitter that tests differences names its test of classes; numbers have one only."""
    tests_numbers = "statistic" in splitter and counted["name"] != "classes"
    return {**splitter, "statistic": "f"} if tests_numbers else splitter
