"""The recipe of a tree that came from a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from arboretum import criteria, leaves, missing, selectors, splits, stopping
from arboretum.criteria import AlteredPriors, Criterion, PerTarget
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.growing.recipe import Recipe
from arboretum.part import Part
from arboretum.selectors import Best, Selector
from arboretum.tree import Tree

__all__ = ["recipe_of"]

P = TypeVar("P", bound=Part)

#: Criteria made of another criterion and a tuple of numbers.
WRAPPERS: dict[str, Any] = {wrapper.name: wrapper for wrapper in (PerTarget, AlteredPriors)}

#: What a recipe holds besides parts, by the names of its file.
NUMBERS = ("split_features", "order", "max_leaf_nodes", "max_features", "seed", "max_competitors")


def recipe_of(tree: Tree) -> Recipe:
    """The recipe a tree was grown by: its own, or made anew from the names in its file."""
    if isinstance(tree.recipe, Recipe):
        return tree.recipe
    parts = tree.parts
    return Recipe(
        criterion=_criterion(parts.get("criterion")),
        splitters=tuple(
            _known(p, {**splits.KNOWN, **splits.FITTED}, "splitter")
            for p in parts.get("splits", ())
        ),
        missing=_known(parts.get("missing"), missing.KNOWN, "missing policy"),
        leaf=_known(parts.get("leaf"), {**leaves.KNOWN, **leaves.FITTED}, "leaf model"),
        selector=_selector(parts.get("selector")),
        stopping=tuple(
            _known(p, stopping.KNOWN, "stopping rule") for p in parts.get("stopping", ())
        ),
        feature_costs=_feature_costs(parts),
        loss=tree.loss,
        **{name: parts[name] for name in NUMBERS if name in parts},
    )


def _criterion(described: Any) -> Criterion:
    known = {**criteria.CLASS_CRITERIA, **criteria.NUMBER_CRITERIA, **criteria.FITTED}
    if isinstance(described, dict) and described.get("name") in WRAPPERS:
        inner, *others = described["params"].values()
        wrapper = WRAPPERS[described["name"]]
        return wrapper(_known(inner, known, "criterion"), *map(tuple, others))
    return _known(described, known, "criterion")


def _selector(described: Any) -> Selector:
    """The selector; a file that names none is older than the choice."""
    return Best() if described is None else _known(described, selectors.KNOWN, "selector")


def _feature_costs(parts: Mapping[str, Any]) -> FeatureCosts | None:
    costs = {int(feature): cost for feature, cost in parts.get("feature_costs", {}).items()}
    rule = parts.get("feature_cost_rule", {"name": "ratio", "params": {}})
    return FeatureCosts(costs, rule["name"], **rule["params"]) if costs else None


def _known(described: Any, known: Mapping[str, type[P]], role: str) -> P:
    name: Any = described.get("name") if isinstance(described, dict) else described
    try:
        params = described["params"].items()
        return known[name](**{k: tuple(v) if isinstance(v, list) else v for k, v in params})
    except (KeyError, TypeError) as error:
        raise UnsupportedCombination(
            f"The tree's {role} {name!r} is not one that can be made from a file. "
            "Ask the tree of the fitted estimator instead of the loaded one."
        ) from error
