"""From a dataset to its best tree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.exceptions import NotProvedWarning, warn_the_user
from arboretum.growing import Progress, Recipe, replay
from arboretum.growing.replay import Questions
from arboretum.optimal.certificate import Certificate
from arboretum.optimal.class_costs import ClassCosts, class_costs
from arboretum.optimal.columns import AskedColumn, columns_of, language_of
from arboretum.optimal.limits import Limits
from arboretum.optimal.merged import Merged, merge
from arboretum.optimal.number_costs import number_costs
from arboretum.optimal.read_off import LEAF, questions_from
from arboretum.optimal.written import Costs, Solved, asked_of_core
from arboretum.sources import open_source
from arboretum.tree import Tree

__all__ = [
    "Costs",
    "answer_of_leaf",
    "best_tree",
    "certificate_of",
    "columns_for",
    "costs_of",
    "find_best",
    "search",
]


def best_tree(
    dataset: Dataset, recipe: Recipe, limits: Limits, progress: Progress | None = None
) -> tuple[Tree, Certificate]:
    """The tree of one target that costs least, with what was proved of it.

    The recipe says what mistakes cost, how leaves are valued and nodes scored.  ``progress`` is
    called with what every tree costs at least and what the best one so far does.
    """
    questions, certificate, solved = _found(dataset, recipe.loss, limits, progress)
    source = open_source(dataset, recipe.criterion.count(dataset))
    tree = replay(questions, source, recipe)
    certificate.prove_by(solved, tree)
    if not certificate.is_proved:
        warn_the_user(f"{certificate} The certificate_ says more.", NotProvedWarning)
    return tree, certificate


def find_best(
    dataset: Dataset,
    loss: npt.NDArray[np.float64] | None,
    limits: Limits,
    progress: Progress | None = None,
) -> tuple[Questions, Certificate]:
    """What the tree that costs least asks, and what was proved of it."""
    questions, certificate, _ = _found(dataset, loss, limits, progress)
    return questions, certificate


def _found(
    dataset: Dataset,
    loss: npt.NDArray[np.float64] | None,
    limits: Limits,
    progress: Progress | None,
) -> tuple[Questions, Certificate, Solved]:
    """The same with what a proof can be written of."""
    merged = merge(dataset)
    costs = costs_of(dataset, merged, loss, limits)
    columns = columns_for(merged, dataset, costs)
    questions: Questions = {(): LEAF}
    answer = answer_of_leaf(costs)
    if columns and not costs.is_leaf_best:
        answer = search(costs, columns, merged, limits, progress)
        questions = questions_from(answer, columns, merged, dataset)
    certificate = certificate_of(answer, costs, language_of(merged, dataset.schema))
    least = answer["cost" if answer["ended"] == "proved" else "bound"]
    solved = Solved(dataset, merged, columns, costs, limits, loss, least)
    return questions, certificate, solved


def costs_of(
    dataset: Dataset, merged: Merged, loss: npt.NDArray[np.float64] | None, limits: Limits
) -> Costs:
    """What predictions cost, by the weights of the samples and their losses."""
    alpha = limits.alpha * float(dataset.weights.sum())
    if dataset.schema.classes is None:
        return number_costs(dataset, merged, alpha)
    return class_costs(dataset, merged, loss, alpha)


def columns_for(merged: Merged, dataset: Dataset, costs: Costs) -> list[AskedColumn]:
    """Every question; categories are ordered by what they gain."""
    gains: npt.NDArray[np.floating | np.integer]
    gains = costs.gains if isinstance(costs, ClassCosts) else costs.number[:, None]
    return columns_of(merged, dataset.schema, gains)


def search(
    costs: Costs,
    columns: Sequence[AskedColumn],
    merged: Merged,
    limits: Limits,
    progress: Progress | None,
    ahead: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The answer of the core: the best tree, or one that is grown by looking ahead."""
    asked = asked_of_core(costs, columns, merged)
    asked |= {"limits": limits.for_core(), "ahead": ahead}
    asked["progress"] = _told(progress, costs) if ahead is None else progress
    if isinstance(costs, ClassCosts):
        return _core.best_class_tree(**asked)
    return _core.best_number_tree(**asked)


def _told(progress: Progress | None, costs: Costs) -> Callable[[float, float], None] | None:
    """What the core calls with the costs of the search."""
    if progress is None:
        return None
    return lambda best, bound: progress(costs.summed(bound), costs.summed(best))


def answer_of_leaf(costs: Costs) -> dict[str, Any]:
    """What the core would answer where nothing can be asked, or nothing saved."""
    cost = costs.of_leaf
    return {"cost": cost, "bound": cost, "ended": "proved", "work": 0, "forgot": False}


def certificate_of(answer: dict[str, Any], costs: Costs, language: str) -> Certificate:
    """What an answer of the core proves."""
    n_leaves = int(np.count_nonzero(answer["column"] < 0)) if "column" in answer else 1
    objective = costs.summed(answer["cost"], n_leaves)
    bound = costs.summed(answer["bound"], n_leaves)
    return Certificate(
        objective=objective,
        bound=objective if answer["ended"] == "proved" else bound,
        unavoidable=costs.unavoidable,
        stopped=answer["ended"],
        language=language,
        is_exact=costs.is_exact,
        work=answer["work"],
        forgot=answer["forgot"],
    )
