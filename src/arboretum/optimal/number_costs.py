"""What predicting a number costs: squared errors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.optimal.merged import Merged

__all__ = ["NumberCosts", "number_costs"]

#: A leaf costs this share of all squares on top, so that trees with fewer leaves win ties.
TIE = 1e-11


@dataclass(frozen=True, eq=False)
class NumberCosts:
    """The costs of merged rows, in units in which all squares together are as many as the weight.

    Attributes
    ----------
    weight, number : (n_rows,) float64
        What each row weighs and its mean, centred and scaled.
    alpha : float
        What a leaf costs.
    tie : float
        The part of ``alpha`` that only decides between trees that cost the same.
    scale : float
        What a cost of 1 stands for.
    unavoidable : float
        What no tree saves, because samples with the same features have other numbers.
    """

    weight: npt.NDArray[np.float64]
    number: npt.NDArray[np.float64]
    alpha: float
    tie: float
    scale: float
    unavoidable: float
    is_exact: bool = True

    def summed(self, cost: float, n_leaves: int = 0) -> float:
        """A cost of the search as the sum that it stands for."""
        return max(0.0, cost - n_leaves * self.tie) * self.scale + self.unavoidable

    @property
    def of_leaf(self) -> float:
        """What all rows cost in one leaf."""
        return float((self.weight * self.number**2).sum()) + self.alpha

    @property
    def is_leaf_best(self) -> bool:
        """Whether a second leaf costs more than it could save."""
        return self.of_leaf <= 2 * self.alpha


def number_costs(dataset: Dataset, merged: Merged, alpha: float) -> NumberCosts:
    """The costs of the rows; ``alpha`` is the price of a leaf in weight times squares."""
    assert dataset.targets is not None
    numbers = np.asarray(dataset.targets, dtype=np.float64)[merged.samples, 0]
    weights = dataset.weights[merged.samples]
    # Added up in an order that does not depend on that of the samples.
    order = np.lexsort((weights, numbers, merged.row_of))
    numbers, weights, row_of = numbers[order], weights[order], merged.row_of[order]
    weight = np.bincount(row_of, weights=weights, minlength=merged.n_rows)
    centre = float((weights * numbers).sum() / weights.sum())
    numbers = numbers - centre
    mean = np.bincount(row_of, weights=weights * numbers, minlength=merged.n_rows) / weight
    unavoidable = float((weights * (numbers - mean[row_of]) ** 2).sum())
    variance = float((weight * mean**2).sum() / weight.sum())
    spread = np.sqrt(variance) if variance > 0 else 1.0
    tie = TIE * float(weight.sum())
    return NumberCosts(
        weight=np.asarray(weight, dtype=np.float64),
        number=np.ascontiguousarray(mean / spread),
        alpha=alpha / spread**2 + tie,
        tie=tie,
        scale=float(spread**2),
        unavoidable=unavoidable,
    )
