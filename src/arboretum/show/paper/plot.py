"""A tree as a picture for paper and screen."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from arboretum.exceptions import ArboretumWarning, ParameterError
from arboretum.explain import Stability
from arboretum.model import Model, model_of
from arboretum.show.paper.draft import LEGIBLE, Draft, PlannedPicture, Sizes
from arboretum.show.paper.draw_tree import TreeDrawing
from arboretum.show.paper.fit_sheet import paper_sizes
from arboretum.show.paper.labels import Words
from arboretum.show.paper.node_bars import make_bars
from arboretum.show.paper.palette import node_colours
from arboretum.show.paper.picture import (
    Picture,
    alt_text,
    figure_of,
    new_figure,
    require_matplotlib,
    title_text,
)
from arboretum.show.paper.preset import DEFAULT, Branches, Field, find_preset
from arboretum.show.paper.recurrence import recurrence_of
from arboretum.tree import Tree
from arboretum.tree.tree import found_tree

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["plot"]

#: The smallest letters that matplotlib draws, in points.
SMALLEST = 1.0


def plot(
    tree: Any,
    file: str | os.PathLike[str] | None = None,
    *,
    preset: str = DEFAULT,
    fields: Sequence[Field] | None = None,
    branches: Branches | None = None,
    conditions: Literal["nodes", "branches"] = "nodes",
    max_depth: int | Literal["fit"] | None = "fit",
    max_categories: int = 3,
    digits: int = 4,
    show_missing: bool = False,
    path: Any = None,
    data: tuple[Any, Any] | None = None,
    stability: Stability | None = None,
    title: str | None = None,
    figsize: tuple[float, float] | None = None,
    fit: str | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw a tree so that no label overlaps another, whatever its size and arity.

    Parameters
    ----------
    tree : a tree, or a fitted estimator
    file : where to save it; the name ends in .svg, .pdf or .png
    preset : {"summary", "counts", "probabilities", "brief", "shares", "full", "rpart", "code"}
        What nodes say.  "summary" has the class, its share at the node (for numbers how far they
        are spread), and the percentage of all samples that came there.  "probabilities" is the
        way of R's rpart.plot, "rpart" that of its ``plot`` and ``text``: no boxes, long branches
        for good splits.  "code" has how probable each answer is on the branches, as codes are
        drawn.
    fields : what nodes say instead of the preset's fields, from "id", "region", "prediction",
        "purity", "counts", "probabilities", "n", "share", "impurity", "p_value", "bar"
    branches : {"uniform", "deviance", "impurity"}
        Branches of one length; or in proportion to the drop in risk, which is
        rpart's deviance (errors, squared errors), or in weighted impurity,
        that the split above them achieves.
    conditions : {"nodes", "branches"}
        Where to put what is asked: as a question at the node with answers on
        the branches, or as a condition on each branch.
    max_depth : fold what lies deeper, and say how many leaves that is; "fit"
        folds what could not be read on the sheet, None nothing that can be drawn at all
    max_categories : clip longer sets of categories; a note lists them all
    digits : significant digits of numbers
    show_missing : say which branch takes the samples without a value
    path : a sample whose path to highlight: a dict, a row of a frame or of an array, or a table
        of one row
    data : ``(X, y)``, for a histogram of the target in each node of a regression tree
    stability : what ``explain.stability`` found: below each question stand the share of the
        trees that ask about the same feature there, and where their thresholds lie
    title : written above the tree
    figsize : inches; by default the picture grows with the tree
    fit : a sheet such as "A4" or "letter landscape"
    ax : axes of matplotlib to draw into; their figure is not changed otherwise

    Returns
    -------
    Picture
        With ``figure``, ``alt`` (the tree in sentences), ``n_folded`` and ``save(file)``.
    """
    require_matplotlib()
    grown = found_tree(tree)
    if conditions not in ("nodes", "branches"):
        raise ParameterError(f"conditions={conditions!r} is not known. Known: 'nodes', 'branches'.")
    style = find_preset(preset, None if fields is None else tuple(fields), branches)
    words = Words(
        conditions == "branches",
        digits,
        max_categories,
        show_missing,
        show_shares=style.shares_on_branches,
    )
    recurrence = recurrence_of(stability, grown)
    draft = Draft(grown, style, words, make_bars(grown, data), title, recurrence)
    sizes = _sizes(figsize, fit, ax)
    plan = draft.legible(sizes) if max_depth == "fit" else _as_asked(draft, max_depth, sizes)
    picture = _drawn(
        draft, plan, ax, set() if path is None else _visited(model_of(tree), grown, path)
    )
    if file is not None:
        picture.save(file)
    return picture


def _drawn(draft: Draft, plan: PlannedPicture, ax: Axes | None, visited: set[int]) -> Picture:
    """The planned picture on the given axes or on a new sheet."""
    sheet = plan.sheet
    axes = ax
    if axes is None:
        figure = new_figure(sheet.width * sheet.scale, sheet.height * sheet.scale)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    tree, colours = draft.tree, None
    if draft.preset.has_frames:
        colours = node_colours(tree, [label.node for label in plan.labels.shown])
    TreeDrawing(axes, plan, colours, draft.bars, visited).draw(draft.title)
    alt = alt_text(tree, plan.max_depth)
    if draft.recurrence is not None:
        asked = [label.node for label in plan.labels.shown if label.remark]
        alt = "\n".join([alt, draft.recurrence.in_words(asked)])
    n_folded = sum(label.n_folded for label in plan.labels.shown)
    return Picture(figure_of(axes), draft.title or title_text(tree), alt, n_folded)


def _sizes(
    figsize: tuple[float, float] | None, fit: str | None, ax: Axes | None
) -> list[tuple[float, float]]:
    """The sizes to choose from, in points; none if the picture takes the size it needs."""
    ways = (("figsize", figsize), ("fit", fit), ("ax", ax))
    given = [name for name, value in ways if value is not None]
    if len(given) > 1:
        raise ParameterError(f"{given[0]} and {given[1]} both set the size. Pass only one.")
    if figsize is not None:
        return [(figsize[0] * 72.0, figsize[1] * 72.0)]
    if fit is not None:
        return paper_sizes(fit)
    if ax is None:
        return []
    box, dpi = ax.get_window_extent(), figure_of(ax).dpi
    return [(box.width * 72.0 / dpi, box.height * 72.0 / dpi)]


def _as_asked(draft: Draft, max_depth: int | None, sizes: Sizes) -> PlannedPicture:
    """The tree down to a depth, in however small letters; folded further if none could be seen."""
    plan = draft.best(max_depth, sizes)
    if plan.letters >= LEGIBLE:
        return plan
    said = f"The smallest letters have {plan.letters:.1f} points, too small to read on paper."
    if plan.letters < SMALLEST:
        said = f"Letters of {plan.letters:.1f} points cannot be drawn, so the tree is folded."
        plan = draft.legible(sizes)
    remedy = (
        "Draw it on a larger sheet, to a smaller depth, or choose neither: then the picture takes "
        "the room it needs, and what could not be read is folded."
    )
    warnings.warn(f"{said} {remedy}", ArboretumWarning, stacklevel=3)
    return plan


def _visited(model: Model, tree: Tree, sample: Any) -> set[int]:
    """The nodes that a sample passes, all of them if it goes down several branches."""
    columns = model.encode(_as_table(sample))
    start, nodes = tree.decision_path(columns)
    if len(start) != 2:
        raise ParameterError(f"path has {len(start) - 1} samples. Pass one, such as X[:1].")
    return set(nodes.tolist())


def _as_table(sample: Any) -> Any:
    """A table of one row from a mere row: a dict, or a row of a frame or of an array."""
    if getattr(sample, "ndim", None) == 1:
        sample = sample.to_dict() if hasattr(sample, "to_dict") else sample[None, :]
    if not isinstance(sample, Mapping):
        return sample
    return {name: [value] if np.ndim(value) == 0 else value for name, value in sample.items()}
