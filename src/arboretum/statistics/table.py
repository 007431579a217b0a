"""Statistics of a node for every bin of one feature, and of candidate branches.

A *bin* is one distinct value of a numeric feature or one category.  Only bins
that occur at the node are in its table.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum import _core

__all__ = ["Branches", "CrossTable", "RowTable", "Table", "stretch_sums"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Branches:
    """What each branch of each candidate would hold.

    ``counts`` has shape (n_candidates, arity) and says how many samples;
    ``statistics`` has shape (n_candidates, arity, width).
    """

    counts: FloatArray
    statistics: FloatArray

    def __len__(self) -> int:
        return len(self.counts)


@dataclass(frozen=True, eq=False)
class Table:
    """Additive statistics of a node for each bin of one feature.

    ``bins`` are codes in ascending order, ``counts`` the samples and
    ``statistics`` the (n_bins, width) sums of each; the rows without a known
    value are summed apart.
    """

    bins: IntArray
    counts: FloatArray
    statistics: FloatArray
    missing_count: float
    missing: FloatArray

    @property
    def n_bins(self) -> int:
        return len(self.bins)

    def keep(self, bins: IntArray) -> Table:
        """The table of some of the bins; the rows of the others count as missing."""
        if len(bins) == self.n_bins:
            return self
        kept = np.isin(self.bins, bins)
        return Table(
            self.bins[kept],
            self.counts[kept],
            self.statistics[kept],
            self.missing_count + float(self.counts[~kept].sum()),
            self.missing + self.statistics[~kept].sum(axis=0),
        )

    def cuts(self, order: IntArray | None = None, missing_branch: int | None = None) -> Branches:
        """Every binary split "the first bins | the others", with bins in ``order``.

        Candidate ``i`` puts the first ``i + 1`` bins into branch 0.  The rows
        without a known value are left out unless ``missing_branch`` says where
        they go; 2 gives them a separate branch.
        """
        counts, statistics = self.counts, self.statistics
        if order is not None:
            counts, statistics = counts[order], statistics[order]
        # Both sides are summed, not subtracted from the total: a side without rows of
        # a class must hold exactly 0 of it, and mirrored cuts must tie exactly.
        branches = Branches(
            np.stack([_first_sums(counts), _last_sums(counts)], axis=1),
            np.stack([_first_sums(statistics), _last_sums(statistics)], axis=1),
        )
        return self._with_missing(branches, missing_branch)

    def groups(self, labels: IntArray, arity: int, missing_branch: int | None = None) -> Branches:
        """Candidate splits that put bin ``j`` into branch ``labels[i, j]``."""
        of_bins = np.ascontiguousarray(labels, dtype=np.int32)
        branches = Branches(
            _core.group_sums(of_bins, arity, self.counts[:, None])[:, :, 0],
            _core.group_sums(of_bins, arity, np.ascontiguousarray(self.statistics)),
        )
        return self._with_missing(branches, missing_branch)

    def known(self) -> FloatArray:
        """Statistics of the rows whose value is known."""
        together = np.zeros((1, self.n_bins), dtype=np.int64)
        return self.groups(together, arity=1).statistics[0, 0]

    def _with_missing(self, branches: Branches, missing_branch: int | None) -> Branches:
        if missing_branch is None:
            return branches
        counts, statistics = branches.counts, branches.statistics
        if missing_branch == counts.shape[1]:
            counts = np.pad(counts, ((0, 0), (0, 1)))
            statistics = np.pad(statistics, ((0, 0), (0, 1), (0, 0)))
        counts[:, missing_branch] += self.missing_count
        statistics[:, missing_branch] += self.missing
        return Branches(counts, statistics)


@dataclass(frozen=True, eq=False)
class RowTable(Table):
    """A table of statistics that do not add up: it keeps the rows they are made of.

    Those of bin ``i`` are from ``offsets[i]`` to ``offsets[i + 1]``, the missing after the last
    bin.  In what follows, *groups* are bins by position, with ``n_bins`` for the missing.
    """

    offsets: IntArray

    @abstractmethod
    def _regrouped(self, is_kept: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """What changes if the rows of other groups than these go to the missing."""

    @abstractmethod
    def _cut(self, groups: IntArray, n_first: IntArray) -> FloatArray:
        """Statistics of the first few of some groups and of the others, (n, 2, width)."""

    @abstractmethod
    def _together(self, groups: npt.NDArray[np.bool_]) -> FloatArray:
        """Statistics of some groups together."""

    def keep(self, bins: IntArray) -> Self:
        if len(bins) == self.n_bins:
            return self
        is_kept = np.append(np.isin(self.bins, bins), False)
        ends = np.cumsum(np.diff(self.offsets)[is_kept])
        return replace(
            self,
            bins=self.bins[is_kept[:-1]],
            counts=self.counts[is_kept[:-1]],
            statistics=self.statistics[is_kept[:-1]],
            missing_count=float(self._all_counts[~is_kept].sum()),
            offsets=np.concatenate([[0], ends, self.offsets[-1:]]),
            **self._regrouped(is_kept),
        )

    def cuts(self, order: IntArray | None = None, missing_branch: int | None = None) -> Branches:
        known = np.arange(self.n_bins) if order is None else np.asarray(order)
        before, after = missing_branch == 0, missing_branch == 1
        groups = np.concatenate([[self.n_bins] * before, known, [self.n_bins] * after]).astype(int)
        n_first = np.arange(1, self.n_bins) + before
        reached = np.cumsum(self._all_counts[groups])
        first = reached[n_first - 1]
        counts = np.stack([first, reached[-1:] - first], axis=1)
        branches = Branches(counts, self._cut(groups, n_first))
        return self._with_missing(branches, 2) if missing_branch == 2 else branches

    def groups(self, labels: IntArray, arity: int, missing_branch: int | None = None) -> Branches:
        aside = -1 if missing_branch is None else missing_branch  # -1: in no branch
        arity = max(arity, aside + 1)
        labels = np.pad(labels, ((0, 0), (0, 1)), constant_values=aside)
        places = np.where(labels < 0, arity, labels).astype(np.int32)
        counts = _core.group_sums(places, arity + 1, self._all_counts[:, None])[:, :arity, 0]
        found = [self._together(of_bins == branch) for of_bins in labels for branch in range(arity)]
        return Branches(counts, np.reshape(found, (*counts.shape, self.statistics.shape[1])))

    @property
    def _all_counts(self) -> FloatArray:
        return np.append(self.counts, self.missing_count)


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Weights and samples by bin and branch; rows that cannot answer the split are left out.

    ``bins`` are the codes of all rows of the node in ascending order, ``weights``
    and ``counts`` have shape (n_bins, arity), ``missing`` is the weight of each
    branch whose rows have no known value of the feature.
    """

    bins: npt.NDArray[np.integer]
    weights: FloatArray
    counts: FloatArray
    missing: FloatArray

    @property
    def n_bins(self) -> int:
        return len(self.bins)


def stretch_sums(values: FloatArray, offsets: IntArray) -> FloatArray:
    """Sum of each stretch of values, one after another; an empty stretch sums to 0."""
    n_stretches = len(offsets) - 1
    of_values = np.repeat(np.arange(n_stretches, dtype=np.int32), np.diff(offsets))
    return _core.group_sums(of_values[None], n_stretches, values[:, None])[0, :, 0]


def _first_sums(values: FloatArray) -> FloatArray:
    """Sums of the first 1, 2, … n - 1 entries."""
    return np.cumsum(values, axis=0)[:-1]


def _last_sums(values: FloatArray) -> FloatArray:
    """Sums of the last n - 1, … 2, 1 entries."""
    return np.cumsum(values[::-1], axis=0)[::-1][1:]
