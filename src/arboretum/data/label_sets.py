"""Sets of labels, one per sample, kept as lists of the labels that are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["LabelSets"]

IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class LabelSets:
    """Which labels each sample has; reads as an (n, n_labels) array of 0 and 1.

    A sample has few of many labels, so that lists of those it has take a small
    part of the room of the array, and adding up a set of samples takes as many steps
    as they have labels.

    Attributes
    ----------
    start : sample ``i`` has ``labels[start[i]:start[i + 1]]``.
    labels : int32 positions of labels, ascending in each sample.
    n_labels : int

    Examples
    --------
    >>> sets = LabelSets.of([[2, 0], [], [1]], n_labels=3)
    >>> np.asarray(sets).tolist()
    [[1, 0, 1], [0, 0, 0], [0, 1, 0]]
    """

    start: npt.NDArray[np.int64]
    labels: IntArray
    n_labels: int

    ndim = 2
    dtype = np.dtype(np.int32)

    @classmethod
    def of(cls, sets: Iterable[Iterable[int]], n_labels: int) -> LabelSets:
        """From the positions of the labels of each sample; a label counts once."""
        unique = [sorted(set(labels)) for labels in sets]
        start = np.cumsum([0, *map(len, unique)], dtype=np.int64)
        labels = np.fromiter((label for one in unique for label in one), np.int32, int(start[-1]))
        return cls(start, labels, n_labels)

    @classmethod
    def from_indicators(cls, indicators: npt.NDArray[Any]) -> LabelSets:
        """From an (n, n_labels) array in which what is not 0 says that a label is there."""
        rows, labels = np.nonzero(indicators)
        counts = np.bincount(rows, minlength=len(indicators))
        start = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        return cls(start, labels.astype(np.int32), indicators.shape[1])

    @property
    def shape(self) -> tuple[int, int]:
        return len(self), self.n_labels

    @property
    def sizes(self) -> npt.NDArray[np.int64]:
        """How many labels each sample has."""
        return np.diff(self.start)

    @property
    def rows(self) -> IntArray:
        """The sample of each entry of ``labels``."""
        return np.repeat(np.arange(len(self), dtype=np.int32), self.sizes)

    def __len__(self) -> int:
        return len(self.start) - 1

    def __getitem__(self, key: Any) -> Any:
        """Some samples as sets again; with a second index, columns of the array."""
        if isinstance(key, tuple):
            rows, columns = key
            return np.asarray(self[rows] if not isinstance(rows, int) else self[[rows]])[:, columns]
        rows = np.arange(len(self))[key]
        sizes = self.sizes[rows]
        start = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        places = np.arange(start[-1]) + np.repeat(self.start[rows] - start[:-1], sizes)
        return LabelSets(start, self.labels[places], self.n_labels)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        array = np.zeros(self.shape, dtype=self.dtype if dtype is None else dtype)
        array[self.rows, self.labels] = 1
        return array

    def join(self, other: LabelSets) -> LabelSets:
        """These samples, then others of the same labels."""
        start = np.concatenate([self.start, self.start[-1] + other.start[1:]])
        return LabelSets(start, np.concatenate([self.labels, other.labels]), self.n_labels)

    def sums(self, weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """What the samples that have each label weigh."""
        per_entry = np.repeat(weights, self.sizes)
        found = np.bincount(self.labels, weights=per_entry, minlength=self.n_labels)
        return found.astype(np.float64)

    def named(self, names: Sequence[Any]) -> list[list[Any]]:
        """The labels of each sample by name, in the order of the labels."""
        labels = [names[label] for label in self.labels.tolist()]
        return [labels[begin:end] for begin, end in pairwise(self.start.tolist())]
