"""How wrong predictions of many targets are: all of them together, then each in a table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.judging.together import AUPRC
from arboretum.report.judgement import Judgement
from arboretum.report.markup import Markup, element, fragment, table
from arboretum.tree import name_text, number_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.labels import Labels
    from arboretum.report.report import Report

__all__ = ["each_label", "folded_rows", "together_table"]

#: Rows of a table that are shown; the others are folded, and beyond the second left out.
SHOWN, MOST_ROWS = 30, 1000
NAMES = {
    "Hamming loss": "labels wrong (Hamming loss)",
    "wrong sets": "sets that are not right in every label",
    AUPRC: "area under the precision-recall curve, labels pooled (more is better)",
    "mean error rate": "share of mistakes, mean of the targets",
    "relative RMSE": "error as a share of the standard deviation, mean of the targets",
}
HEADING = ["label", "samples", "wrong", "95 % interval", "without a tree"]
FOUND = ["found (recall)", "right if predicted (precision)", "area (AUPRC)"]


def together_table(report: Report) -> list[Markup]:
    """The measures of all targets; nothing for a single one."""
    rows = []
    for one in report.together:
        value, low, high, without = one.texts
        has_interval = math.isfinite(one.error.standard_error)
        interval = f"{low} to {high}" if has_interval else "–"
        rows.append([NAMES[one.error.measure], value, interval, without])
    if report.labels is not None and math.isfinite(report.labels.mean_areas[0]):
        area, without = (f"{one:.3f}" for one in report.labels.mean_areas)
        rows.append(["the same area, mean of the labels", area, "–", without])
    if not rows:
        return []
    what = "labels" if report.labels is not None else "targets"
    heading = ["measure", "error", "95 % interval", "without a tree"]
    caption = f"All {what} together, in cross-validation"
    return [table(caption, heading, rows, stacks=True)]


def each_label(report: Report, labels: Labels) -> Markup:
    """Every label that occurs, in a table: the one with most mistakes first."""
    present = sorted(labels.order(), key=lambda k: -report.judged[k].error.value)
    rows = [_row(report.judged[k], labels, k) for k in present]
    caption = "Each label in cross-validation, the one with most mistakes first"
    n_absent = len(report.judged) - len(present)
    absent = []
    if n_absent:
        are = "is" if n_absent == 1 else "are"
        absent.append(f"{plural(n_absent, 'label')} that no sample has {are} left out.")
    return fragment(
        *folded_rows(caption, [*HEADING, *FOUND], rows, "label"),
        *(element("p", text) for text in absent),
    )


def _row(judged: Judgement, labels: Labels, k: int) -> list[str]:
    value, low, high, without = judged.texts
    confusion = judged.confusion
    assert confusion is not None  # a label is there or not
    shares = float(confusion.recall[1]), float(confusion.precision[1])
    found = ["–" if math.isnan(share) else percent(share, 0) for share in shares]
    area = float(labels.areas[k])
    return [
        name_text(judged.error.target),
        number_text(float(labels.counts[k]), 6),
        value,
        f"{low} to {high}",
        without,
        *found,
        "–" if math.isnan(area) else f"{area:.2f}",
    ]


def folded_rows(
    caption: str, heading: Sequence[str], rows: Sequence[Sequence[str]], what: str
) -> list[Markup]:
    """A table of which only the first rows are open, where there are many."""
    made = [table(caption, heading, rows[:SHOWN])]
    folded = rows[SHOWN:MOST_ROWS]
    if folded:
        n_more = len(rows) - MOST_ROWS
        more = f"… and {plural(n_more, what)} more; to_dict() has all." if n_more > 0 else None
        others = table(f"The other {what}s", heading, folded, more=more)
        summary = element("summary", f"{plural(len(rows) - SHOWN, what)} more")
        made.append(element("details", summary, others, class_="more"))
    return made
