"""A rule while it is being worked on, and the samples it is judged by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.rules.condition import Condition

__all__ = ["Draft", "Samples"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draft:
    """A rule with its conditions dropped or not, before its numbers are measured.

    Attributes
    ----------
    conditions : tuple of Condition
    decision : tuple of int
        Class code; empty for numbers.
    rows : (n,) int
        The samples that meet it.
    amount : float
        Their number, by weight.
    error : float
        Expected on new samples, see :class:`Expectation`.
    node : int or None
        The node of the tree it was made from.
    """

    conditions: tuple[Condition, ...]
    decision: tuple[int, ...]
    rows: IntArray
    amount: float
    error: float
    node: int | None


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples that rules are judged by.

    ``is_held_out`` marks those that the tree has not seen; None if that makes no difference.
    """

    dataset: Dataset
    is_held_out: npt.NDArray[np.bool_] | None = None

    @cached_property
    def amount(self) -> FloatArray:
        """How many samples each row counts for: weights that add up to the number of samples."""
        weights, counts = self.dataset.weights, self.dataset.counts
        whole = weights.sum()
        return np.asarray(weights * (counts.sum() / whole if whole > 0 else 1.0))

    @cached_property
    def targets(self) -> npt.NDArray:
        """Class codes or numbers of the one target."""
        assert self.dataset.targets is not None
        return np.asarray(self.dataset.targets[:, 0])

    @cached_property
    def held_out_amount(self) -> FloatArray:
        """The amounts of the samples that the tree has not seen."""
        if self.is_held_out is None:
            return self.amount
        return np.where(self.is_held_out, self.amount, 0.0)

    def mean(self, rows: IntArray | slice = slice(None)) -> float:
        """Of the numbers of some rows, or of all."""
        return float(np.average(self.targets[rows], weights=self.amount[rows]))
