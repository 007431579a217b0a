"""A tree whose questions are chosen by looking ahead: each is the first of a best small tree."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from arboretum.data import Dataset
from arboretum.growing import Progress, Recipe, replay
from arboretum.growing.keep_rows import keep_rows
from arboretum.optimal.certificate import Certificate
from arboretum.optimal.columns import language_of
from arboretum.optimal.limits import Limits
from arboretum.optimal.merged import merge
from arboretum.optimal.read_off import questions_from
from arboretum.optimal.solve import answer_of_leaf, certificate_of, columns_for, costs_of, search
from arboretum.sources import open_source
from arboretum.tree import Split, Tree

__all__ = ["Ahead", "ahead_tree"]

#: Why a node is a leaf.
NOTHING_SAVED = "no question here saves anything"
DEEPEST = "max_depth={} is reached"


@dataclass(frozen=True)
class Ahead:
    """How far to look.

    Attributes
    ----------
    levels : {2, 3}
        The question of a node is the first one of the best tree of so many levels.
    min_samples_split : int
        Fewer samples are not asked about.
    """

    levels: int
    min_samples_split: int = 2

    def for_core(self) -> dict[str, Any]:
        """The same with the names of the core."""
        return {"levels": self.levels, "min_split": self.min_samples_split}


def ahead_tree(
    dataset: Dataset, recipe: Recipe, limits: Limits, ahead: Ahead, progress: Progress | None = None
) -> tuple[Tree, Certificate]:
    """The tree of one target that grows by looking ahead, with what is known of it.

    The recipe says what mistakes cost, how leaves are valued and nodes scored.  ``progress`` is
    called with how many different rows are at leaves, and how many there are.

    Of a tree of as many levels as were looked at the core knows what every tree costs at least;
    of a deeper one only what no tree can save is known.
    """
    merged = merge(dataset)
    costs = costs_of(dataset, merged, recipe.loss, limits)
    columns = columns_for(merged, dataset, costs)
    questions: dict[tuple[int, ...], Split | str] = {(): NOTHING_SAVED}
    answer = answer_of_leaf(costs)
    if columns and not costs.is_leaf_best:
        answer = search(costs, columns, merged, limits, progress, ahead.for_core())
        if answer["ended"] == "interrupted":
            raise KeyboardInterrupt
        if answer["bound"] < answer["cost"]:
            answer["ended"] = "ahead"
        questions = {
            place: _reason(place, limits) if isinstance(asked, str) else asked
            for place, asked in questions_from(answer, columns, merged, dataset).items()
        }
    source = open_source(dataset, recipe.criterion.count(dataset))
    tree = recipe.leaf.after_growth(
        replay(questions, source, replace(recipe, keep_rows=False)), dataset
    )
    certificate = certificate_of(answer, costs, language_of(merged, dataset.schema))
    return keep_rows(tree, dataset) if recipe.keep_rows else tree, certificate


def _reason(place: tuple[int, ...], limits: Limits) -> str:
    return DEEPEST.format(limits.max_depth) if len(place) == limits.max_depth else NOTHING_SAVED
