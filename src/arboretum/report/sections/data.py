"""What was read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.explain.importance import features_used
from arboretum.report.colours import named, report_marks
from arboretum.report.column_summary import ColumnSummary
from arboretum.report.markup import Markup, bar, bars, element, fragment, section, table
from arboretum.report.sections.missing_policies import missing_policies
from arboretum.tree import name_text, number_text
from arboretum.tree.words.format import clipped, percent, plural

if TYPE_CHECKING:
    from arboretum.report.labels import Labels
    from arboretum.report.report import Report

__all__ = ["data"]

#: Longer tables are cut.
MOST_COLUMNS, MOST_CLASSES = 60, 20


def data(report: Report) -> Markup:
    """Rows, columns, kinds, missing values, the target, and what looks suspicious."""
    both = (element("div", one) for one in (_target_tables(report), _feature_table(report)))
    tables = element("div", *both, class_="flow")
    parts = [*_doubts(report), tables, *missing_policies(report)]
    return section("data", "Data", _size(report), *parts)


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
    return f"{file}{rows}, {plural(len(report.columns), 'feature')}. {missing}{_left_out(report)}"


def _left_out(report: Report) -> str:
    """What a tree cannot ask anything about may be left out when it is grown, as rpart does."""
    n = report.n_samples - float(report.tree.n_samples[0])
    if n <= 0:
        return ""
    have, them = ("has", "it") if n == 1 else ("have", "them")
    what = "row" if report.n_samples == report.n_rows else "sample"
    return f" {plural(n, what)} {have} no value at all: the tree was grown without {them}."


def _doubts(report: Report) -> list[str]:
    """What looks suspicious, and what no tree can get right."""
    contradictions = report.contradictions.in_words()
    return [_suspects(report), *([contradictions] if contradictions else [])]


def _suspects(report: Report) -> str:
    if not report.suspects:
        gives = "no single one gives the target away"
        if report.labels is not None:
            name = name_text(report.targets[report.labels.even].name)
            gives = f"no single one gives {name} away, the label nearest to half of the samples"
        return (
            "No column is constant or mostly empty, none looks like an identifier of the rows, and "
            f"{gives}."
        )
    return "The columns to look at first are named at the top of this page."


def _target_tables(report: Report) -> Markup:
    if report.labels is not None:
        return _labels(report, report.labels)
    pairs = list(zip(report.targets, report.judged, strict=True))
    numbers = [target for target, judged in pairs if judged.confusion is None]
    found = [_numbers(numbers)] if numbers else []
    found += [_classes(report, k) for k, one in enumerate(report.judged) if one.confusion]
    return fragment(*_gaps(report), *found)


def _gaps(report: Report) -> list[Markup]:
    """Cells of targets that are not known."""
    shares = [
        f"{name_text(one.name)} in {percent(one.share_missing)} of the rows"
        for one in report.targets
        if one.n_missing
    ]
    if not shares:
        return []
    text = (
        f"Values of targets are missing: {clipped(shares)}. The tree is grown from, and judged by, "
        "those that are there."
    )
    return [element("p", text)]


def _classes(report: Report, k: int) -> Markup:
    """A target by class, the commonest first."""
    confusion, marks = report.judged[k].confusion, report_marks(report, k)
    assert confusion is not None  # it was asked before
    weights = confusion.weights.sum(axis=1)
    order = sorted(range(len(weights)), key=lambda code: -weights[code])
    shares = weights / weights.sum()
    rows = [
        [
            named(confusion.classes[code], marks[code]),
            number_text(float(weights[code]), 6),
            percent(shares[code]),
            bar(shares[code], marks[code]),
        ]
        for code in order[:MOST_CLASSES]
    ]
    heading, n_more = ["class", "samples", "share", ""], len(weights) - MOST_CLASSES
    more = f"… and {n_more} more classes." if n_more > 0 else None
    caption = f"The target, {name_text(report.targets[k].name)}, by class"
    return table(caption, heading, rows, left=(0, 3), more=more)


def _labels(report: Report, labels: Labels) -> Markup:
    """How many labels a sample has, and how often each occurs."""
    total = float(labels.counts.sum()) / labels.mean_size if labels.mean_size else 1.0
    names = [name_text(target.name) for target in report.targets]
    set_names = [names[k] for k in labels.commonest]
    low, high = labels.sizes
    n_absent = len(names) - labels.n_present
    absent = f" {plural(n_absent, 'label')} occur nowhere." if n_absent > 1 else ""
    absent = " One label occurs nowhere." if n_absent == 1 else absent
    text = (
        f"A sample has {number_text(labels.mean_size, 3)} of {len(names)} labels on average, from "
        f"{low} to {high}. {plural(labels.n_sets, 'different set')} of labels "
        f"{'occurs' if labels.n_sets == 1 else 'occur'}; the commonest, "
        f"{clipped(set_names) or 'no label at all'}, is that of "
        f"{percent(labels.share_of_commonest)} of the samples.{absent}"
    )
    if labels.hierarchy is not None:
        deepest = plural(int(labels.hierarchy.depths.max()), "level")
        text += (
            f" The labels stand in a hierarchy of {deepest}: a sample that has a label has all "
            "above it."
        )
    shares = labels.counts / total
    rows = [
        [names[k], number_text(float(labels.counts[k]), 6), percent(shares[k]), bar(shares[k])]
        for k in labels.order()[:MOST_CLASSES]
    ]
    n_more = labels.n_present - len(rows)
    more = f"… and {plural(n_more, 'label')} more." if n_more > 0 else None
    heading = ["label", "samples", "share", ""]
    made = table("The labels, the most frequent first", heading, rows, left=(0, 3), more=more)
    return fragment(element("p", text), made)


def _numbers(targets: Sequence[ColumnSummary]) -> Markup:
    heading = ["target", "values", "distinct", ""]
    rows = [
        [name_text(one.name), one.values, str(one.n_distinct), bars(one.bars)] for one in targets
    ]
    caption = "The targets that are numbers"
    if len(targets) == 1:
        caption = f"The target, {name_text(targets[0].name)}, is a number"
    n_more = len(rows) - MOST_COLUMNS
    more = f"… and {n_more} more." if n_more > 0 else None
    return table(caption, heading, rows[:MOST_COLUMNS], left=(0, 1, 3), more=more)


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
