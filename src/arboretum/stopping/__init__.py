"""Stopping rules: when a node becomes a leaf."""

from arboretum.stopping.base import Choice, OpenNode, StoppingRule
from arboretum.stopping.limits import (
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinWeightFractionLeaf,
)
from arboretum.stopping.min_score import MinScore
from arboretum.stopping.predicate import Predicate
from arboretum.stopping.purity import Constant, Purity

__all__ = [
    "KNOWN",
    "Choice",
    "Constant",
    "MaxDepth",
    "MinImpurityDecrease",
    "MinSamplesLeaf",
    "MinSamplesSplit",
    "MinScore",
    "MinWeightFractionLeaf",
    "OpenNode",
    "Predicate",
    "Purity",
    "StoppingRule",
]

#: Rules by short name.
KNOWN: dict[str, type[StoppingRule]] = {
    rule.name: rule
    for rule in (
        Constant,
        MaxDepth,
        MinSamplesSplit,
        MinSamplesLeaf,
        MinWeightFractionLeaf,
        MinImpurityDecrease,
        Purity,
        MinScore,
    )
}
