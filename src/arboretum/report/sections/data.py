"""What was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.explain.importance import features_used
from arboretum.report.colours import class_marks, named
from arboretum.report.column_summary import ColumnSummary
from arboretum.report.markup import Markup, bar, bars, element, fragment, section, table
from arboretum.tree import name_text, number_text
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["data"]

#: Longer tables are cut.
MOST_COLUMNS, MOST_CLASSES = 60, 20


def data(report: Report) -> Markup:
    """Rows, columns, kinds, missing values, the target, and what looks suspicious."""
    tables = [_target_tables(report), _feature_table(report)]
    return section("data", "Data", _size(report), *_doubts(report), *tables)


def _size(report: Report) -> str:
    n_cells = report.n_rows * len(report.columns)
    n_missing = sum(column.n_missing for column in report.columns)
    rows = plural(report.n_rows, "row")
    if report.n_samples != report.n_rows:
        rows += f" that stand for {plural(report.n_samples, 'sample')}"
    file = "" if report.origin.file is None else f"{report.origin.file}: "
    missing = "No value of a feature is missing."
    if n_missing:
        missing = f"{percent(n_missing / n_cells)} of the values of the features are missing."
    return f"{file}{rows}, {plural(len(report.columns), 'feature')}. {missing}"


def _doubts(report: Report) -> list[str]:
    """What looks suspicious, and what no tree can get right."""
    contradictions = report.contradictions.in_words()
    return [_suspects(report), *([contradictions] if contradictions else [])]


def _suspects(report: Report) -> str:
    if not report.suspects:
        return (
            "No column is constant or mostly empty, none looks like an identifier of the rows, and "
            "no single one gives the target away."
        )
    return "The columns to look at first are named at the top of this page."


def _target_tables(report: Report) -> Markup:
    schema, root = report.tree.schema, report.tree.value[0]
    blocks = class_blocks(schema) if schema.is_classification else []
    found = []
    for k, target in enumerate(report.targets):
        name = name_text(target.name)
        classes = schema.targets[k].classes
        if classes is None:
            found.append(_numbers(name, target))
            continue
        weights, marks = root[blocks[k]], class_marks(report.tree, k)
        order = sorted(range(len(classes)), key=lambda code: -weights[code])
        shares = weights / weights.sum()
        rows = [
            [
                named(classes[code], marks[code]),
                number_text(float(weights[code]), 6),
                percent(shares[code]),
                bar(shares[code], marks[code]),
            ]
            for code in order[:MOST_CLASSES]
        ]
        heading, n_more = ["class", "samples", "share", ""], len(classes) - MOST_CLASSES
        more = f"… and {n_more} more classes." if n_more > 0 else None
        caption = f"The target, {name}, by class"
        found.append(table(caption, heading, rows, left=(0, 3), more=more))
    return fragment(*found)


def _numbers(name: str, target: ColumnSummary) -> Markup:
    heading = ["target", "values", "distinct", ""]
    row = [name, target.values, str(target.n_distinct), bars(target.bars)]
    return table(f"The target, {name}, is a number", heading, [row], left=(0, 1, 3))


def _feature_table(report: Report) -> Markup:
    used = features_used(report.tree)
    charted = {one.feature for one in report.distributions}
    heading = ["feature", "kind", "missing", "distinct", "values", "in the tree"]
    rows = []
    for f, column in enumerate(report.columns[:MOST_COLUMNS]):
        name = name_text(column.name)
        missing = percent(column.share_missing) if column.n_missing else "none"
        # The charts of other features are folded: a link into them would lead nowhere.
        leads = f in charted and f in used
        shown = element("a", name, href=f"#feature-{f + 1}") if leads else name
        held = [column.kind, missing, str(column.n_distinct), column.values]
        rows.append([shown, *held, "yes" if f in used else ""])
    n_more = len(report.columns) - len(rows)
    more = f"… and {n_more} more." if n_more else None
    return table("The features", heading, rows, left=(0, 1, 4, 5), more=more)
