"""How good predicted sets of labels are: the measures of the field."""

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

__all__ = [
    "Curve",
    "LabelReport",
    "hamming_loss",
    "macro_f1",
    "micro_f1",
    "precision_recall",
    "ranking_loss",
    "report_labels",
    "subset_accuracy",
]
