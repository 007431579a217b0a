"""What is counted: additive vectors of a node and of every bin of a feature."""

from arboretum.statistics.base import Statistics
from arboretum.statistics.class_counts import ClassCounts
from arboretum.statistics.deviations import AbsoluteDeviations, DeviationTable
from arboretum.statistics.linear_residuals import (
    LinearResiduals,
    RemainingResiduals,
    ResidualTable,
    SingleResiduals,
)
from arboretum.statistics.sums import Moments, PoissonSums, Sums
from arboretum.statistics.table import Branches, CrossTable, Table
from arboretum.statistics.vector_moments import LabelCounts, VectorMoments

__all__ = [
    "AbsoluteDeviations",
    "Branches",
    "ClassCounts",
    "CrossTable",
    "DeviationTable",
    "LabelCounts",
    "LinearResiduals",
    "Moments",
    "PoissonSums",
    "RemainingResiduals",
    "ResidualTable",
    "SingleResiduals",
    "Statistics",
    "Sums",
    "Table",
    "VectorMoments",
]
