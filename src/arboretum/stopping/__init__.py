"""Stopping rules: when a node becomes a leaf."""

from arboretum.search import Choice, OpenNode, Searched
from arboretum.stopping.base import StoppingRule
from arboretum.stopping.chi_square import ChiSquare
from arboretum.stopping.f_test import FTest
from arboretum.stopping.limits import (
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinShareBranch,
    MinWeightFractionLeaf,
    TwoBranches,
)
from arboretum.stopping.min_impurity import MinImpurity
from arboretum.stopping.min_risk import MinRisk
from arboretum.stopping.min_score import MinScore
from arboretum.stopping.permutation import Permutation
from arboretum.stopping.predicate import Predicate
from arboretum.stopping.purity import Constant, Purity
from arboretum.stopping.significant import Significant
from arboretum.stopping.some_gain import SomeGain
from arboretum.stopping.split_test import FeatureTest, SplitTest
from arboretum.stopping.validation import Validation

__all__ = [
    "KNOWN",
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
