"""Statistics of a node for every bin of one feature, and of candidate branches.

A *bin* is one distinct value of a numeric feature or one category.  Only bins
that occur at the node are in its table.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum import _core

__all__ = ["Branches", "Table"]

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
        they go; 2 gives them a branch of their own.
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


def _first_sums(values: FloatArray) -> FloatArray:
    """Sums of the first 1, 2, … n - 1 entries."""
    return np.cumsum(values, axis=0)[:-1]


def _last_sums(values: FloatArray) -> FloatArray:
    """Sums of the last n - 1, … 2, 1 entries."""
    return np.cumsum(values[::-1], axis=0)[::-1][1:]
