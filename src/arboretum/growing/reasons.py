"""Why a node stopped, where no stopping rule says so."""

from __future__ import annotations

from arboretum.growing.recipe import Recipe

__all__ = ["FULL", "NOT_ASKED", "NO_QUESTION", "reasons_of"]

NO_QUESTION = "no feature tells these samples apart"
FULL = "max_leaf_nodes={} is reached"
NOT_ASKED = "no question was given here"


def reasons_of(recipe: Recipe) -> tuple[str, ...]:
    """The reasons as the native core numbers them: rules by their positions, then three more."""
    return (
        *(rule.reason for rule in recipe.stopping),
        NO_QUESTION,
        FULL.format(recipe.max_leaf_nodes),
        recipe.selector.reason,
    )
