"""A learner as a row of parts, and as a file describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import is_not
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum import criteria, leaves, missing, selectors, splits, stopping
from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.exceptions import UnknownPartError, UnsupportedCombination
from arboretum.growing.draw import MASK
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.leaves import LeafModel
from arboretum.missing import MissingPolicy
from arboretum.part import Part, native_spec, part_from
from arboretum.search import OpenNode
from arboretum.selectors import Best, Selector
from arboretum.splits import Splitter
from arboretum.stopping import StoppingRule
from arboretum.tree import Tree

__all__ = ["FULL", "NO_QUESTION", "Recipe", "recipe_of"]

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
    "keep_rows",
)

#: Why a node stopped, where neither a stopping rule nor the selector says so.
NO_QUESTION = "no feature tells these samples apart"
FULL = "max_leaf_nodes={} is reached"


@dataclass(frozen=True, eq=False)
class Recipe:
    """Everything that decides how a tree is grown from a source.

    A recipe says what was asked; ``fitted`` adds what is measured from the samples.

    Attributes
    ----------
    order : {"depth", "level", "best"}
        Which open node is split next.
    max_leaf_nodes : int or None
    max_features : int or None
        How many features, drawn at each node, compete; None for all.
    seed : int
        Decides the draw; unused where all features compete.
    feature_costs : FeatureCosts or None
        What features cost to observe, by position, and how that counts.
    loss : (n_classes, n_classes) ``loss[true, predicted]`` or None
        What deciding for a class costs; the leaves decide by it.
    max_competitors : int
        How many of the splits that lost, each the best of its feature, a node
        keeps (rpart's ``maxcompete``); ``node.competitors`` shows them.
    keeps_runner_up : bool
        False where the split that came second is not looked at, so that a grower
        need not find it.
    split_features : tuple of int or None
        Positions of the features that may be asked about; None for all.
    complexity : float or None
        The share of the root's risk that a split must save for the species to keep it, rpart's
        ``cp``; cost-complexity pruning then finds prices as rpart does, and none below it.
    keep_rows : bool
        Whether the tree keeps the samples that it was grown from.
    """

    criterion: Criterion
    splitters: tuple[Splitter, ...]
    missing: MissingPolicy
    leaf: LeafModel
    selector: Selector = field(default_factory=Best)
    stopping: tuple[StoppingRule, ...] = ()
    order: str = "depth"
    max_leaf_nodes: int | None = None
    max_features: int | None = None
    seed: int = 0
    feature_costs: FeatureCosts | None = None
    loss: npt.NDArray[np.float64] | None = None
    max_competitors: int = 0
    keeps_runner_up: bool = True
    split_features: tuple[int, ...] | None = None
    complexity: float | None = None
    keep_rows: bool = False

    def fitted(self, dataset: Dataset) -> Recipe:
        """The recipe with what its parts ask for measured from the samples to grow from.

        A fitted recipe may be fitted again, to those of a fold or to any others.
        """
        found: dict[str, Any] = {}
        for name in ("criterion", "missing", "leaf", "selector"):
            part = getattr(self, name)
            if (fitted := part.fitted(dataset)) is not part:
                found[name] = fitted
        for name in ("splitters", "stopping"):
            parts = getattr(self, name)
            all_fitted = tuple(part.fitted(dataset) for part in parts)
            if any(map(is_not, all_fitted, parts)):
                found[name] = all_fitted
        # Most recipes ask for nothing, and copying one takes time that small data would notice.
        return replace(self, **found) if found else self

    @property
    def parts(self) -> tuple[Part, ...]:
        """All parts, in the order in which they work."""
        one_each = (self.missing, self.criterion, self.selector)
        return (*self.stopping, *self.splitters, *one_each, self.leaf)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why nodes stop, as the native core numbers it: rules by position, then three more."""
        rules = (rule.reason for rule in self.stopping)
        return (*rules, NO_QUESTION, FULL.format(self.max_leaf_nodes), self.selector.reason)

    def at_price(self, price: float) -> Recipe:
        """The recipe of trees that are pruned at once, where a leaf costs ``price`` or more."""
        return replace(self, stopping=tuple(rule.at_price(price) for rule in self.stopping))

    def merit(self, score: float, feature: int, node: OpenNode) -> float:
        """What the features are ranked by at a node."""
        if self.feature_costs is None:
            return score
        return self.feature_costs.merit(score, feature, node.asked)

    def may_ask(self, feature: int) -> bool:
        """Whether a feature may be asked about."""
        return self.split_features is None or feature in self.split_features

    def native(self) -> dict[str, Any] | None:
        """The recipe as the native core reads it; None if the core does not know some part.

        The leaf model is not among the parts: it is asked once the tree stands.
        """
        return self._native

    @cached_property
    def _native(self) -> dict[str, Any] | None:
        # Asked several times per growth, which small data would notice.
        one_each = [native_spec(part) for part in (self.criterion, self.selector, self.missing)]
        splitters = [native_spec(splitter) for splitter in self.splitters]
        rules = [native_spec(rule) for rule in self.stopping]
        if None in (*one_each, *splitters, *rules):
            return None
        return {
            **dict(zip(("criterion", "selector", "missing"), one_each, strict=True)),
            "splitters": splitters,
            "rules": rules,
            "order": self.order,
            "max_leaf_nodes": self.max_leaf_nodes,
            "max_features": self.max_features,
            "seed": self.seed & MASK,
            "max_competitors": self.max_competitors,
            "keeps_runner_up": self.keeps_runner_up,
            "split_features": None if self.split_features is None else sorted(self.split_features),
            "costs": None if self.feature_costs is None else self.feature_costs.as_prices(),
            "keeps_rows": self.leaf.needs_targets,
        }

    def foreign_part(self) -> Part | None:
        """The first part that the native core does not know; of a nested one the inner."""
        if self._native is not None:
            return None
        parts = (self.criterion, self.selector, self.missing, *self.splitters, *self.stopping)
        foreign = next((part for part in parts if native_spec(part) is None), None)
        inner = () if foreign is None else foreign.get_params(deep=False).values()
        unknown = (it for it in inner if isinstance(it, Part) and native_spec(it) is None)
        return next(unknown, foreign)

    def describe(self) -> dict[str, Any]:
        """The parts by name and parameters, ready for JSON."""
        costs = self.feature_costs
        described: dict[str, Any] = {
            "criterion": self.criterion.describe(),
            "splits": [splitter.describe() for splitter in self.splitters],
            "selector": self.selector.describe(),
            "missing": self.missing.describe(),
            "leaf": self.leaf.describe(),
            "stopping": [rule.describe() for rule in self.stopping],
            "order": self.order,
            "max_leaf_nodes": self.max_leaf_nodes,
            "max_features": self.max_features,
            "seed": self.seed,
            "feature_costs": {} if costs is None else {str(k): v for k, v in costs.costs.items()},
            "max_competitors": self.max_competitors,
        }
        if self.split_features is not None:
            described["split_features"] = list(self.split_features)
        if self.complexity is not None:
            described["complexity"] = self.complexity
        if self.keep_rows:
            described["keep_rows"] = True
        if costs is not None:
            described["feature_cost_rule"] = {
                "name": costs.rule,
                "params": {"weight": costs.weight, "once": costs.once},
            }
        return described


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
            f"The tree's {role} {name!r} cannot be made again from a file. "
            "Use the tree of the fitted estimator instead of the loaded one."
        ) from error
