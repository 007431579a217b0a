"""All that the page knows: a tree, the words about it, and samples to follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.explain.importance import features_read, impurity_importance
from arboretum.pruning import ComplexityTable, CostComplexity, prices
from arboretum.pruning.risk import RISKS
from arboretum.pruning.weakest_links import ROUNDING
from arboretum.show.paper.palette import class_colours
from arboretum.show.paper.recurrence import Recurrence
from arboretum.show.web.page_samples import Samples, or_none
from arboretum.show.web.page_words import page_words
from arboretum.tree import Tree

__all__ = ["PruningSteps", "page_document", "pruning_steps"]


def page_document(
    model: Any, tree: Tree, samples: Samples, recurrence: Recurrence | None = None
) -> dict[str, Any]:
    """A tree as its saved form, with everything beside it that a page shows.

    ==============  =======================================================
    ``tree``        the tree as it is saved
    ``words``       texts about features, classes and nodes
    ``smoothed``    class weights by which nodes predict shares; null where they are their values
    ``decisions``   class codes that each node predicts; null for numbers
    ``colours``     of the classes of each target; null for numbers
    ``asked``       features that are asked about, the most important first
    ``importance``  the share of each feature
    ``pruning``     the nested trees, or null
    ``refuses``     values that prediction refuses
    ``rows``        encoded samples to pick from, or null
    ``recurs``      how often the question of each node recurs, or null
    ``spread``      how far numbers lie from their mean at each node, or null
    ``histograms``  how the numbers are distributed at each node, or null
    ``ranges``      from where to where the number of a feature goes, by feature
    ==============  =======================================================
    """
    importance, steps = impurity_importance(tree), pruning_steps(model, tree)
    read = np.array(features_read(tree), dtype=int)
    asked = read[np.argsort(-importance[read], kind="stable")].tolist()
    is_class, targets = tree.schema.is_classification, range(len(tree.schema.targets))
    recurs = None if recurrence is None else [recurrence.whole.get(n) for n in range(tree.n_nodes)]
    return {
        "tree": tree.to_dict(),
        "words": page_words(tree),
        "smoothed": _smoothed(tree),
        "decisions": tree.decisions.tolist() if is_class else None,
        "colours": [class_colours(tree, target) for target in targets] if is_class else None,
        "asked": asked,
        "importance": importance.tolist(),
        "pruning": None if steps is None else _plain_steps(steps),
        "refuses": list(tree.missing_policy.refuses),
        "recurs": recurs,
        "spread": _spread(tree),
        **samples.document(model, tree, asked),
    }


def _smoothed(tree: Tree) -> list[list[float]] | None:
    if not tree.schema.is_classification or np.array_equal(tree.smoothed, tree.value):
        return None
    return tree.smoothed.tolist()


def _spread(tree: Tree) -> list[float] | None:
    """How far the numbers at each node lie from their mean, where the impurity says that."""
    if not tree.criterion.is_variance or len(tree.schema.targets) > 1:
        return None
    return np.sqrt(np.maximum(tree.impurity, 0.0)).tolist()


def _plain_steps(steps: PruningSteps) -> dict[str, Any]:
    return {
        "cut": [None if step < 0 else step for step in steps.cut.tolist()],
        "n_leaves": steps.n_leaves,
        "cp": or_none(steps.cp),
        "error": or_none(steps.error),
        "xerror": or_none(steps.xerror),
        "xstd": or_none(steps.xstd),
    }


# The trees that cost-complexity pruning makes of a tree ----------------------------


@dataclass(frozen=True, eq=False)
class PruningSteps:
    """Ever smaller trees; step 0 is the tree as it is.

    Attributes
    ----------
    cut : per node, the first step in which it is a leaf or below one; -1 for a leaf.
    n_leaves : of each step.
    cp, error : the price of a leaf and the risk, as shares of the root's risk; NaN for a
        step 0 that no price leads to.
    xerror, xstd : the risk in cross-validation and its standard error; NaN where unknown.
    """

    cut: npt.NDArray[np.int64]
    n_leaves: list[int]
    cp: list[float]
    error: list[float]
    xerror: list[float]
    xstd: list[float]


def pruning_steps(model: Any, tree: Tree) -> PruningSteps | None:
    """The nested trees of a model, with the errors of its table; None if risks are unknown.

    The table of an estimator may come from a tree that was larger before it
    was pruned: its rows for larger trees are left out.
    """
    try:
        table = getattr(model, "cp_table_", None) or CostComplexity().table(tree)
        risk = RISKS[table.risk](tree)
    except UnsupportedCombination:
        return None
    alpha, n_leaves = table.alpha[::-1], table.sequence.n_leaves
    smaller = n_leaves < tree.n_leaves
    price = prices(tree, risk, table.links)
    # A price found in the smaller tree may differ from the table's in its last digit.
    step = 1 + np.searchsorted(alpha[smaller], price - ROUNDING * risk[0])
    return PruningSteps(
        np.where(tree.is_leaf, -1, step),
        [tree.n_leaves, *n_leaves[smaller].tolist()],
        *(_column(table, name, tree.n_leaves) for name in ("CP", "rel error", "xerror", "xstd")),
    )


def _column(table: ComplexityTable, name: str, n_leaves: int) -> list[float]:
    """A column of the table, largest tree first, for trees of at most ``n_leaves`` leaves."""
    known = table.sequence.n_leaves
    values = np.array(table[name][::-1] if name in table else np.full(len(known), np.nan))
    whole = values[known == n_leaves]
    return [float(whole[0]) if len(whole) else np.nan, *values[known < n_leaves].tolist()]
