"""How good predicted shares of classes and sets of labels are: the measures of the field."""

from arboretum.measures.calibration import Calibration, calibration_curve
from arboretum.measures.label_report import (
    LabelReport,
    hamming_loss,
    macro_f1,
    micro_f1,
    ranking_loss,
    report_labels,
    subset_accuracy,
)
from arboretum.measures.precision_recall import Curve, precision_recall
from arboretum.measures.probabilities import (
    LEAST_SHARE,
    brier_losses,
    brier_score,
    is_impossible,
    log_loss,
    log_losses,
)

__all__ = [
    "LEAST_SHARE",
    "Calibration",
    "Curve",
    "LabelReport",
    "brier_losses",
    "brier_score",
    "calibration_curve",
    "hamming_loss",
    "is_impossible",
    "log_loss",
    "log_losses",
    "macro_f1",
    "micro_f1",
    "precision_recall",
    "ranking_loss",
    "report_labels",
    "subset_accuracy",
]
