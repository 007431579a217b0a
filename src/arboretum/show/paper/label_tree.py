"""How well each label of a hierarchy is predicted, as bars beside the tree of labels."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from arboretum.data import Hierarchy
from arboretum.exceptions import ParameterError
from arboretum.measures import LabelReport
from arboretum.show.paper.chart import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES, INK
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.wrap import clip
from arboretum.tree.words.format import name_text, number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["label_tree"]

LONGEST_NAME = 40
#: What a level of the hierarchy is set in by.
STEP = "    "


def label_tree(
    hierarchy: Hierarchy,
    report: LabelReport,
    *,
    max_labels: int = 40,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw the labels of a hierarchy with the area under the precision-recall curve of each.

    A mark on each bar is the share of the samples that has the label: the area of guessing.
    A label below several stands below the first of them.

    Parameters
    ----------
    hierarchy : Hierarchy, as in ``model.hierarchy_``
    report : LabelReport, as ``model.measure(X, y)`` makes it
    max_labels : show no more than these, the most frequent, with all above them
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    if report.labels != hierarchy.labels:
        raise ParameterError(
            f"The report is about {len(report.labels)} labels, and they are not those of the "
            f"hierarchy, which has {len(hierarchy)}. Give the hierarchy_ of the model it judges."
        )
    counts = np.asarray(report.truth).sum(axis=0)
    shown = _most_frequent(hierarchy, counts, max_labels)
    rows = [(label, depth) for label, depth in _outline(hierarchy) if label in shown]
    areas = np.nan_to_num(report.auprc[[label for label, _ in rows]])
    shares = counts[[label for label, _ in rows]] / len(report.truth)
    chart = open_chart(ax, figsize, (6.5, 1.0 + 0.2 * max(len(rows), 1)), title)
    places = np.arange(len(rows))
    chart.barh(places, areas, color=CLASSES[0], height=0.7)
    chart.vlines(shares, places - 0.35, places + 0.35, color=INK, linewidth=1.2)
    names = [clip(name_text(hierarchy.labels[label]), LONGEST_NAME) for label, _ in rows]
    indented = [STEP * depth + name for name, (_, depth) in zip(names, rows, strict=True)]
    # Left-aligned names need room of their own: those of an axis stand to its left.
    width = max(map(len, indented), default=0)
    chart.set_yticks(places, [name.ljust(width) for name in indented], family="monospace")
    chart.set_ylim(len(rows) - 0.5, -0.5)
    chart.set_xlim(0.0, 1.0)
    chart.set_xlabel("area under the precision-recall curve; marks: share of the samples")
    alt = "\n".join(
        f"{name}: {number_text(float(area), 3)}, guessing {number_text(float(share), 3)}"
        for name, area, share in zip(names, areas, shares, strict=True)
    )
    return finish_chart(chart, title, "Labels and the areas of their curves", alt, file)


def _most_frequent(hierarchy: Hierarchy, counts: np.ndarray, n: int) -> set[int]:
    """The labels that most samples have, which those above them have as well."""
    order = np.argsort(-counts, kind="stable")
    found: set[int] = set()
    for label in order[counts[order] > 0].tolist():
        added = found | {label} | hierarchy.ancestors[label]
        if len(added) > n:
            break
        found = added
    return found


def _outline(hierarchy: Hierarchy) -> Iterator[tuple[int, int]]:
    """Labels with their depth, each followed by those below it."""
    below: dict[int, list[int]] = {}
    for label, parents in enumerate(hierarchy.parents):
        below.setdefault(parents[0] if parents else -1, []).append(label)
    waiting = [(label, 0) for label in reversed(below.get(-1, []))]
    while waiting:
        label, depth = waiting.pop()
        yield label, depth
        waiting += [(child, depth + 1) for child in reversed(below.get(label, []))]
