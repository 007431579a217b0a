"""The small picture in each node: shares of classes, or where its numbers lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.data.encode.dataset_from import dataset_like
from arboretum.show.paper.legend import Entry
from arboretum.show.paper.palette import class_colours
from arboretum.tree import Tree
from arboretum.tree.words.format import name_text, number_text

__all__ = ["NodeBars", "Piece", "make_bars"]

SOFT = "#8C8C8C"
DOT = "#3B3B3B"
MARK = "#E69F00"
N_BINS = 16
HISTOGRAM_HEIGHT, BAR_HEIGHT = 16.0, 6.0


@dataclass(frozen=True)
class Piece:
    """A coloured rectangle in the unit square; ``bottom`` 0 is the lower edge."""

    left: float
    right: float
    bottom: float
    top: float
    colour: str


@dataclass(frozen=True)
class NodeBars:
    """How to draw the small picture of each node, its height, and its legend."""

    pieces: Callable[[int], list[Piece]]
    height: float
    legend: list[Entry]


def make_bars(tree: Tree, data: tuple[Any, Any] | None) -> NodeBars:
    """Shares of classes; for numbers a histogram of samples, or the mean and deviation."""
    if tree.schema.is_classification:
        return NodeBars(_class_shares(tree), BAR_HEIGHT, [])
    return _gauges(tree) if data is None else _histograms(tree, *data)


def _class_shares(tree: Tree) -> Callable[[int], list[Piece]]:
    colours = class_colours(tree)

    def pieces(node: int) -> list[Piece]:
        ends = np.minimum(np.cumsum(tree.probabilities[0][node]), 1.0)
        starts = np.concatenate([[0.0], ends[:-1]])
        return [
            Piece(float(start), float(end), 0.0, 1.0, colour)
            for start, end, colour in zip(starts, ends, colours, strict=True)
            if end > start
        ]

    return pieces


def _gauges(tree: Tree) -> NodeBars:
    """The mean of each node on a common scale, with its standard deviation if that is known."""
    mean = tree.value[:, 0]
    knows_spread = tree.criterion.is_variance
    spread = np.sqrt(np.maximum(tree.impurity, 0.0)) if knows_spread else np.zeros(len(mean))
    low, high = float((mean - spread).min()), float((mean + spread).max())
    width = (high - low) or 1.0

    def pieces(node: int) -> list[Piece]:
        at = 0.03 + 0.94 * (np.array([mean[node], mean[0]]) - low) / width
        half = 0.94 * spread[node] / width
        return [
            Piece(0.0, 1.0, 0.46, 0.54, SOFT),
            Piece(at[1] - 0.012, at[1] + 0.012, 0.0, 1.0, SOFT),
            Piece(at[0] - half, at[0] + half, 0.38, 0.62, DOT),
            Piece(at[0] - 0.03, at[0] + 0.03, 0.1, 0.9, DOT),
        ]

    what = "mean ± standard deviation" if knows_spread else "prediction"
    name = name_text(tree.schema.targets[0].name)
    text = f"{what} of {name}, from {number_text(low, 3)} to {number_text(high, 3)}"
    return NodeBars(pieces, BAR_HEIGHT, [Entry(text, DOT), Entry("prediction of the root", SOFT)])


def _histograms(tree: Tree, X: Any, y: Any) -> NodeBars:
    """How the samples of each node are distributed, on a common scale."""
    data = dataset_like(tree.schema, X, y)
    assert data.targets is not None  # y was given
    target = data.targets[:, 0]
    edges = np.histogram_bin_edges(target, bins=N_BINS)

    def pieces(node: int) -> list[Piece]:
        counts, _ = np.histogram(target[tree.passes(data.columns, node)], bins=edges)
        height = counts / max(counts.max(), 1)
        found = [
            Piece(k / N_BINS, (k + 1) / N_BINS, 0.0, float(height[k]), DOT)
            for k in range(N_BINS)
            if counts[k]
        ]
        at = float((tree.value[node, 0] - edges[0]) / ((edges[-1] - edges[0]) or 1.0))
        return [
            Piece(0.0, 1.0, 0.0, 0.04, SOFT),
            *found,
            Piece(at - 0.015, at + 0.015, 0.0, 1.0, MARK),
        ]

    name = name_text(tree.schema.targets[0].name)
    low, high = (number_text(float(edge), 3) for edge in (edges[0], edges[-1]))
    legend = [Entry(f"samples by {name}, from {low} to {high}", DOT), Entry("prediction", MARK)]
    return NodeBars(pieces, HISTOGRAM_HEIGHT, legend)
