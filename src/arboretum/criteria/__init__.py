"""How counts are scored: criteria of one kind share a file; all have one shape."""

from collections.abc import Mapping

from arboretum.criteria.base import Criterion
from arboretum.criteria.contrast import ChiSquare, Twoing, WeightOfEvidence
from arboretum.criteria.impurity import (
    ClassImpurity,
    ErrorRate,
    Gini,
    ImpurityDecrease,
    average,
    expected,
    gini,
    homogeneity,
    purity,
    shares,
)
from arboretum.criteria.information import (
    GainRatio,
    InformationGain,
    Mantaras,
    SymmetricGainRatio,
    entropy,
)
from arboretum.criteria.linear_residual import LinearResidual, SingleResidual
from arboretum.criteria.nested import AlteredPriors, PerTarget
from arboretum.criteria.number_errors import (
    AbsoluteError,
    Poisson,
    SquaredError,
    StandardDeviation,
    VectorVariance,
)
from arboretum.criteria.p_value import ChiSquarePValue, FPValue, PValueCriterion

__all__ = [
    "CLASS_CRITERIA",
    "EVERY",
    "FITTED",
    "NUMBER_CRITERIA",
    "AbsoluteError",
    "AlteredPriors",
    "ChiSquare",
    "ChiSquarePValue",
    "ClassImpurity",
    "Criterion",
    "ErrorRate",
    "FPValue",
    "GainRatio",
    "Gini",
    "ImpurityDecrease",
    "InformationGain",
    "LinearResidual",
    "Mantaras",
    "PValueCriterion",
    "PerTarget",
    "Poisson",
    "SingleResidual",
    "SquaredError",
    "StandardDeviation",
    "SymmetricGainRatio",
    "Twoing",
    "VectorVariance",
    "WeightOfEvidence",
    "average",
    "entropy",
    "expected",
    "gini",
    "homogeneity",
    "purity",
    "shares",
]

#: Criteria for nominal targets, by short name.
CLASS_CRITERIA: Mapping[str, type[Criterion]] = {
    criterion.name: criterion
    for criterion in (
        Gini,
        InformationGain,
        GainRatio,
        ErrorRate,
        ChiSquare,
        Twoing,
        SymmetricGainRatio,
        Mantaras,
        ChiSquarePValue,
        WeightOfEvidence,
    )
}

#: Criteria for numeric targets, by short name.
NUMBER_CRITERIA: Mapping[str, type[Criterion]] = {
    criterion.name: criterion
    for criterion in (
        SquaredError,
        AbsoluteError,
        Poisson,
        FPValue,
        StandardDeviation,
    )
}

#: Criteria whose parameters come from the samples: an estimator makes them.
FITTED: Mapping[str, type[Criterion]] = {
    criterion.name: criterion
    for criterion in (VectorVariance, LinearResidual, SingleResidual, PerTarget, AlteredPriors)
}

#: Every criterion that a tree file may name.
EVERY: Mapping[str, type[Criterion]] = {**CLASS_CRITERIA, **NUMBER_CRITERIA, **FITTED}
