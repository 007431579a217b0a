"""Samples that no question can tell apart, as one row each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset

__all__ = ["Merged", "merge"]


@dataclass(frozen=True, eq=False)
class Merged:
    """The different rows of a dataset, in an order that does not depend on that of the samples.

    Attributes
    ----------
    codes : (n_features, n_rows) int32
        The rank of each value among those of its feature; -1 where it is missing.
    counts : (n_rows,) int64
        How many samples each row stands for.
    samples : which samples of the dataset count at all
    row_of : the row of each of those
    """

    codes: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    samples: npt.NDArray[np.intp]
    row_of: npt.NDArray[np.intp]

    @property
    def n_rows(self) -> int:
        return len(self.counts)


def merge(dataset: Dataset) -> Merged:
    """Put samples together that have the same features; leave out those that weigh nothing."""
    samples = np.flatnonzero(dataset.weights > 0)
    codes = np.empty((dataset.schema.n_features, len(samples)), dtype=np.int32)
    for f in range(len(codes)):
        known = ~dataset.is_missing(f, samples)
        codes[f] = -1
        values = np.asarray(dataset.columns[f])[samples[known]]
        codes[f, known] = np.unique(values, return_inverse=True)[1]
    unique, row_of = np.unique(codes.T, axis=0, return_inverse=True)
    row_of = row_of.reshape(-1)
    counts = np.bincount(row_of, weights=dataset.counts[samples], minlength=len(unique))
    return Merged(np.ascontiguousarray(unique.T), np.rint(counts).astype(np.int64), samples, row_of)
