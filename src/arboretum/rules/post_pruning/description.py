"""How many bits it takes to write down rules, and the samples that they get wrong."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln

from arboretum.data import Dataset
from arboretum.rules.condition import Condition

__all__ = ["Language", "exception_bits", "log2_choices", "log2_factorial"]

FloatArray = npt.NDArray[np.float64]


def log2_factorial(n: npt.ArrayLike) -> FloatArray:
    """Bits to name one of the orders of ``n`` things; ``n`` may be a fraction."""
    return np.asarray(gammaln(np.asarray(n, dtype=np.float64) + 1) / math.log(2))


def log2_choices(n: npt.ArrayLike, k: npt.ArrayLike) -> FloatArray:
    """Bits to name ``k`` of ``n`` things.

    >>> log2_choices(8, [1, 4]).round(3)
    array([3.   , 6.129])
    """
    whole, some = np.asarray(n, dtype=np.float64), np.asarray(k, dtype=np.float64)
    others = np.maximum(whole - some, 0.0)  # rounding may leave less than none
    return log2_factorial(whole) - log2_factorial(some) - log2_factorial(others)


def exception_bits(
    covered: FloatArray, false_positives: FloatArray, uncovered: FloatArray, misses: FloatArray
) -> FloatArray:
    r"""Bits to name the samples for which rules of one class are wrong.

    .. math:: \log_2 \binom{r}{fp} + \log_2 \binom{n - r}{fn}

    where the rules cover ``r`` of ``n`` samples.
    """
    return log2_choices(covered, false_positives) + log2_choices(uncovered, misses)


class Language:
    """What conditions on the features of a dataset cost to write."""

    def __init__(self, dataset: Dataset) -> None:
        self._features = dataset.schema.features
        self._which = math.log2(max(1, len(self._features)))
        self._dataset = dataset
        self._bounds: dict[int, float] = {}

    def rule_bits(self, conditions: tuple[Condition, ...]) -> float:
        """Bits of a rule; the order of its conditions says nothing, and costs nothing."""
        parts = [part for condition in conditions for part in self._parts(condition)]
        return max(0.0, sum(parts) - float(log2_factorial(len(parts))))

    def _parts(self, condition: Condition) -> list[float]:
        """Bits of each comparison: which feature, and which of its values."""
        feature = self._features[condition.feature]
        if condition.codes is None:
            n_bounds = math.isfinite(condition.low) + math.isfinite(condition.high)
            bound = self._which + 1 + self._bound_bits(condition.feature)
            return [bound] * n_bounds if condition.has_numbers and n_bounds else [self._which + 1]
        codes = condition.codes
        if feature.kind == "ordered" and codes and max(codes) - min(codes) == len(codes) - 1:
            n_bounds = (min(codes) > 0) + (max(codes) < feature.n_categories - 1)
            bound = self._which + 1 + math.log2(max(1, feature.n_categories - 1))
            return [bound] * max(1, n_bounds)
        return [self._which + float(log2_choices(feature.n_categories, len(codes)))]

    def _bound_bits(self, feature: int) -> float:
        """Bits to name one of the places between the values of a number."""
        if feature not in self._bounds:
            column = self._dataset.columns[feature]
            n_values = len(np.unique(column[~np.isnan(column)]))
            self._bounds[feature] = math.log2(max(1, n_values - 1))
        return self._bounds[feature]
