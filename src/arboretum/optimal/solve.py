"""From a dataset to its best tree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from arboretum import _core
from arboretum.data import Dataset
from arboretum.exceptions import NotProvedWarning, warn_the_user
from arboretum.growing import Progress, Recipe, replay
from arboretum.optimal.certificate import Certificate
from arboretum.optimal.class_costs import ClassCosts, class_costs
from arboretum.optimal.columns import columns_of, language_of
from arboretum.optimal.limits import Limits
from arboretum.optimal.merged import merge
from arboretum.optimal.read_off import LEAF, questions_from
from arboretum.sources import open_source
from arboretum.tree import Tree

__all__ = ["best_tree"]


def best_tree(
    dataset: Dataset, recipe: Recipe, limits: Limits, progress: Progress | None = None
) -> tuple[Tree, Certificate]:
    """The tree of classes that costs least, with what was proved of it.

    The recipe says what mistakes cost, how leaves are valued and nodes scored.  ``progress`` is
    called with what every tree costs at least and what the best one so far does.
    """
    merged = merge(dataset)
    weight = float(dataset.weights.sum())
    costs = class_costs(dataset, merged, recipe.loss, limits.alpha * weight)
    columns = columns_of(merged, dataset.schema, costs.gains)
    questions: Any = {(): LEAF}
    answer: dict[str, Any] = {"ended": "proved", "work": 0, "forgot": False}
    if columns:
        answer = _core.best_class_tree(
            ranks=np.array([column.ranks for column in columns]),
            needs_last_rank=np.array([column.needs_last_rank for column in columns], np.uint8),
            count=merged.counts,
            gains=costs.gains,
            unit=costs.unit,
            alpha=costs.alpha,
            limits=limits.for_core(),
            progress=_told(progress, costs),
        )
        questions = questions_from(answer, columns, merged, dataset)
    else:
        answer["cost"] = answer["bound"] = _of_leaf(costs)
    certificate = Certificate(
        objective=costs.summed(answer["cost"]),
        bound=costs.summed(answer["bound"]),
        unavoidable=costs.unavoidable,
        stopped=answer["ended"],
        language=language_of(merged, dataset.schema),
        is_exact=costs.is_exact,
        work=answer["work"],
        forgot=answer["forgot"],
    )
    if not certificate.is_proved:
        warn_the_user(f"{certificate} The certificate_ says more.", NotProvedWarning)
    source = open_source(dataset, recipe.criterion.count(dataset))
    return replay(questions, source, recipe), certificate


def _told(progress: Progress | None, costs: ClassCosts) -> Callable[[float, float], None] | None:
    """What the core calls with the costs of the search."""
    if progress is None:
        return None
    return lambda best, bound: progress(costs.summed(bound), costs.summed(best))


def _of_leaf(costs: ClassCosts) -> int:
    """What all rows cost in one leaf."""
    sums = costs.gains.astype(np.int64).sum(axis=0)
    top = int(costs.gains.max(axis=1).sum(dtype=np.int64))
    return int(top - sums.max(initial=0)) * costs.unit + costs.alpha
