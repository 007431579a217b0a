"""How counts are scored: one criterion a file, all of one shape."""

from collections.abc import Mapping

from arboretum.criteria.absolute_error import AbsoluteError
from arboretum.criteria.altered_priors import AlteredPriors
from arboretum.criteria.base import Criterion
from arboretum.criteria.chi_square import ChiSquare
from arboretum.criteria.chi_square_p_value import ChiSquarePValue
from arboretum.criteria.error_rate import ErrorRate, purity
from arboretum.criteria.f_p_value import FPValue
from arboretum.criteria.gain_ratio import GainRatio
from arboretum.criteria.gini import Gini, gini, homogeneity
from arboretum.criteria.impurity import ClassImpurity, ImpurityDecrease, average, expected, shares
from arboretum.criteria.information_gain import InformationGain, entropy
from arboretum.criteria.linear_residual import LinearResidual, SingleResidual
from arboretum.criteria.mantaras import Mantaras
from arboretum.criteria.p_value import PValueCriterion
from arboretum.criteria.per_target import PerTarget
from arboretum.criteria.poisson import Poisson
from arboretum.criteria.squared_error import SquaredError
from arboretum.criteria.standard_deviation import StandardDeviation
from arboretum.criteria.symmetric_gain_ratio import SymmetricGainRatio
from arboretum.criteria.twoing import Twoing
from arboretum.criteria.vector_variance import VectorVariance
from arboretum.criteria.weight_of_evidence import WeightOfEvidence

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
