"""Limits on size, depth, purity and gain: scikit-learn's parameters as rules, and more.

A number of samples may be ShareOfSamples, which is measured when a tree is grown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.part import Spec, require_number
from arboretum.search import Choice, OpenNode
from arboretum.statistics import ClassCounts, Statistics
from arboretum.stopping.base import FloatArray, StoppingRule

__all__ = [
    "Constant",
    "MaxDepth",
    "MinImpurity",
    "MinImpurityDecrease",
    "MinSamplesLeaf",
    "MinSamplesSplit",
    "MinScore",
    "MinShareBranch",
    "MinWeightFractionLeaf",
    "Predicate",
    "Purity",
    "SomeGain",
    "TwoBranches",
]

#: Scores are differences of sums; this much of the impurity is rounding.
ROUNDING = 1e-12
#: Fractions of samples that add up to 2 may fall short of it by this part, and so may weights.
SHORTFALL = 1e-9


class MaxDepth(StoppingRule):
    """No node lies deeper than ``depth`` edges below the root."""

    name = "max_depth"

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def native(self) -> Spec:
        return self.spec(value=float(self.depth), fast=True)

    @property
    def reason(self) -> str:
        return f"max_depth={self.depth} is reached"

    def stops(self, node: OpenNode) -> bool:
        return node.depth >= self.depth


class MinSamplesSplit(StoppingRule):
    """A node with fewer than ``n`` samples is not split."""

    name = "min_samples_split"

    def __init__(self, n: Any) -> None:
        self.n = n

    def native(self) -> Spec:
        return self.spec(value=float(self.n), fast=True)

    @property
    def reason(self) -> str:
        return f"fewer than min_samples_split={self.n} samples"

    def stops(self, node: OpenNode) -> bool:
        return node.n_samples < self.n * (1 - SHORTFALL)


class MinSamplesLeaf(StoppingRule):
    """A split that leaves fewer than ``n`` samples in a branch does not compete.

    This is not :class:`MinSamplesSplit`: a large node is still split, only not
    so that a crumb falls off.
    """

    name = "min_samples_leaf"

    def __init__(self, n: Any) -> None:
        self.n = n

    def native(self) -> Spec:
        return self.spec(value=float(self.n), fast=True)

    @property
    def reason(self) -> str:
        return f"no split leaves min_samples_leaf={self.n} samples in every branch"

    def admits(
        self, node: OpenNode, counts: FloatArray, weights: FloatArray
    ) -> npt.NDArray[np.bool_]:
        return np.asarray((counts >= self.n * (1 - SHORTFALL)).all(axis=1))


class TwoBranches(StoppingRule):
    """A split with fewer than two branches of at least ``n`` samples does not compete.

    C4.5's minimum: of the categories of a feature some may be rare, as long as
    two branches hold enough.
    """

    name = "two_branches"

    def __init__(self, n: Any) -> None:
        self.n = n

    def native(self) -> Spec:
        return self.spec(value=float(self.n))

    @property
    def reason(self) -> str:
        return f"no split leaves {self.n} samples in two branches"

    def admits(
        self, node: OpenNode, counts: FloatArray, weights: FloatArray
    ) -> npt.NDArray[np.bool_]:
        return np.asarray((counts >= self.n * (1 - SHORTFALL)).sum(axis=1) >= 2)


class MinWeightFractionLeaf(StoppingRule):
    """A split that leaves a branch less than this share of all weight does not compete."""

    name = "min_weight_fraction_leaf"

    def __init__(self, share: float) -> None:
        self.share = share

    def native(self) -> Spec:
        return self.spec(value=float(self.share), fast=True)

    @property
    def reason(self) -> str:
        return f"no split leaves min_weight_fraction_leaf={self.share:g} in every branch"

    def admits(
        self, node: OpenNode, counts: FloatArray, weights: FloatArray
    ) -> npt.NDArray[np.bool_]:
        least = self.share * node.root_weight * (1 - SHORTFALL)
        return np.asarray((weights >= least).all(axis=1))


class MinShareBranch(StoppingRule):
    """A split must leave every branch more than this share of the node's samples to compete."""

    name = "min_share_branch"

    def __init__(self, share: float) -> None:
        self.share = share

    def native(self) -> Spec:
        return self.spec(value=float(self.share))

    @property
    def reason(self) -> str:
        return f"no split leaves more than {self.share:g} of the samples in every branch"

    def admits(
        self, node: OpenNode, counts: FloatArray, weights: FloatArray
    ) -> npt.NDArray[np.bool_]:
        return np.asarray((counts > self.share * node.n_samples * (1 + SHORTFALL)).all(axis=1))


class MinImpurityDecrease(StoppingRule):
    """The best split must score ``value``, weighted by the node's share of all samples."""

    name = "min_impurity_decrease"

    def __init__(self, value: float) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value), fast=True)

    @property
    def reason(self) -> str:
        return f"no split decreases impurity by min_impurity_decrease={self.value:g}"

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        share = node.weight / node.root_weight
        return share * (choice.score + ROUNDING * node.impurity) < self.value


class MinScore(StoppingRule):
    """The best split must score at least ``value``, whatever the size of the node."""

    name = "min_score"

    def __init__(self, value: float) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value), fast=True)

    @property
    def reason(self) -> str:
        return f"the best split scores less than {self.value:g}"

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        return choice.score < self.value


class MinImpurity(StoppingRule):
    """A node whose impurity is below ``value`` is not split.

    Parameters
    ----------
    value : float or ShareOfDeviation
    """

    name = "min_impurity"

    def __init__(self, value: Any) -> None:
        self.value = value

    def native(self) -> Spec:
        return self.spec(value=float(self.value))

    @property
    def reason(self) -> str:
        return f"its impurity is below {self.value:.4g}"

    def stops(self, node: OpenNode) -> bool:
        return node.impurity < self.value


class SomeGain(StoppingRule):
    """The best split must score more than 0, by more than rounding."""

    name = "some_gain"
    reason = "no split gains anything"

    def native(self) -> Spec:
        return self.spec(value=0.0, fast=True)

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        return not choice.score > ROUNDING * node.impurity


class Constant(StoppingRule):
    """All samples have the same target: there is nothing left to ask."""

    name = "constant"
    reason = "all samples have the same target"

    def native(self) -> Spec:
        return self.spec(value=0.0, fast=True)

    def stops(self, node: OpenNode) -> bool:
        return node.is_constant


class Purity(StoppingRule):
    """The largest class has at least this share of the weight (Zaki & Meira, 19.2)."""

    name = "purity"

    def __init__(self, threshold: float = 0.95) -> None:
        self.threshold = threshold

    def native(self) -> Spec:
        require_number(self, "threshold")
        return self.spec(value=float(self.threshold), fast=True)

    @property
    def reason(self) -> str:
        return f"purity is at least {self.threshold:g}"

    def check(self, statistics: Statistics) -> None:
        if not isinstance(statistics, ClassCounts) or len(statistics.blocks) > 1:
            raise UnsupportedCombination(
                f"{self!r} reads the share of the largest class, which needs one nominal target. "
                "Use MinScore or a function of a node instead."
            )

    def stops(self, node: OpenNode) -> bool:
        return bool(node.statistics.max() >= self.threshold * node.statistics.sum())


class Predicate(StoppingRule):
    """Stops where ``function(node)`` is true; ``node`` is an :class:`OpenNode`."""

    name = "predicate"

    def __init__(self, function: Callable[[OpenNode], bool]) -> None:
        self.function = function

    @property
    def reason(self) -> str:
        label = getattr(self.function, "__name__", type(self.function).__name__)
        return f"the rule {label!r} said so"

    def stops(self, node: OpenNode) -> bool:
        return bool(self.function(node))
