"""Judging: how wrong trees are on samples that they never saw, and which species does best."""

from arboretum.judging.comparison import Comparison, compare
from arboretum.judging.cross_validate import CrossValidation, cross_validate
from arboretum.judging.judge import Judged
from arboretum.judging.limits import stopping_path
from arboretum.judging.measure_error import TargetError, measure_error
from arboretum.judging.measure_shares import ShareErrors, measure_shares
from arboretum.judging.missing_comparison import (
    JudgedPolicy,
    MissingComparison,
    compare_missing,
)
from arboretum.judging.paired import Saved
from arboretum.judging.pruner_comparison import JudgedPruner, PrunerComparison, compare_pruners

__all__ = [
    "Comparison",
    "CrossValidation",
    "Judged",
    "JudgedPolicy",
    "JudgedPruner",
    "MissingComparison",
    "PrunerComparison",
    "Saved",
    "ShareErrors",
    "TargetError",
    "compare",
    "compare_missing",
    "compare_pruners",
    "cross_validate",
    "measure_error",
    "measure_shares",
    "stopping_path",
]
