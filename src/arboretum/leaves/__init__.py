"""Leaf models: what a node predicts."""

from collections.abc import Mapping

from arboretum.leaves.base import LeafModel
from arboretum.leaves.class_distribution import ClassDistribution
from arboretum.leaves.majority import Majority
from arboretum.leaves.mean import Mean
from arboretum.leaves.median import Median

__all__ = ["KNOWN", "ClassDistribution", "LeafModel", "Majority", "Mean", "Median"]

#: Leaf models by short name.
KNOWN: Mapping[str, type[LeafModel]] = {
    leaf.name: leaf for leaf in (ClassDistribution, Majority, Mean, Median)
}
