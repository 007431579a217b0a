"""The sentences of a report about several targets together, and about sets of labels."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arboretum.judging.together import AUPRC
from arboretum.report.judgement import Judgement, Measured
from arboretum.tree import name_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["MOST_TOLD", "of_labels", "of_many", "told_together", "verdict"]

#: More targets than this are told together, and no longer one by one.
MOST_TOLD = 3


def told_together(report: Report) -> bool:
    """Whether the errors of the targets are told together, not in a sentence each."""
    return report.labels is not None or len(report.judged) > MOST_TOLD


def verdict(report: Report, measured: Measured) -> str:
    """What to say of an error that is not clearly below that of no tree; nothing if it is."""
    tree = report.tree
    asks_nothing = bool(tree.is_leaf[0]) and tree.models is None
    if asks_nothing and measured.error.value != measured.without_tree.value:
        return " The two differ because trees of some folds did ask something."
    if asks_nothing or measured.is_clearly_better:
        return ""
    if measured.error.value > measured.without_tree.value:
        return " That is worse than without a tree."
    return " That is not clearly better than without a tree."


def of_labels(report: Report) -> list[str]:
    """How well sets of labels are predicted: by rank, by label, by set, and which labels best."""
    by_measure = {one.error.measure: one for one in report.together}
    cells, sets = by_measure["Hamming loss"], by_measure["wrong sets"]
    value, low, high, without = cells.texts
    labels = (
        f"Of samples it has not seen, it gets {value} of the labels wrong (95 % interval: {low} to "
        f"{high}), those that are missing and those too many. Always predicting the same labels "
        f"would get {without} wrong.{verdict(report, cells)}"
    )
    right = [percent(1.0 - one.value) for one in (sets.error, sets.without_tree)]
    whole = (
        f"The set is right in every label for {right[0]} of them, and for {right[1]} without a "
        "tree."
    )
    lines = [labels, whole, _best_target(report)]
    if AUPRC in by_measure:
        lines.insert(0 if report.labels and report.labels.hierarchy else 2, _by_rank(by_measure))
    return lines


def _by_rank(by_measure: dict[str, Measured]) -> str:
    value, *_, without = by_measure[AUPRC].texts
    return (
        f"Ranked by their probability, the labels of samples it has not seen have an area under "
        f"the precision-recall curve of {value}, all labels pooled, and of {without} without a "
        f"tree; 1 would be perfect."
    )


def of_many(report: Report) -> list[str]:
    """How well many classes or numbers are predicted."""
    return [*(_mean(report, one) for one in report.together), _best_target(report)]


def _mean(report: Report, measured: Measured) -> str:
    value, low, high, without = measured.texts
    n_targets, interval = len(report.judged), f"95 % interval: {low} to {high}"
    if measured.error.measure == "relative RMSE":
        return (
            f"For samples it has not seen, its predictions of {n_targets} targets are off by "
            f"{value} of their standard deviations on average ({interval}). Always saying the same "
            f"would be off by {without}.{verdict(report, measured)}"
        )
    return (
        f"Of samples it has not seen, it gets {value} of the {n_targets} targets wrong on average "
        f"({interval}). Always saying the same would get {without} wrong."
        f"{verdict(report, measured)}"
    )


def _best_target(report: Report) -> str:
    """How many targets are predicted better than without a tree, and which gains most."""
    what = "label" if report.labels is not None else "target"
    n = plural(len(report.judged), what)
    better = [one for one in report.judged if one.is_clearly_better]
    if not better:
        return f"Of {n} it predicts none clearly better than no tree does."
    best = report.judged[report.charted]
    found = f"Of {n} it predicts {len(better)} clearly better than no tree does"
    if not best.is_clearly_better:
        return f"{found}."
    return f"{found}; best beside no tree is {_gain(best)}."


def _gain(judged: Judgement) -> str:
    value, *_, without = judged.texts
    name = name_text(judged.error.target)
    if judged.error.r2 is not None and math.isfinite(judged.error.r2):
        explained = percent(max(judged.error.r2, 0.0), 0)
        return f"{name}, off by {value} instead of {without} ({explained} of the variance)"
    if judged.error.measure == "RMSE":
        return f"{name}, off by {value} instead of {without}"
    return f"{name}, wrong for {value} instead of {without}"
