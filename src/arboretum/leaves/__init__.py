"""Leaf models: what a node predicts."""

from collections.abc import Mapping

from arboretum.leaves.any_model import ClassModel, NumberModel
from arboretum.leaves.base import LeafModel
from arboretum.leaves.class_leaves import ClassDistribution, Majority, MEstimate, PriorDistribution
from arboretum.leaves.linear import Linear
from arboretum.leaves.number_leaves import Mean, MeanVector, Median, ShrunkenRate

__all__ = [
    "EVERY",
    "FITTED",
    "KNOWN",
    "ClassDistribution",
    "ClassModel",
    "LeafModel",
    "Linear",
    "MEstimate",
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
    leaf.name: leaf for leaf in (ClassDistribution, MEstimate, Majority, Mean, Median, Linear)
}

#: Leaf models whose parameters come from the samples: an estimator makes them.
FITTED: Mapping[str, type[LeafModel]] = {
    leaf.name: leaf for leaf in (MeanVector, PriorDistribution, ShrunkenRate)
}

#: Every leaf model that a tree file may name and that can be made from it.
EVERY: Mapping[str, type[LeafModel]] = {**KNOWN, **FITTED}
