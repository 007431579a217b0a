"""The recipe of a tree that came from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from arboretum import criteria, leaves, missing, selectors, splits, stopping
from arboretum.exceptions import UnknownPartError, UnsupportedCombination
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.growing.recipe import Recipe
from arboretum.part import Part, part_from
from arboretum.selectors import Best
from arboretum.tree import Tree

__all__ = ["recipe_of"]

P = TypeVar("P", bound=Part)

#: What a recipe holds besides parts, by the names of its file.
NUMBERS = (
    "split_features",
    "order",
    "max_leaf_nodes",
    "max_features",
    "seed",
    "max_competitors",
    "complexity",
)


def recipe_of(tree: Tree) -> Recipe:
    """The recipe a tree was grown by: its own, or made again from the names in its file."""
    if isinstance(tree.recipe, Recipe):
        return tree.recipe
    parts = tree.parts
    # A file that names no selector is older than the choice.
    selector = parts.get("selector", Best().describe())
    return Recipe(
        criterion=_made(parts.get("criterion"), criteria.EVERY, "criterion"),
        splitters=tuple(_made(it, splits.EVERY, "splitter") for it in parts.get("splits", ())),
        missing=_made(parts.get("missing"), missing.KNOWN, "missing policy"),
        leaf=_made(parts.get("leaf"), leaves.EVERY, "leaf model"),
        selector=_made(selector, selectors.KNOWN, "selector"),
        stopping=tuple(
            _made(it, stopping.KNOWN, "stopping rule") for it in parts.get("stopping", ())
        ),
        feature_costs=_feature_costs(parts),
        loss=tree.loss,
        **{name: parts[name] for name in NUMBERS if name in parts},
    )


def _feature_costs(parts: Mapping[str, Any]) -> FeatureCosts | None:
    costs = {int(feature): cost for feature, cost in parts.get("feature_costs", {}).items()}
    rule = parts.get("feature_cost_rule", {"name": "ratio", "params": {}})
    return FeatureCosts(costs, rule["name"], **rule["params"]) if costs else None


def _made(described: Any, known: Mapping[str, type[P]], role: str) -> P:
    try:
        return part_from(described, known)
    except UnknownPartError as error:
        name = described.get("name") if isinstance(described, Mapping) else described
        raise UnsupportedCombination(
            f"The tree's {role} {name!r} is not one that can be made from a file. "
            "Ask the tree of the fitted estimator instead of the loaded one."
        ) from error
