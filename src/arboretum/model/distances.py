"""How far samples are from those of training: Manhattan distances of encoded columns."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Feature
from arboretum.data.some_rows import is_missing
from arboretum.tree.predict.routing import Columns

__all__ = ["Distances"]

FloatArray = npt.NDArray[np.float64]


class Distances:
    r"""The sum over the features of how far two values are apart, each from 0 to 1.

    Numbers, and positions of ordered categories, are apart by their difference as a share of the
    range in training; categories by 1, unless they are the same.  A missing value, or a category
    that training never saw, is as far from any other as two training values are on average; two
    missing values are not apart.

    Parameters
    ----------
    features : tuple of Feature
    columns : the encoded training samples, one array per feature
    counts : how many samples each row stands for
    """

    def __init__(self, features: tuple[Feature, ...], columns: Columns, counts: FloatArray) -> None:
        self._features = [
            _OfFeature(column, feature.kind == "categorical", counts)
            for column, feature in zip(columns, features, strict=True)
        ]

    def to(self, columns: Columns) -> FloatArray:
        """From each of some encoded samples to each training sample, (n_samples, n_training)."""
        parts = zip(self._features, columns, strict=True)
        return np.asarray(sum(feature.to(column) for feature, column in parts), dtype=np.float64)


class _OfFeature:
    """The part of one feature."""

    def __init__(self, column: npt.NDArray[Any], is_categorical: bool, counts: FloatArray) -> None:
        self._is_categorical = is_categorical
        self._lowest, self._range = 0.0, 1.0
        known = np.where(is_missing(column), np.nan, column)
        if not is_categorical and not np.isnan(known).all():
            self._lowest = float(np.nanmin(known))
            self._range = float(np.nanmax(known)) - self._lowest or 1.0
        self._values = self._scaled(column)
        self._usual = _mean_distance(self._values, counts, is_categorical)
        self._has_gaps = bool(np.isnan(self._values).any())

    def _scaled(self, column: npt.NDArray[Any]) -> FloatArray:
        known = np.where(is_missing(column), np.nan, column).astype(np.float64)
        return known if self._is_categorical else (known - self._lowest) / self._range

    def to(self, column: npt.NDArray[Any]) -> FloatArray:
        here, there = self._scaled(column)[:, None], self._values[None]
        apart = (here != there) * 1.0 if self._is_categorical else np.abs(here - there)
        gaps = np.isnan(here)
        if self._has_gaps or gaps.any():
            is_gap = gaps | np.isnan(there)
            apart[is_gap] = self._usual
            apart[gaps & np.isnan(there)] = 0.0
        return np.asarray(apart)


def _mean_distance(values: FloatArray, counts: FloatArray, is_categorical: bool) -> float:
    """Of two known training values, drawn by their counts."""
    is_known = ~np.isnan(values)
    values, counts = values[is_known], counts[is_known]
    whole = counts.sum()
    if whole == 0:
        return 0.0
    if is_categorical:
        shares = np.bincount(values.astype(np.int64), weights=counts) / whole
        return float(1 - (shares**2).sum())
    # Between neighbours in order lie as many pairs as there are values on either side.
    order = np.argsort(values)
    below = np.cumsum(counts[order])[:-1] / whole
    return float(2 * (np.diff(values[order]) * below * (1 - below)).sum())
