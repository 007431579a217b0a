"""Which grower grows a dataset in memory."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.growing.held_out import grow_cautiously
from arboretum.growing.keep_rows import keep_rows
from arboretum.growing.loop import Growth, Progress, check_recipe
from arboretum.growing.native import grow_native, why_not
from arboretum.growing.recipe import Recipe
from arboretum.growing.work import WorkDone
from arboretum.sources import check_n_rows, source_of
from arboretum.splits import Column
from arboretum.tree import Tree

__all__ = ["grow_in_memory"]


def grow_in_memory(
    dataset: Dataset,
    recipe: Recipe,
    n_threads: int = 1,
    progress: Progress | None = None,
    work: WorkDone | None = None,
) -> tuple[Tree, str]:
    """Grow a tree natively where all parts are built in and the rows are at hand, else by the loop.

    Returns the tree and which grower it was.  Both give the same tree.  ``work`` has what it
    took added to it, which is counted on one thread alone.
    """
    check_n_rows(dataset.n_rows)
    recipe = recipe.fitted(dataset)
    statistics = recipe.criterion.count(dataset)
    columns = [Column(i, feature, None) for i, feature in enumerate(dataset.schema.features)]
    check_recipe(recipe, columns, statistics)
    for rule in recipe.stopping:
        if rule.held_out is not None:
            return grow_cautiously(
                dataset,
                recipe,
                rule,
                lambda growing, others: grow_in_memory(growing, others, n_threads, progress, work),
            )
    source = source_of(dataset)
    reason = why_not(recipe) if source.is_native else f"the rows are in {source.name}"
    if reason is None:
        tree, grower = grow_native(dataset, statistics, recipe, n_threads, progress, work)
    else:
        tree = Growth(source(dataset, statistics), recipe, progress, work).run()
        grower = f"readable: {reason}"
    tree = recipe.leaf.after_growth(tree, dataset)
    return keep_rows(tree, dataset) if recipe.keep_rows else tree, grower
