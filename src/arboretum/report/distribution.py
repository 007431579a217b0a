"""How the values of a feature go with the target: counted in bars, not row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.target_values import TargetValues, target_values
from arboretum.explain import Importance
from arboretum.explain.importance import features_used
from arboretum.tree import Tree

__all__ = ["BOX", "Distribution", "distributions_of"]

FloatArray = npt.NDArray[np.float64]

#: Features that are shown at most; those that the tree asks about come first.
MOST_FEATURES = 30
#: Bars of numbers, boxes of numbers, and categories, at most.
MOST_BARS, MOST_BOXES, MOST_CATEGORIES = 24, 12, 10
#: Which quantiles of the target a box shows.
BOX = (0.1, 0.25, 0.5, 0.75, 0.9)
#: The outermost samples, and how much wider than all others they may make the picture.
OUTERMOST, WORTH_SHOWING = 0.01, 0.5


@dataclass(frozen=True, eq=False)
class Distribution:
    """The samples of a feature in bars, and what a target is in each.

    Attributes
    ----------
    feature : which one
    edges : where bars of numbers begin and end; None for categories
    codes : the category of each bar, -1 for all others together; None for numbers
    group : of each bar of categories, the branch of the topmost question about the feature; -1 if
        there is none
    counts : (n_bars, n_classes) weight of the samples; one column if the target is a number
    boxes : (n_bars, 5) quantiles of a target that is a number; None for classes
    thresholds : what the tree asks about the feature, the question of most samples first; of an
        ordered feature the last code before each gap
    beyond : weight of the samples below the first and above the last edge, which are counted in
        the outermost bars
    n_others : how many categories the bar of all others holds
    """

    feature: int
    edges: FloatArray | None
    codes: tuple[int, ...] | None
    group: tuple[int, ...]
    counts: FloatArray
    boxes: FloatArray | None
    thresholds: tuple[float, ...]
    beyond: tuple[float, float] = (0.0, 0.0)
    n_others: int = 0


def distributions_of(
    dataset: Dataset, tree: Tree, importance: Importance, charted: int = 0
) -> tuple[Distribution, ...]:
    """The features that the tree asks about, the most important first, then the others.

    ``charted`` is the target that is shown beside them.
    """
    target = target_values(dataset)[charted]
    used = set(features_used(tree))
    order = sorted(importance.order, key=lambda feature: feature not in used)
    found = (_distribution(dataset, tree, one, target) for one in order[:MOST_FEATURES])
    return tuple(one for one in found if one is not None)


def _distribution(
    dataset: Dataset, tree: Tree, feature: int, target: TargetValues
) -> Distribution | None:
    is_known = ~dataset.is_missing(feature)
    if target.known is not None:
        is_known &= target.known
    known = np.flatnonzero(is_known)
    if len(known) == 0:
        return None
    column, weights = dataset.columns[feature][known], dataset.weights[known]
    held = TargetValues(target.target, target.values[known])
    if dataset.schema.features[feature].categories is None:
        return _of_numbers(tree, feature, column, held, weights)
    return _of_categories(tree, feature, column, held, weights)


def _of_numbers(
    tree: Tree,
    feature: int,
    column: npt.NDArray[Any],
    target: TargetValues,
    weights: FloatArray,
) -> Distribution:
    thresholds = _thresholds(tree, feature)
    most = MOST_BOXES if target.target.classes is None else MOST_BARS
    edges = _edges(column, thresholds, most)
    place = np.searchsorted(edges[1:-1], column, side="left")
    beyond = (
        float(weights[column < edges[0]].sum()),
        float(weights[column > edges[-1]].sum()),
    )
    counts, boxes = _bars(place, len(edges) - 1, target, weights)
    return Distribution(feature, edges, None, (), counts, boxes, thresholds, beyond)


def _edges(column: npt.NDArray[Any], thresholds: Sequence[float], most: int) -> FloatArray:
    """Bars of equal width, one per value if these are few whole numbers.

    A few samples far from all others would leave these in a single bar; they count in the
    outermost bars instead.  Every threshold is inside.
    """
    low, high = float(column.min()), float(column.max())
    if high - low < MOST_BARS and bool((column == np.floor(column)).all()):
        return np.arange(low - 0.5, high + 1.0)
    inner_low, inner_high = np.quantile(column, [OUTERMOST, 1 - OUTERMOST]).tolist()
    inner_low, inner_high = min(inner_low, *thresholds, high), max(inner_high, *thresholds, low)
    room = WORTH_SHOWING * (inner_high - inner_low)
    if room > 0:
        low = inner_low if inner_low - low > room else low
        high = inner_high if high - inner_high > room else high
    if not low < high:
        return np.array([low - 0.5, low + 0.5])
    return np.linspace(low, high, most + 1)


def _of_categories(
    tree: Tree,
    feature: int,
    column: npt.NDArray[Any],
    target: TargetValues,
    weights: FloatArray,
) -> Distribution:
    described = tree.schema.features[feature]
    whole = np.bincount(column, weights=weights, minlength=described.n_categories)
    present = np.flatnonzero(whole > 0)
    common = present[np.argsort(-whole[present], kind="stable")]
    is_cut = len(common) > MOST_CATEGORIES
    shown = common[: MOST_CATEGORIES - 1] if is_cut else common
    branch = _branches(tree, feature, described.n_categories)
    # In their own order if they have one, else as the tree sorts them, the commonest first.
    rank = shown if described.kind == "ordered" else np.lexsort((-whole[shown], branch[shown]))
    shown = np.sort(shown) if described.kind == "ordered" else shown[rank]
    place = np.full(described.n_categories, len(shown))
    place[shown] = np.arange(len(shown))
    n_bars = len(shown) + is_cut
    counts, boxes = _bars(place[column], n_bars, target, weights)
    codes = (*shown.tolist(), *([-1] if is_cut else []))
    group = (*branch[shown].tolist(), *([-1] if is_cut else []))
    thresholds = _thresholds(tree, feature) if described.kind == "ordered" else ()
    n_others = len(common) - len(shown)
    return Distribution(feature, None, codes, group, counts, boxes, thresholds, n_others=n_others)


def _bars(
    place: npt.NDArray[Any], n_bars: int, target: TargetValues, weights: FloatArray
) -> tuple[FloatArray, FloatArray | None]:
    """The weight of the samples of each bar, by class; of numbers the quantiles too."""
    classes, values = target.target.classes, target.values
    if classes is not None:
        k = len(classes)
        flat = np.bincount(place * k + values, weights=weights, minlength=n_bars * k)
        return flat.astype(np.float64).reshape(n_bars, k), None
    counts = np.bincount(place, weights=weights, minlength=n_bars)
    boxes = np.full((n_bars, len(BOX)), np.nan)
    order = np.argsort(place, kind="stable")
    ends = np.searchsorted(place[order], np.arange(n_bars + 1))
    how: Any = {"method": "inverted_cdf"}
    for bar in range(n_bars):
        rows = order[ends[bar] : ends[bar + 1]]
        if len(rows):
            boxes[bar] = np.quantile(values[rows], BOX, weights=weights[rows], **how)
    return counts.astype(np.float64)[:, None], boxes


def _thresholds(tree: Tree, feature: int) -> tuple[float, ...]:
    """What the tree compares a feature with, the question of most samples first."""
    nodes = np.flatnonzero(tree.splits.column == feature)
    found: dict[float, None] = {}
    for node in nodes[np.argsort(-tree.weight[nodes], kind="stable")].tolist():
        split = tree.splits[node]
        found |= dict.fromkeys(() if split is None else split.thresholds)
    return tuple(found)


def _branches(tree: Tree, feature: int, n_categories: int) -> npt.NDArray[np.int64]:
    """Where the topmost question about a feature sends each category; -1 where it does not say."""
    nodes = np.flatnonzero(tree.splits.column == feature)
    found = np.full(n_categories, -1)
    if len(nodes):
        split = tree.splits[int(nodes[np.argmax(tree.weight[nodes])])]
        if split is not None and split.branches:
            found[: len(split.branches)] = split.branches
    return found
