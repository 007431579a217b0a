"""What features cost to observe, and how that is weighed against what they reveal."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

from arboretum.criteria import Criterion
from arboretum.data import Schema
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.part import Part, Spec, is_number

__all__ = ["COST_RULES", "FeatureCosts"]

#: Names of the rules that weigh a score against a cost.
COST_RULES = ("ratio", "tan_schlimmer", "eg2")


class FeatureCosts(Part):
    r"""What each feature costs to observe, and the rule by which features are then ranked.

    Features are ranked by their *merit*, made of the score :math:`s` of their best
    split and their cost :math:`C`.  The split within a feature, and the score that
    the tree keeps, stay those of the criterion.

    ================  =====================================  ==========================
    rule              merit                                  who
    ================  =====================================  ==========================
    "ratio"           :math:`s / C`                          rpart
    "tan_schlimmer"   :math:`s^2 / C`                        Tan and Schlimmer (1990)
    "eg2"             :math:`(2^s - 1) / (C + 1)^w`          Núñez (1991)
    ================  =====================================  ==========================

    The last two were made for the information gain, in bits.

    Parameters
    ----------
    costs : mapping from feature name to a positive number
        Features that are not named cost 1.
    rule : {"ratio", "tan_schlimmer", "eg2"}
    weight : float
        How much costs matter by "eg2", from 0 (not at all) to 1.
    once : bool
        Whether a feature that has been asked above a node is known there and costs
        nothing more: "eg2" takes 0 for its cost.  The other rules divide by the cost and
        take that of the cheapest feature.

    Examples
    --------
    A scan that reveals all, and a question that reveals a third of it:

    >>> costs = FeatureCosts({0: 500, 1: 1}, rule="tan_schlimmer")
    >>> costs.merit(0.9, feature=0) > costs.merit(0.3, feature=1)
    False
    """

    def __init__(
        self,
        costs: Mapping[Any, float],
        rule: str = "ratio",
        weight: float = 1.0,
        once: bool = False,
    ) -> None:
        self.costs = costs
        self.rule = rule
        self.weight = weight
        self.once = once

    def by_position(self, schema: Schema) -> FeatureCosts:
        """The cost of every feature by its position; what makes no sense is refused."""
        self._check()
        unknown = [name for name in self.costs if name not in schema.feature_index]
        if unknown:
            raise DataError(
                f"feature_costs names {unknown[0]!r}, which is not a feature. "
                f"The features are: {', '.join(schema.feature_names)}."
            )
        by_name = {name: float(cost) for name, cost in self.costs.items()}
        costs = {i: by_name.get(name, 1.0) for i, name in enumerate(schema.feature_names)}
        return FeatureCosts(costs, self.rule, float(self.weight), bool(self.once))

    def _check(self) -> None:
        if not isinstance(self.costs, Mapping):
            raise ParameterError(
                f"feature_costs={self.costs!r} must be a mapping from feature name to cost, "
                "such as {'ct_scan': 500, 'age': 1}."
            )
        for name, cost in self.costs.items():
            if not is_number(cost) or not 0 < cost < math.inf:
                raise ParameterError(f"feature_costs[{name!r}]={cost!r} must be a positive number.")
        if self.rule not in COST_RULES:
            raise ParameterError(
                f"rule={self.rule!r} of FeatureCosts is not known. "
                f"Known rules: {', '.join(map(repr, COST_RULES))}."
            )
        if not is_number(self.weight) or not 0 <= self.weight <= 1:
            raise ParameterError(
                f"weight={self.weight!r} of FeatureCosts must be a number from 0 to 1."
            )

    @cached_property
    def _least(self) -> float:
        return min(self.costs.values())

    def check(self, criterion: Criterion) -> None:
        """Refuse scores that the rule cannot read."""
        if self.rule == "eg2" and not criterion.inner.is_information:
            raise UnsupportedCombination(
                f"FeatureCosts(rule='eg2') takes scores for bits of information, but the criterion "
                f"is {type(criterion.inner).__name__}. Use criterion='entropy', or another rule: "
                "'ratio' or 'tan_schlimmer'."
            )

    def price(self, feature: int) -> float:
        """What the merit of a feature by position is divided by."""
        if self.rule == "eg2":
            return float((self.costs[feature] + 1.0) ** self.weight)
        return self.costs[feature] / self._least  # beside the cheapest: no unit of money matters

    def as_prices(self) -> Spec:
        """Costs by position as the native growers read them."""
        prices = [self.price(feature) for feature in sorted(self.costs)]
        return {"rule": self.rule, "prices": prices, "once": self.once}

    def merit(self, score: float, feature: int, asked: Collection[int] = ()) -> float:
        """What a feature is ranked by at a node; ``asked`` are the features asked above it."""
        price = 1.0 if self.once and feature in asked else self.price(feature)
        if self.rule == "tan_schlimmer":
            return score * abs(score) / price  # what is below 0 stays there
        if self.rule == "eg2":
            return (math.exp2(score) - 1.0) / price
        return score / price
