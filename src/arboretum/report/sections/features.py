"""How each feature goes with the target, and where the tree splits it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from arboretum.data import Feature
from arboretum.explain.importance import features_used
from arboretum.report.charts.categories import category_bars
from arboretum.report.charts.histogram import boxes_over, histogram
from arboretum.report.colours import class_marks, legend
from arboretum.report.distribution import Distribution
from arboretum.report.markup import Markup, element, section
from arboretum.tree import name_text, number_text
from arboretum.tree.words.format import bound_text, percent, plural, value_text

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["features"]


def features(report: Report) -> Markup:
    """A chart per feature: those of the tree, then the others for whoever asks."""
    schema = report.tree.schema
    name = name_text(schema.targets[0].name)
    used = features_used(report.tree)
    own = [one for one in report.distributions if one.feature in used]
    others = [one for one in report.distributions if one.feature not in used]
    classes = schema.targets[0].classes
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
    key = [] if classes is None else [legend(classes, class_marks(report.tree))]
    return section("features", heading, how, *key, *_shown(report, own), *_folded(report, others))


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
    marks = class_marks(tree) if tree.schema.is_classification else []
    words = f"{name} and {name_text(tree.schema.targets[0].name)}: {column.values}"
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
