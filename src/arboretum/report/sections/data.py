"""What was read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.report.column_summary import ColumnSummary
from arboretum.report.images import bar, bars
from arboretum.report.markup import Markup, element, fragment, section, table
from arboretum.tree import category_text, name_text, number_text
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["data"]

#: Longer tables are cut.
MOST_COLUMNS, MOST_CLASSES = 60, 20


def data(report: Report) -> Markup:
    """Rows, columns, kinds, missing values, the target, and what looks suspicious."""
    return section(
        "data",
        "Data",
        element("p", _size(report)),
        _suspects(report),
        _target_tables(report),
        _feature_table(report),
    )


def _size(report: Report) -> str:
    n_cells = report.n_rows * len(report.columns)
    n_missing = sum(column.n_missing for column in report.columns)
    rows = plural(report.n_rows, "row")
    if report.n_samples != report.n_rows:
        rows += f" that stand for {plural(report.n_samples, 'sample')}"
    file = "" if report.origin.file is None else f"{report.origin.file}: "
    missing = f"{percent(n_missing / n_cells)} of the values of the features are missing."
    if n_missing == 0:
        missing = "No value of a feature is missing."
    return f"{file}{rows}, {plural(len(report.columns), 'feature')}. {missing}"


def _suspects(report: Report) -> Markup:
    if not report.suspects:
        return element(
            "p",
            "No column is constant or mostly empty, none looks like a name of its rows, and no "
            "single one gives the target away.",
        )
    listed = [element("li", suspect.words) for suspect in report.suspects]
    heading = element("h3", "Look at these columns first")
    return element("div", heading, element("ul", *listed), class_="warning")


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
        weights = root[blocks[k]]
        order = sorted(range(len(classes)), key=lambda code: -weights[code])
        shares = weights / weights.sum()
        rows = [
            [
                category_text(classes[code]),
                number_text(float(weights[code]), 6),
                percent(shares[code]),
                bar(shares[code]),
            ]
            for code in order[:MOST_CLASSES]
        ]
        heading = ["class", "samples", "share", ""]
        found.append(table(f"The target, {name}, by class", heading, rows, left=(0, 3)))
        if len(classes) > MOST_CLASSES:
            found.append(element("p", f"… and {len(classes) - MOST_CLASSES} more classes."))
    return fragment(*found)


def _numbers(name: str, target: ColumnSummary) -> Markup:
    heading = ["target", "values", "distinct", ""]
    row = [name, target.values, str(target.n_distinct), bars(target.bars)]
    return table(f"The target, {name}, is a number", heading, [row], left=(0, 1, 3))


def _feature_table(report: Report) -> Markup:
    asked = set(report.tree.splits.column.tolist())
    heading = ["feature", "kind", "missing", "distinct", "values", "distribution", "in the tree"]
    rows = [
        [
            name_text(column.name),
            column.kind,
            "none" if not column.n_missing else percent(column.share_missing),
            str(column.n_distinct),
            column.values,
            bars(column.bars),
            "yes" if f in asked else "",
        ]
        for f, column in enumerate(report.columns[:MOST_COLUMNS])
    ]
    n_more = len(report.columns) - len(rows)
    made = table("The features", heading, rows, left=(0, 1, 4, 5, 6), class_="features")
    return fragment(made, element("p", f"… and {n_more} more.")) if n_more else made
