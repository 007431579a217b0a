"""Stopping rules: when a node becomes a leaf."""

from arboretum.search import Choice, OpenNode, Searched
from arboretum.stopping.automatic import AUTOMATIC, LIMITS, Automatic
from arboretum.stopping.base import StoppingRule
from arboretum.stopping.limits import (
    Constant,
    MaxDepth,
    MinImpurity,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinScore,
    MinShareBranch,
    MinWeightFractionLeaf,
    Predicate,
    Purity,
    SomeGain,
    TwoBranches,
)
from arboretum.stopping.min_risk import MinRisk
from arboretum.stopping.split_test import (
    ChiSquare,
    FeatureTest,
    FTest,
    Permutation,
    Significant,
    SplitTest,
)
from arboretum.stopping.validation import Validation

__all__ = [
    "AUTOMATIC",
    "KNOWN",
    "LIMITS",
    "Automatic",
    "ChiSquare",
    "Choice",
    "Constant",
    "FTest",
    "FeatureTest",
    "MaxDepth",
    "MinImpurity",
    "MinImpurityDecrease",
    "MinRisk",
    "MinSamplesLeaf",
    "MinSamplesSplit",
    "MinScore",
    "MinShareBranch",
    "MinWeightFractionLeaf",
    "OpenNode",
    "Permutation",
    "Predicate",
    "Purity",
    "Searched",
    "Significant",
    "SomeGain",
    "SplitTest",
    "StoppingRule",
    "TwoBranches",
    "Validation",
]

#: Rules by short name.
KNOWN: dict[str, type[StoppingRule]] = {
    rule.name: rule
    for rule in (
        Constant,
        MaxDepth,
        MinSamplesSplit,
        MinSamplesLeaf,
        TwoBranches,
        MinWeightFractionLeaf,
        MinShareBranch,
        MinImpurityDecrease,
        Purity,
        MinScore,
        MinRisk,
        MinImpurity,
        SomeGain,
        ChiSquare,
        FTest,
        Permutation,
        Validation,
        Significant,
    )
}
