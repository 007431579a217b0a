"""Charts about trees: errors of nested trees, importances, residuals, labels of a hierarchy."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from arboretum.data import Hierarchy
from arboretum.exceptions import ParameterError
from arboretum.explain.importance import impurity_importance, surrogate_importance
from arboretum.measures import LabelReport
from arboretum.pruning import ComplexityTable
from arboretum.show.paper.palette import CLASSES, INK
from arboretum.show.paper.picture import Picture, figure_of, new_figure, require_matplotlib
from arboretum.show.paper.wrap import clip
from arboretum.tree.tree import found_tree
from arboretum.tree.words.format import name_text, number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = [
    "Size",
    "cp",
    "draw_errors",
    "draw_limit",
    "finish_chart",
    "importance",
    "label_tree",
    "name_leaves_above",
    "open_chart",
    "residuals",
]

Size = tuple[float, float]

#: Of more trees not each one has its price and its size written below and above it.
MOST_NAMED = 18
#: The longest name of a feature or label, in characters.
LONGEST_NAME = 40
#: What a level of the hierarchy is indented by.
STEP = "    "
#: What each measure of importance means, and what takes it.
MEASURES = {
    "impurity": ("share in the decrease of impurity", impurity_importance),
    "surrogate": ("improvement by own splits and as a surrogate", surrogate_importance),
}


def open_chart(ax: Axes | None, figsize: Size | None, default: Size, title: str | None) -> Axes:
    """The axes to draw on, below a title: those given, or new ones of a size in inches."""
    require_matplotlib()
    if ax is None:
        width, height = default if figsize is None else figsize
        figure = new_figure(width * 72.0, height * 72.0)
        figure.set_layout_engine("constrained")
        ax = figure.add_subplot()
        ax.spines[["top", "right"]].set_visible(False)
        ax.tick_params(labelsize=8, colors=INK)
        ax.xaxis.label.set_fontsize(9)
        ax.yaxis.label.set_fontsize(9)
    if title is not None:
        ax.set_title(title, fontsize=11, fontweight="bold", parse_math=False)
    return ax


def finish_chart(
    axes: Axes, title: str | None, what: str, alt: str, file: str | os.PathLike[str] | None
) -> Picture:
    """The picture, saved if there is a file.  ``what`` it shows stands in for a title."""
    picture = Picture(figure_of(axes), title or what, alt)
    if file is not None:
        picture.save(file)
    return picture


def draw_errors(chart: Axes, place: Any, error: Any, spread: Any, **look: Any) -> None:
    """A line from error to error, each with its spread."""
    chart.errorbar(
        place, error, yerr=spread, marker="o", markersize=4, linewidth=1, capsize=3, **look
    )


def draw_limit(chart: Axes, limit: float) -> None:
    """The dashed line that errors of good trees are below."""
    chart.axhline(limit, color=INK, linestyle="--", linewidth=0.8)


def name_leaves_above(chart: Axes, place: Any, leaves: Any) -> None:
    """Another axis above: how many leaves the trees have."""
    sizes = chart.secondary_xaxis("top")
    sizes.set_xticks(place, [str(int(size)) for size in leaves])
    sizes.tick_params(labelsize=8, colors=INK)
    sizes.set_xlabel("leaves", fontsize=9)


def cp(
    table: Any,
    *,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw what rpart's ``plotcp`` draws: the cross-validated error of each nested tree.

    Trees grow from left to right; the axis below has the price at which each is given up,
    the axis above the number of its leaves.  The dashed line is one standard error above
    the least error: the leftmost tree below it is that of the 1-SE rule.

    Parameters
    ----------
    table : a fitted estimator with cross-validated errors, such as
        ``CARTClassifier(pruning=CostComplexity(cv=10))``, or its ``cp_table_``
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    found = table if isinstance(table, ComplexityTable) else getattr(table, "cp_table_", None)
    if not isinstance(found, ComplexityTable):
        raise ParameterError(
            f"{type(table).__name__} has no cp_table_. Pass a fitted estimator with "
            f"pruning=CostComplexity(cv=10), or a ComplexityTable."
        )
    columns = found.plotcp_columns()
    chart = open_chart(ax, figsize, (6.0, 4.0), title)
    place = np.arange(len(columns["cp"]))
    xerror, spread = columns["xerror"], columns["high"] - columns["xerror"]
    draw_errors(chart, place, xerror, spread, color=CLASSES[0], ecolor=INK, elinewidth=0.8)
    draw_limit(chart, float(columns["limit"][0]))
    named = slice(None, None, -(-len(place) // MOST_NAMED))
    prices = [_price(price) for price in columns["cp"][named]]
    chart.set_xticks(place[named], prices, rotation=45, ha="right")
    chart.set_xlabel("cp")
    chart.set_ylabel("error in cross-validation, relative to the root")
    name_leaves_above(chart, place[named], columns["size"][named])
    return finish_chart(chart, title, "Error of each pruned tree", _cp_in_words(found), file)


def _price(price: float) -> str:
    return "∞" if np.isinf(price) else f"{price:.2g}"


def _cp_in_words(table: ComplexityTable) -> str:
    columns = table.plotcp_columns()
    best, simplest = table.choose("min"), table.choose("1se")
    lines = [
        f"Leaves {int(size)}, cp {_price(price)}: {error:.3g} ± {high - error:.2g}."
        for price, size, error, high in zip(
            columns["cp"], columns["size"], columns["xerror"], columns["high"], strict=True
        )
    ]
    head = (
        f"The error in cross-validation is least with {int(columns['size'][best])} leaves; the "
        f"smallest tree within one standard error of it has {int(columns['size'][simplest])}."
    )
    return "\n".join([head, *lines])


def importance(
    tree: Any,
    kind: Literal["impurity", "surrogate"] = "impurity",
    *,
    max_features: int = 20,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw how much each feature contributed, the largest first.

    Parameters
    ----------
    tree : a tree, a fitted estimator, or a mapping from names to custom numbers
    kind : {"impurity", "surrogate"}
        The share in the decrease of impurity, as in scikit-learn; or rpart's
        improvement, to which surrogates add.
    max_features : how many to show at most; features that are not used are left out
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    shown = _ranked(tree, kind)[:max_features]
    chart = open_chart(ax, figsize, (6.0, 1.0 + 0.28 * max(len(shown), 1)), title)
    names = [clip(name_text(name), LONGEST_NAME) for name, _ in shown]
    places = list(range(len(shown)))
    bars = chart.barh(places, [number for _, number in shown], color=CLASSES[0], height=0.7)
    chart.bar_label(bars, [number_text(number, 3) for _, number in shown], padding=3, fontsize=8)
    chart.set_yticks(places, names, parse_math=False)
    chart.invert_yaxis()
    chart.margins(x=0.12)
    chart.set_xlabel("" if isinstance(tree, Mapping) else MEASURES[kind][0])
    alt = "\n".join(f"{name_text(name)}: {number_text(number, 3)}" for name, number in shown)
    return finish_chart(chart, title, "Importance of features", alt, file)


def _ranked(tree: Any, kind: str) -> list[tuple[str, float]]:
    """Features that are used, the largest first; equals in the order of the columns."""
    if isinstance(tree, Mapping):
        pairs = [(str(name), float(number)) for name, number in tree.items()]
    else:
        if kind not in MEASURES:
            raise ParameterError(f"kind={kind!r} is not known. Known: 'impurity', 'surrogate'.")
        grown = found_tree(tree)
        numbers = MEASURES[kind][1](grown).tolist()
        pairs = list(zip(grown.schema.feature_names, numbers, strict=True))
    return sorted((pair for pair in pairs if pair[1] != 0), key=lambda pair: -pair[1])


def residuals(
    observed: Any,
    predicted: Any,
    *,
    target: str = "target",
    max_points: int = 2000,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw observed numbers against predicted ones; on the line they are equal.

    Parameters
    ----------
    observed, predicted : one number per sample
    target : the name of what is predicted
    max_points : of more samples this many are drawn, evenly spaced in the order given
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    x, y = np.asarray(predicted, dtype=np.float64), np.asarray(observed, dtype=np.float64)
    if x.shape != y.shape or x.ndim != 1 or len(x) == 0:
        raise ParameterError(
            f"observed has the shape {y.shape} and predicted {x.shape}. "
            "Pass one number per sample in both."
        )
    drawn = np.unique(np.linspace(0, len(x) - 1, max_points).round().astype(int))
    chart = open_chart(ax, figsize, (6.0, 4.0), title)
    ends = [float(min(x.min(), y.min())), float(max(x.max(), y.max()))]
    chart.plot(ends, ends, color=INK, linewidth=0.8, linestyle="--")
    chart.scatter(x[drawn], y[drawn], s=9, color=CLASSES[0], alpha=0.45, linewidths=0)
    chart.set_xlabel(f"predicted {target}", parse_math=False)
    chart.set_ylabel(f"observed {target}", parse_math=False)
    low, high = (number_text(float(q), 3) for q in np.quantile(y - x, [0.05, 0.95]))
    rms = number_text(float(np.sqrt(np.mean((y - x) ** 2))), 4)
    alt = (
        f"{len(x)} samples. Observed less predicted: root mean square {rms}, "
        f"90 % between {low} and {high}."
    )
    return finish_chart(chart, title, f"Observed and predicted {target}", alt, file)


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

    The mark on each bar is the share of the samples that have the label: the area of guessing.
    A label with several parents stands below the first of them.

    Parameters
    ----------
    hierarchy : Hierarchy, as in ``model.hierarchy_``
    report : LabelReport, as ``model.measure(X, y)`` makes it
    max_labels : how many to show at most: the most frequent, with all above them
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    if report.labels != hierarchy.labels:
        raise ParameterError(
            f"The {len(report.labels)} labels of the report are not the {len(hierarchy)} of the "
            f"hierarchy. Pass the hierarchy_ of the model that the report judges."
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
    # Padded, names are aligned to the left: an axis aligns them to the right.
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
    """The labels that most samples have, with those above them."""
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
