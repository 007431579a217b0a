"""What deciding for a class costs, in whole numbers.

Bounds of whole numbers are exact, and do not depend on the order in which they are added.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.optimal.merged import Merged

__all__ = ["ClassCosts", "class_costs"]

#: Weights, losses and prices with so many decimals stay exact.
DECIMALS = 6
#: All gains together must stay below this for the core, and what they cost below the other.
MOST, LARGEST = 2**30, 2**60
#: This part of a number is rounding, and so is what is left of all of them where they cancel.
ROUNDING, NOTHING = 1e-9, 1e-13


@dataclass(frozen=True, eq=False)
class ClassCosts:
    """The costs of merged rows.

    Attributes
    ----------
    gains : (n_rows, n_classes) int32
        What each class saves compared with the dearest one of the row, in units of ``unit``.
    unit, alpha : int
        What one of ``gains`` costs, and what a leaf costs.  Every leaf costs one more than it
        should, so that of trees that cost the same one with the fewest leaves is found.
    ties : int
        More than all leaves cost for that reason.
    scale : float
        So many times ``ties`` make a cost of 1.
    unavoidable : float
        What no tree saves, because samples with the same features differ in their class.
    is_exact : bool
        Whether nothing had to be rounded.
    """

    gains: npt.NDArray[np.int32]
    unit: int
    alpha: int
    ties: int
    scale: float
    unavoidable: float
    is_exact: bool

    def summed(self, cost: float, n_leaves: int = 0) -> float:
        """A cost of the search as the sum that it stands for, without what leaves cost for ties."""
        return cost // self.ties / self.scale + self.unavoidable

    @cached_property
    def of_leaf(self) -> int:
        """What all rows cost in one leaf."""
        sums = self.gains.sum(axis=0, dtype=np.int64)
        most = int(self.gains.max(axis=1).sum(dtype=np.int64))
        return (most - int(sums.max())) * self.unit + self.alpha

    @property
    def is_leaf_best(self) -> bool:
        """Whether a second leaf costs more than it could save."""
        return self.of_leaf <= 2 * self.alpha


def class_costs(
    dataset: Dataset, merged: Merged, loss: npt.NDArray[np.float64] | None, alpha: float
) -> ClassCosts:
    """The costs of the rows by weights and losses; ``alpha`` is the price of a leaf in weight."""
    assert dataset.targets is not None
    n_classes = len(dataset.schema.classes or ())
    matrix = 1.0 - np.eye(n_classes) if loss is None else loss
    truth = np.asarray(dataset.targets)[merged.samples, 0]
    weights = dataset.weights[merged.samples]
    costs = np.zeros((n_classes, merged.n_rows))  # numpy is slow along short rows
    for k in range(n_classes):
        costs[k] = np.bincount(
            merged.row_of, weights=weights * matrix[truth, k], minlength=merged.n_rows
        )
    dearest, cheapest = costs.max(axis=0), costs.min(axis=0)
    gains = dearest - costs
    ties = merged.n_rows + 1
    numbers = np.append(gains.ravel(), alpha)
    scale, is_exact = _scale(numbers, float((dearest - cheapest).sum()), ties)
    whole = np.rint(gains * scale).astype(np.int64)
    price = round(alpha * scale)
    common = max(math.gcd(_divisor(whole), price), 1)
    whole, price, scale = whole // common, price // common, scale / common
    unit = max(_divisor(whole), 1)
    return ClassCosts(
        gains=np.ascontiguousarray((whole // unit).T, dtype=np.int32),
        unit=unit * ties,
        alpha=price * ties + 1,
        ties=ties,
        scale=scale,
        unavoidable=float(cheapest.sum()),
        is_exact=is_exact,
    )


def _divisor(whole: npt.NDArray[np.int64]) -> int:
    """The greatest common divisor; where a 1 is among them nothing has to be divided."""
    return 1 if (whole == 1).any() else int(np.gcd.reduce(whole.ravel(), initial=0))


def _scale(numbers: npt.NDArray[np.float64], total: float, ties: int) -> tuple[float, bool]:
    """The factor that makes whole numbers of all, and whether it does so exactly."""
    for decimals in range(DECIMALS + 1):
        scale = 10.0**decimals
        scaled = numbers * scale
        whole = np.rint(scaled)
        if total * scale * ties >= LARGEST:
            break
        if not (np.abs(scaled - whole) <= ROUNDING * scaled + NOTHING * total * scale).all():
            continue
        unit = max(_divisor(whole[:-1].astype(np.int64)), 1)
        if total * scale / unit < MOST:
            return scale, True
    return (MOST / 2) / max(total, 1e-300), False
