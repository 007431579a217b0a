"""Leaf models: what a node predicts."""

from collections.abc import Mapping

from arboretum.leaves.any_model import ClassModel, NumberModel
from arboretum.leaves.base import LeafModel
from arboretum.leaves.class_distribution import ClassDistribution
from arboretum.leaves.linear import Linear
from arboretum.leaves.majority import Majority
from arboretum.leaves.mean import Mean
from arboretum.leaves.mean_vector import MeanVector
from arboretum.leaves.median import Median
from arboretum.leaves.prior_distribution import PriorDistribution
from arboretum.leaves.shrunken_rate import ShrunkenRate

__all__ = [
    "EVERY",
    "FITTED",
    "KNOWN",
    "ClassDistribution",
    "ClassModel",
    "LeafModel",
    "Linear",
    "Majority",
    "Mean",
    "MeanVector",
    "Median",
    "NumberModel",
    "PriorDistribution",
    "ShrunkenRate",
]

#: Leaf models by short name.
KNOWN: Mapping[str, type[LeafModel]] = {
    leaf.name: leaf for leaf in (ClassDistribution, Majority, Mean, Median, Linear)
}

#: Leaf models whose parameters come from the samples: an estimator makes them.
FITTED: Mapping[str, type[LeafModel]] = {
    leaf.name: leaf for leaf in (MeanVector, PriorDistribution, ShrunkenRate)
}

#: Every leaf model that a tree file may name and that can be made from it.
EVERY: Mapping[str, type[LeafModel]] = {**KNOWN, **FITTED}
