"""Samples that no question can tell apart, as one row each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset

__all__ = ["Merged", "merge"]

#: So many places are whole numbers in double precision.
EXACT = 2**53


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
    values : the values of each feature, ascending
    """

    codes: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    samples: npt.NDArray[np.intp]
    row_of: npt.NDArray[np.intp]
    values: tuple[npt.NDArray[np.float64], ...]

    @property
    def n_rows(self) -> int:
        return len(self.counts)


def merge(dataset: Dataset) -> Merged:
    """Put samples together that have the same features; leave out those that weigh nothing."""
    samples = np.flatnonzero(dataset.weights > 0)
    codes = np.empty((dataset.schema.n_features, len(samples)), dtype=np.int32)
    values = []
    for f in range(len(codes)):
        own = np.asarray(dataset.columns[f])[samples]
        known = own if own.dtype.kind == "f" else np.where(own < 0, np.nan, own)
        found, codes[f] = _core.rank(known)
        values.append(found)
    row_of = _places(codes)
    n_rows = int(row_of.max(initial=-1)) + 1
    sample = np.empty(n_rows, dtype=np.intp)
    sample[row_of] = np.arange(len(samples))
    counts = np.bincount(row_of, weights=dataset.counts[samples], minlength=n_rows)
    whole = np.rint(counts).astype(np.int64)
    unique = np.ascontiguousarray(codes[:, sample])
    return Merged(unique, whole, samples, row_of, tuple(values))


def _places(codes: npt.NDArray[np.int32]) -> npt.NDArray[np.intp]:
    """The place of each sample among the different ones, in the order of the first feature, then
    of the second, and so on."""
    places, n_places = np.zeros(codes.shape[1]), 1
    for own in codes:
        n_own = int(own.max(initial=-1)) + 2
        if n_places * n_own > EXACT:
            found, ranks = _core.rank(places)
            if len(found) == len(ranks):  # what the other features are makes no difference
                return ranks.astype(np.intp)
            places, n_places = ranks.astype(np.float64), len(found)
        places = places * n_own + (own + 1)
        n_places *= n_own
    return np.asarray(_core.rank(places)[1], dtype=np.intp)
