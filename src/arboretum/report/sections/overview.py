"""What to know before anything else: four numbers, what to look at first, a few sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from arboretum.judging.together import AUPRC
from arboretum.report.cautions import cautions
from arboretum.report.judgement import Measured
from arboretum.report.markup import Markup, element, section, share_bar, stretched
from arboretum.report.predicted import usual_class
from arboretum.report.summary import findings
from arboretum.report.summary_several import told_together
from arboretum.show.paper.palette import node_colours
from arboretum.tree import Tree, category_text, name_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["overview"]

#: Targets whose errors have room on a tile.
MOST_TARGETS = 3
#: Leaves that are drawn on theirs.
MOST_LEAVES = 40
#: What an error is called in one line.
WRONG = {
    "error rate": "Wrong on samples it has not seen",
    "RMSE": "Off on samples it has not seen",
    "relative RMSE": "Off on samples it has not seen",
}


def overview(report: Report) -> Markup:
    """Tiles, warnings, sentences."""
    tiles = element(
        "ul", _error(report), _without(report), _size(report), _stability(report), class_="tiles"
    )
    text = element("div", *(element("p", line) for line in findings(report)), class_="short")
    return section("summary", "In short", tiles, *_warnings(report), text)


def _tile(label: str, value: str, *notes: str, kind: str | None = None) -> Markup:
    parts = [element("p", label, class_="label"), element("p", value, class_="value")]
    parts += [one if isinstance(one, Markup) else element("p", one) for one in notes if one]
    return element("li", *parts, class_=kind)


def _error(report: Report) -> Markup:
    if told_together(report) and report.together:
        return _together(report)
    if len(report.judged) > 1:
        shown = [judged.texts[0] for judged in report.judged]
        return _of_targets(report, _wrong_or_off(report), shown)
    (judged,) = report.judged
    value, low, high, _ = judged.texts
    r2 = judged.error.r2
    explained = "" if r2 is None else f"explains {percent(max(r2, 0.0), 0)} of the variance"
    cost = "" if judged.loss is None else f"mistakes cost {judged.loss.texts[0]} per sample"
    interval = f"95 % interval: {low} to {high}"
    how = "root mean square error" if judged.error.measure == "RMSE" else ""
    bar = share_bar(judged.error.value / _longest(judged), _of_longest(judged))
    return _tile(WRONG[judged.error.measure], value, bar, interval, how, explained, cost)


def _wrong_or_off(report: Report) -> str:
    """What the errors of several targets are called in one line."""
    kinds = {WRONG[judged.error.measure] for judged in report.judged}
    return kinds.pop() if len(kinds) == 1 else "Wrong or off on samples it has not seen"


def _headline(report: Report) -> Measured:
    """The measure of all targets that comes first: of a hierarchy how well labels are ranked."""
    ranked = [one for one in report.together if one.error.measure == AUPRC]
    is_hierarchy = report.labels is not None and report.labels.hierarchy is not None
    return ranked[0] if is_hierarchy and ranked else report.together[0]


def _together(report: Report) -> Markup:
    """The error of all targets in one number."""
    first, n = _headline(report), len(report.judged)
    value, low, high, _ = first.texts
    if first.error.measure == AUPRC:
        bar = share_bar(first.error.value)
        notes = (f"of {n} labels pooled, by rank; 1 would be perfect", _sets_right(report))
        return _tile("Area under the precision-recall curve", value, bar, *notes)
    bar = share_bar(first.error.value / _longest(first), _of_longest(first))
    interval = f"95 % interval: {low} to {high}"
    if report.labels is not None:
        how = f"of {n} labels (Hamming loss)"
        label = "Labels wrong on samples it has not seen"
        return _tile(label, value, bar, interval, how, _sets_right(report))
    label = WRONG.get(first.error.measure, WRONG["error rate"])
    how = f"of {n} targets, on average"
    if first.error.measure == "relative RMSE":
        how = f"standard deviations, the mean of {n} targets (relative RMSE)"
    return _tile(label, value, bar, interval, how)


def _sets_right(report: Report, without: bool = False) -> str:
    """How often a whole set of labels is right."""
    for one in report.together:
        if one.error.measure == "wrong sets":
            wrong = one.without_tree if without else one.error
            return f"{percent(1.0 - wrong.value)} of the sets right in every label"
    return ""


def _without(report: Report) -> Markup:
    label = "Without a tree"
    if told_together(report) and report.together:
        first = _headline(report)
        longest = 1.0 if first.error.measure == AUPRC else _longest(first)
        bar = share_bar(first.without_tree.value / longest, kind="plain")
        usual = "always predicting the same"
        right = _sets_right(report, without=True)
        return _tile(label, first.texts[3], bar, usual, right)
    if len(report.judged) > 1:
        return _of_targets(report, label, [judged.texts[3] for judged in report.judged])
    (judged,) = report.judged
    usual = "always predicting the same number"
    if judged.confusion is not None:
        commonest = judged.confusion.classes[usual_class(report, 0)]
        usual = f"always predicting {category_text(commonest)}"
    cost = "" if judged.loss is None else f"mistakes cost {judged.loss.texts[3]} per sample"
    bar = share_bar(judged.without_tree.value / _longest(judged), kind="plain")
    return _tile(label, judged.texts[3], bar, usual, cost)


def _longest(judged: Measured) -> float:
    """The two errors have one scale."""
    return max(judged.without_tree.value, judged.interval[1], judged.error.value) or 1.0


def _of_longest(judged: Measured) -> tuple[float, float]:
    low, high = (end / _longest(judged) for end in judged.interval)
    return low, high


def _of_targets(report: Report, label: str, values: list[str]) -> Markup:
    """One line per target."""
    names = [name_text(judged.error.target) for judged in report.judged]
    pairs = [f"{name}: {value}" for name, value in zip(names, values, strict=True)]
    hidden = len(pairs) - MOST_TARGETS
    more = [f"and {plural(hidden, 'target')} more"] if hidden > 0 else []
    return _tile(label, pairs[0], *pairs[1:MOST_TARGETS], *more, kind="several")


def _size(report: Report) -> Markup:
    tree = report.tree
    if tree.is_leaf[0]:
        same = "it predicts the same for all" if tree.models is None else "one equation for all"
        return _tile("Leaves", "1", f"no question was kept: {same}")
    deepest = f"{plural(tree.depth, 'question')} at most, one after another"
    # Of several targets or labels there is no colour to tell leaves apart.
    is_one = len(tree.schema.targets) == 1 and report.labels is None
    has_colours = tree.n_leaves <= MOST_LEAVES and is_one
    strip = [_leaves(tree)] if has_colours else []
    return _tile("Leaves", str(tree.n_leaves), *strip, deepest)


def _leaves(tree: Tree) -> Markup:
    """The leaves side by side, as wide as their samples, in the colours of the picture."""
    leaves = [leaf.id for leaf in tree.leaves()]
    widths = 100.0 * tree.weight[leaves] / tree.weight[leaves].sum()
    starts = np.cumsum(widths) - widths
    pieces = [
        element("rect", x=f"{x:.2f}", width=f"{max(w - 0.4, w / 2):.2f}", height="10", fill=colour)
        for x, w, colour in zip(starts, widths, node_colours(tree, leaves), strict=True)
    ]
    return stretched(pieces)


def _stability(report: Report) -> Markup:
    card, label = report.stability, "Same with other samples"
    if card is None:
        return _tile(label, "–", "not measured")
    agree = "of its predictions' variance"
    agree += ", mean of the targets" if len(report.judged) > 1 else ""
    if report.tree.schema.is_classification:
        agree = "of its decisions" if report.labels is None else "of its sets of labels"
    same = (
        f"{percent(card.n_same / card.n_trees, 0)} of {card.n_trees} trees ask the same questions"
    )
    return _tile(label, percent(card.agreement, 0), share_bar(card.agreement), agree, same)


def _warnings(report: Report) -> list[Markup]:
    found = cautions(report)
    if not found:
        return []
    heading = element("h3", "Before you rely on it")
    items = element("ul", *(element("li", text) for text in found))
    return [element("div", heading, items, class_="warning")]
