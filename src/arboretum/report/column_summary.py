"""What a column holds, in numbers and a few words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Category, Dataset, Feature
from arboretum.data.target_values import target_values
from arboretum.tree import category_text, number_text
from arboretum.tree.words.format import value_text

__all__ = ["ColumnSummary", "summarise_features", "summarise_targets"]

FloatArray = npt.NDArray[np.float64]

#: Bars of the small picture of a column, at most.
MOST_BARS = 12
NAMED_CATEGORIES = 3


@dataclass(frozen=True)
class ColumnSummary:
    """What is known about one column.

    Attributes
    ----------
    name : str
    kind : {"numeric", "ordered", "categorical", "classes", "numbers"}
        The last two are kinds of targets.  What a clock writes is "dates", "times of day" and
        so on.
    n_missing : rows without a value
    share_missing : the same as a share of all rows
    n_distinct : different values, missing ones aside
    values : what they are, in words
    bars : heights of a small histogram, the highest 1; the commonest categories come first
    """

    name: str
    kind: str
    n_missing: int
    share_missing: float
    n_distinct: int
    values: str
    bars: tuple[float, ...]


def summarise_features(dataset: Dataset) -> tuple[ColumnSummary, ...]:
    """Every feature, in the order of the columns."""
    found = []
    for f, feature in enumerate(dataset.schema.features):
        is_known = ~dataset.is_missing(f)
        held = dataset.columns[f][is_known], dataset.weights[is_known], dataset.counts[is_known]
        kind = feature.kind if feature.clock is None else feature.clock.words
        found.append(_summary(dataset, feature, kind, *held))
    return tuple(found)


def summarise_targets(dataset: Dataset) -> tuple[ColumnSummary, ...]:
    """Every target; of a vector a cell may be missing."""
    found = []
    for one in target_values(dataset):
        kind = "numbers" if one.target.classes is None else "classes"
        column = Feature(one.target.name, "categorical", one.target.classes)
        held = (one.of_known(of) for of in (one.values, dataset.weights, dataset.counts))
        found.append(_summary(dataset, column, kind, *held))
    return tuple(found)


def _summary(
    dataset: Dataset,
    feature: Feature,
    kind: str,
    column: npt.NDArray[Any],
    weights: FloatArray,
    counts: FloatArray,
) -> ColumnSummary:
    """A column by its known values, their weights, and how many samples have each."""
    n_distinct, n_missing = len(np.unique(column)), dataset.n_rows - len(column)
    values: str
    bars: tuple[float, ...]
    if len(column) == 0:
        values, bars = "no value at all", ()
    elif feature.categories is None:
        values, bars = _numbers(column, weights, counts, n_distinct, feature)
    else:
        is_ranked = kind == "ordered"
        values, bars = _categories(column, weights, feature.categories, is_ranked)
    share = n_missing / dataset.n_rows
    return ColumnSummary(feature.name, kind, n_missing, share, n_distinct, values, bars)


def _numbers(
    column: npt.NDArray[Any],
    weights: FloatArray,
    counts: FloatArray,
    n_distinct: int,
    feature: Feature,
) -> tuple[str, tuple[float, ...]]:
    of_samples = column if counts.max() <= 1 else np.repeat(column, counts.astype(np.int64))
    quantiles = np.quantile(of_samples, [0.0, 0.5, 1.0])
    low, middle, high = (value_text(feature, float(x), 4) for x in quantiles)
    values = f"always {low}" if n_distinct == 1 else f"{low} to {high}, median {middle}"
    heights, _ = np.histogram(column, bins=min(MOST_BARS, n_distinct), weights=weights)
    return values, _heights(heights)


def _categories(
    column: npt.NDArray[Any],
    weights: FloatArray,
    categories: Sequence[Category],
    is_ranked: bool,
) -> tuple[str, tuple[float, ...]]:
    counts = np.bincount(column, weights=weights, minlength=len(categories))
    order = np.argsort(-counts, kind="stable")
    present = order[counts[order] > 0]
    named = [
        f"{category_text(categories[code])} ({number_text(float(counts[code]), 4)})"
        for code in present[:NAMED_CATEGORIES].tolist()
    ]
    n_more = len(present) - len(named)
    values = ", ".join(named) + (f" and {n_more} more" if n_more else "")
    return values, _heights((counts if is_ranked else counts[present])[:MOST_BARS])


def _heights(counts: npt.NDArray[Any]) -> tuple[float, ...]:
    return tuple((counts / counts.max()).tolist())
