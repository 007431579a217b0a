"""Categories merged until the groups differ: the splits of CHAID."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset, Kind
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.part import Measured, Spec, is_number, require_whole
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.buckets import Intervals, equal_frequency, occupied_intervals
from arboretum.splits.category import Groupings, Presence
from arboretum.splits.threshold import midpoints
from arboretum.statistics import Branches, ClassCounts, Moments, Statistics, Table
from arboretum.tree import Split

__all__ = ["BinThresholds", "Merge", "Merged", "bin_thresholds", "require_level", "require_merging"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer]

#: Pairs of more categories than this are too many to compare.
MAX_CATEGORIES = 1000


@dataclass(frozen=True, eq=False)
class Merged(Proposal):
    """One candidate: groups of categories, with a group that the missing values belong to."""

    groups: Groupings | Intervals | Presence
    missing_branch: int | None
    log_trials: float

    @property
    def arity(self) -> int:  # type: ignore[override]
        return self.groups.arity

    def __len__(self) -> int:
        return 1

    def branches(self, table: Table, missing_branch: int | None = None) -> Branches:
        return self.groups.branches(table, missing_branch)

    def split(self, candidate: int, arity: int, missing_branch: int) -> Split:
        return self.groups.split(candidate, arity, missing_branch)


def _bin(values: FloatArray, counts: FloatArray, n_bins: int) -> FloatArray:
    """Thresholds between at most ``n_bins`` intervals of ascending values."""
    if len(values) <= n_bins:
        return midpoints(values)
    return equal_frequency(values, counts, n_bins)


def bin_thresholds(dataset: Dataset, n_bins: int) -> tuple[tuple[float, ...], ...]:
    """Thresholds that cut each numeric feature into bins of about as many samples.

    One entry per feature, empty for those that are not numeric.  A feature with at most
    ``n_bins`` different values keeps each of them.
    """
    found: list[tuple[float, ...]] = []
    for feature, column in zip(dataset.schema.features, dataset.columns, strict=True):
        if feature.kind != "numeric":
            found.append(())
            continue
        values, codes = _core.rank(column)
        known = codes >= 0
        counts = np.zeros(len(values))
        np.add.at(counts, codes[known], dataset.counts[known])
        found.append(tuple(_bin(values, counts, n_bins).tolist()))
    return tuple(found)


class BinThresholds(Measured):
    """Asks for :func:`bin_thresholds` of the samples a tree is grown from."""

    name = "bin_thresholds"

    def __init__(self, n_bins: int) -> None:
        self.n_bins = n_bins

    def measure(self, dataset: Dataset) -> tuple[tuple[float, ...], ...]:
        return bin_thresholds(dataset, self.n_bins)


def require_level(owner: Any, name: str) -> None:
    """Refuse a parameter that is not a level of significance."""
    value = getattr(owner, name)
    if not is_number(value) or not 0 < value <= 1:
        raise ParameterError(
            f"{name}={value!r} of {type(owner).__name__} must be a level of significance, "
            "above 0 and at most 1."
        )


def require_merging(owner: Any, alpha: str) -> None:
    """Refuse parameters of merging; ``alpha`` is what the owner calls the level to merge at."""
    require_level(owner, alpha)
    level, resplit = getattr(owner, alpha), owner.alpha_resplit
    if resplit is not None and not (is_number(resplit) and 0 < resplit < level):
        raise ParameterError(
            f"alpha_resplit={resplit!r} of {type(owner).__name__} must be above 0 and below "
            f"{alpha}={level!r}, or what was merged would be split at once; or None."
        )
    require_whole(owner, "n_bins", at_least=2)


class Merge(Splitter):
    """Merges categories that do not differ, and asks which group a value belongs to.

    The pair of categories that differs least is merged while its p-value is above
    ``alpha`` and more than two groups are left (Kass 1980).  Ordered categories and
    intervals of a number merge with their neighbours only.  Missing values are one more
    category, which may join any group: this splitter itself decides where they go,
    whatever the missing policy.  A value that was not at the node goes where they go, or
    where the missing policy sends it if none was missing.

    Parameters
    ----------
    alpha : float
        A pair is merged while the p-value of its difference is above.
    alpha_resplit : float or None
        After each merger into a group of three categories or more, split that group in two
        again where the p-value of some two parts is below; None never does.  Less than
        ``alpha``.  All ways are tried up to 10 categories, then those that are cuts
        in the order of the share of the second class or of the mean.
    exhaustive : bool
        Merge down to two groups, whatever ``alpha``, and keep the groups with the smallest
        p-value on the way (Biggs, de Ville & Suen 1991).
    statistic : {"pearson", "likelihood_ratio"}
        The chi-square test for classes; numbers are compared by an F-test.
    bonferroni : bool
        Correct for the number of ways to merge the categories into as many groups, in
        criteria that are p-values.
    min_samples : int or ShareOfSamples
        A group of fewer samples is merged with the one it differs least from.
    n_bins : int
        A number is cut into at most this many intervals, each of about as many samples.
    thresholds : for each feature the thresholds of its intervals, BinThresholds, or None
        None finds them again at each node.
    """

    name = "merge"
    kinds: ClassVar[tuple[Kind, ...]] = ("numeric", "ordered", "categorical")

    def __init__(
        self,
        alpha: float = 0.05,
        alpha_resplit: float | None = None,
        exhaustive: bool = False,
        statistic: str = "pearson",
        bonferroni: bool = True,
        min_samples: Any = 1,
        n_bins: int = 10,
        thresholds: Any = None,
    ) -> None:
        self.alpha = alpha
        self.alpha_resplit = alpha_resplit
        self.exhaustive = exhaustive
        self.statistic = statistic
        self.bonferroni = bonferroni
        self.min_samples = min_samples
        self.n_bins = n_bins
        self.thresholds = thresholds

    def native(self) -> Spec:
        return self.spec()

    def check(self, column: Column, statistics: Statistics) -> None:
        self._check_parameters()
        is_one = (
            statistics.blocks[1:] == ()
            if isinstance(statistics, ClassCounts)
            else isinstance(statistics, Moments) and statistics.width == 3
        )
        if not is_one:
            raise UnsupportedCombination(
                "Merge() tests for differences in the classes or the mean of one target, and "
                f"cannot read them from {type(statistics).__name__} here. Use one target and a "
                "criterion such as 'chi_square_p_value', 'gini' or 'squared_error', or another "
                "splitter."
            )
        if self.thresholds is not None and column.index >= len(self.thresholds):
            raise ParameterError(
                f"Merge(thresholds=…) has {len(self.thresholds)} entries, but none for feature "
                f"{column.feature.name!r}. Pass one per feature, empty where it has no numbers."
            )
        column.require_at_most(
            MAX_CATEGORIES, "Merge()", "Leave it out, merge rare categories, or use Subset()."
        )

    def _check_parameters(self) -> None:
        require_merging(self, "alpha")
        if self.exhaustive and self.alpha_resplit is not None:
            raise ParameterError(
                "Merge(exhaustive=True) keeps the best of all steps down to two groups and splits "
                "no group again; leave alpha_resplit=None."
            )
        if self.statistic not in ("pearson", "likelihood_ratio"):
            raise ParameterError(
                f"Merge(statistic={self.statistic!r}) is not known. "
                "Known: 'pearson', 'likelihood_ratio'."
            )

    def test(self, statistics: Statistics) -> str:
        """The test by which categories are compared."""
        return self.statistic if isinstance(statistics, ClassCounts) else "f"

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Merged | None:
        is_ordered = column.feature.kind != "categorical"
        has_missing = table.missing_count > 0
        thresholds, labels = self._categories(table, column)
        n_known = int(labels.max()) + 1
        sums = table.groups(labels[None, :], n_known, n_known if has_missing else None)
        groups = _core.merge_categories(
            np.ascontiguousarray(sums.counts[0]),
            np.ascontiguousarray(sums.statistics[0]),
            is_ordered,
            has_missing,
            self.test(statistics),
            self.alpha,
            self.alpha_resplit,
            self.exhaustive,
            self.min_samples,
        )
        n_groups = int(groups.max()) + 1
        if n_groups < 2:
            return None
        trials = (
            _core.log_trials(len(groups), n_groups, is_ordered, has_missing, self.exhaustive)
            if self.bonferroni
            else 0.0
        )
        question = self._ask(groups[:n_known], labels, thresholds, table, column)
        return Merged(question, int(groups[-1]) if has_missing else None, trials)

    def _categories(self, table: Table, column: Column) -> tuple[FloatArray, IntArray]:
        """The category of each bin of the table, and what lies between ordered ones."""
        if column.feature.kind == "categorical":
            return np.empty(0), np.arange(table.n_bins)
        assert column.values is not None
        values = column.values[table.bins]
        if column.feature.kind == "ordered":
            return occupied_intervals(midpoints(values), values)
        if self.thresholds is not None:
            return occupied_intervals(np.array(self.thresholds[column.index]), values)
        return occupied_intervals(_bin(values, table.counts, self.n_bins), values)

    def _ask(
        self,
        groups: IntArray,
        labels: IntArray,
        thresholds: FloatArray,
        table: Table,
        column: Column,
    ) -> Groupings | Intervals | Presence:
        """The question that separates the groups of known categories."""
        arity = int(groups.max()) + 1
        if arity == 1:
            return Presence(column.index)
        of_bins = groups[labels][None, :]
        if column.feature.kind == "categorical":
            n_categories = column.feature.n_categories
            return Groupings(column.index, n_categories, table.bins, of_bins, arity)
        return Intervals(column.index, thresholds[groups[1:] != groups[:-1]], of_bins)
