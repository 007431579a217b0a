"""Growing by looking ahead: what it takes, and what it cannot be combined with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing import Progress, Recipe
from arboretum.optimal import Ahead, Certificate, Limits, ahead_tree
from arboretum.part import is_number, is_whole
from arboretum.splits import RECIPES
from arboretum.stopping import MinSamplesLeaf, MinSamplesSplit, StoppingRule
from arboretum.tree import Tree, n_threads

__all__ = ["grow_ahead", "levels_of"]

#: Question by question; one more; two more.
LEVELS = (1, 2, 3)
#: The parameters that would go unheard, with what they are by default.
UNHEARD: dict[str, Any] = {
    "stopping": (),
    "feature_costs": None,
    "min_weight_fraction_leaf": 0.0,
    "max_leaf_nodes": None,
    "min_impurity_decrease": 0.0,
    "max_features": None,
}
#: Those that score nodes by default, and that of mistakes; none of them chooses what is asked.
CRITERIA = ("gini", "error", "squared_error")
#: A deeper tree is not read by anybody.
DEEPEST = 64
MISSING = ("direction", "error")


def levels_of(lookahead: Any) -> int:
    """``lookahead=`` as a number of levels."""
    if not is_whole(lookahead) or lookahead not in LEVELS:
        raise ParameterError(
            f"lookahead={lookahead!r} must be 1, 2 or 3: the question of a node is the first one "
            "of the best tree of so many levels."
        )
    return int(lookahead)


def grow_ahead(
    species: Any, recipe: Recipe, dataset: Dataset, progress: Progress | None = None
) -> tuple[Tree, Certificate]:
    """The tree whose questions are each the first of the best tree of a few levels."""
    levels = levels_of(species.lookahead)
    for reason in _obstacles(species, recipe, dataset):
        raise UnsupportedCombination(f"lookahead={levels} {reason} Or leave lookahead=1.")
    recipe = recipe.fitted(dataset)
    limits = Limits(
        max_depth=species.max_depth,
        min_samples_leaf=_number(recipe, MinSamplesLeaf, 1),
        threads=n_threads(species.n_jobs, dataset.n_rows),
    )
    ahead = Ahead(levels, _number(recipe, MinSamplesSplit, 2))
    return ahead_tree(dataset, recipe, limits, ahead, progress)


def _number(recipe: Recipe, rule: type[StoppingRule], default: int) -> int:
    """The number of samples that a rule asks for."""
    found = (int(one.get_params()["n"]) for one in recipe.stopping if type(one) is rule)
    return next(found, default)


def _obstacles(species: Any, recipe: Recipe, dataset: Dataset) -> Iterator[str]:
    """What cannot be heard, as sentences that begin after the parameter."""
    n_targets = len(dataset.schema.targets)
    if n_targets > 1:
        yield f"is for one target, but there are {n_targets} targets. Fit one tree per target."
    if species.max_depth is None or species.max_depth > DEEPEST:
        yield (
            f"judges questions by the trees below them, down to max_depth={species.max_depth!r}. "
            f"Pass a max_depth of at most {DEEPEST}."
        )
    if recipe.criterion.name not in CRITERIA:
        yield (
            "asks what makes the tree below cheapest, in mistakes, their losses or squared errors, "
            f"so that criterion={species.criterion!r} would choose nothing. Leave it out."
        )
    if tuple(type(one) for one in recipe.splitters) != RECIPES["binary"]:
        yield f"asks questions with two branches, not splits={species.splits!r}. Leave it out."
    if recipe.missing.name not in MISSING:
        yield (
            "sends missing values where the tree is cheapest, so that "
            f"missing={species.missing!r} would not be heard. Use missing='direction'."
        )
    for name, usual in UNHEARD.items():
        if not _is_usual(value := getattr(species, name), usual):
            yield (
                f"asks what makes the tree below cheapest, so that {name}={value!r} would not be "
                "heard. Leave it out; max_depth, min_samples_split and min_samples_leaf limit the "
                "tree."
            )


def _is_usual(value: Any, usual: Any) -> bool:
    """Whether a parameter asks for nothing."""
    if isinstance(usual, tuple):
        return isinstance(value, tuple | list) and len(value) == 0
    return value is usual or (is_number(value) and value == usual)
