"""How each feature goes with the target, and where the tree splits it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arboretum.data import Category, Feature
from arboretum.explain.importance import features_used
from arboretum.report.charts.categories import category_bars
from arboretum.report.charts.histogram import boxes_over, histogram
from arboretum.report.colours import legend, report_marks
from arboretum.report.distribution import Distribution
from arboretum.report.markup import Markup, element, section
from arboretum.tree import name_text, number_text
from arboretum.tree.words.format import bound_text, percent, plural, value_text

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["features"]


def features(report: Report) -> Markup:
    """A chart per feature: those of the tree, then the others for whoever asks."""
    name, classes = name_text(report.targets[report.charted].name), _classes(report)
    used = features_used(report.tree)
    own = [one for one in report.distributions if one.feature in used]
    others = [one for one in report.distributions if one.feature not in used]
    heading = f"The features and {name}"
    how = (
        "Each chart shows all samples by the value of one feature, in the colours of their "
        f"classes of {name}."
        if classes is not None
        else f"Each chart shows where {name} lies for the values of one feature: half of the "
        "samples inside the box, with the median as a line, and eight in ten between the ends of "
        "the thin line."
    )
    if own:
        how += " Dashed lines are where the tree splits."
    key = [] if classes is None else [legend(classes, report_marks(report, report.charted))]
    told = [*_which(report, name), how]
    return section("features", heading, *told, *key, *_shown(report, own), *_folded(report, others))


def _classes(report: Report) -> tuple[Category, ...] | None:
    """The classes of the target that is shown; None for numbers."""
    confusion = report.judged[report.charted].confusion
    return None if confusion is None else confusion.classes


def _which(report: Report, name: str) -> list[str]:
    """Which of several targets is shown, and why."""
    n = len(report.judged)
    if n == 1:
        return []
    if report.labels is None:
        return [f"Of {n} targets this is {name}, which is predicted best beside no tree."]
    return [
        f"Of {n} labels this is {name}, which is predicted best beside no tree: 1 stands for the "
        "samples that have it, 0 for those that do not."
    ]


def _shown(report: Report, own: list[Distribution]) -> list[Markup]:
    if not own:
        return []
    return [element("div", *(_figure(report, one) for one in own), class_="charts")]


def _folded(report: Report, others: list[Distribution]) -> list[Markup]:
    if not others:
        return []
    hidden = len(report.columns) - len(report.distributions)
    more = f" ({hidden} more are not shown)" if hidden else ""
    text = f"{plural(len(others), 'feature')} that the tree does not use{more}"
    charts = element("div", *(_figure(report, one) for one in others), class_="charts")
    # Of a tree that asks nothing there is nothing else to see.
    is_open = "open" if len(others) == len(report.distributions) else None
    return [element("details", element("summary", text), charts, class_="more", open=is_open)]


def _figure(report: Report, found: Distribution) -> Markup:
    tree, column = report.tree, report.columns[found.feature]
    feature, name = tree.schema.features[found.feature], name_text(column.name)
    marks = [] if _classes(report) is None else report_marks(report, report.charted)
    words = f"{name} and {name_text(report.targets[report.charted].name)}: {column.values}"
    if found.edges is None:
        drawn = category_bars(found, feature, marks, words)
    else:
        texts = [bound_text(feature, value, 4) for value in found.thresholds]
        words += f"; the tree asks about {', '.join(texts)}" if texts else ""
        chart = partial(histogram, marks=marks) if marks else boxes_over
        drawn = chart(found, thresholds=texts, words=words, clock=feature.clock)
    notes = [*_beyond(found, feature), *_missing(report, found)]
    head = element("figcaption", element("b", name), *(f" · {note}" for note in notes))
    return element("figure", head, drawn, class_="feature", id=f"feature-{found.feature + 1}")


def _beyond(found: Distribution, feature: Feature) -> list[str]:
    if found.edges is None:
        return []
    ends = zip(found.beyond, ("below", "above"), (found.edges[0], found.edges[-1]), strict=True)
    return [
        f"{number_text(round(n, 6), 6)} {side} {value_text(feature, float(edge), 4)}"
        for n, side, edge in ends
        if n > 0
    ]


def _missing(report: Report, found: Distribution) -> list[str]:
    column = report.columns[found.feature]
    return [f"{percent(column.share_missing)} missing"] if column.n_missing else []
