"""All that the page knows: a tree, what is said about it, and samples to follow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.explain.importance import features_read, impurity_importance
from arboretum.model import Model, model_of
from arboretum.show.paper.palette import class_colours
from arboretum.show.paper.pruning_steps import PruningSteps, pruning_steps
from arboretum.show.paper.recurrence import Recurrence
from arboretum.show.web.page_words import page_words
from arboretum.tree import Tree

__all__ = ["page_document"]


def page_document(
    model: Any, tree: Tree, X: Any, max_rows: int, recurrence: Recurrence | None = None
) -> dict[str, Any]:
    """A tree as its saved form, with everything beside it that a page shows.

    ==============  =======================================================
    ``tree``        the tree as it is saved
    ``words``       texts about features, classes and nodes
    ``decisions``   class codes that each node decides for; null for numbers
    ``colours``     of the classes of each target; null for numbers
    ``asked``       features that are asked for, the most important first
    ``importance``  the share of each feature
    ``pruning``     the nested trees, or null
    ``refuses``     values that prediction refuses
    ``rows``        encoded samples to pick from, or null
    ``recurs``      how often the question of each node comes back, or null
    ==============  =======================================================
    """
    importance, steps = impurity_importance(tree), pruning_steps(model, tree)
    asked = _asked_features(tree, importance)
    is_class, targets = tree.schema.is_classification, range(len(tree.schema.targets))
    return {
        "tree": tree.to_dict(),
        "words": page_words(tree),
        "decisions": tree.decisions.tolist() if is_class else None,
        "colours": [class_colours(tree, target) for target in targets] if is_class else None,
        "asked": asked,
        "importance": importance.tolist(),
        "pruning": None if steps is None else _plain_steps(steps),
        "refuses": list(tree.missing_policy.refuses),
        "rows": None if X is None else _rows(model_of(model), X, asked, max_rows),
        "recurs": None if recurrence is None else _of_nodes(tree, recurrence),
    }


def _of_nodes(tree: Tree, recurrence: Recurrence) -> list[str | None]:
    return [recurrence.whole.get(node) for node in range(tree.n_nodes)]


def _asked_features(tree: Tree, importance: npt.NDArray[np.float64]) -> list[int]:
    found = np.array(features_read(tree), dtype=int)
    return found[np.argsort(-importance[found], kind="stable")].tolist()


def _plain_steps(steps: PruningSteps) -> dict[str, Any]:
    return {
        "cut": [None if step < 0 else step for step in steps.cut.tolist()],
        "n_leaves": steps.n_leaves,
        "cp": _or_none(steps.cp),
        "error": _or_none(steps.error),
        "xerror": _or_none(steps.xerror),
        "xstd": _or_none(steps.xstd),
    }


def _rows(model: Model, X: Any, asked: list[int], max_rows: int) -> dict[str, Any]:
    """The first samples, a column for each feature that is asked for."""
    if max_rows < 1:
        raise ParameterError(f"max_rows={max_rows} leaves no sample. Use 1 or more.")
    columns = model.read(X)
    n_rows = len(columns[0]) if columns else 0
    return {
        "n_rows": n_rows,
        "n_kept": min(n_rows, max_rows),
        "columns": {
            str(feature): _or_none(columns[feature][:max_rows].tolist()) for feature in asked
        },
    }


def _or_none(numbers: list[Any]) -> list[Any]:
    """JSON has no NaN."""
    return [None if isinstance(x, float) and math.isnan(x) else x for x in numbers]
