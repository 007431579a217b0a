"""Missing values leave the majority only where a test says that they do not belong there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from arboretum import _core
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing.base import (
    Candidates,
    FloatArray,
    MissingPolicy,
    complete_presence,
    complete_without_missing,
    heaviest_branch,
)
from arboretum.part import Spec, is_number
from arboretum.splits import Column, Proposal
from arboretum.statistics import ClassCounts, Moments, Statistics, Table

__all__ = ["Significant"]


class Significant(MissingPolicy):
    r"""Sends the missing values down the heaviest branch, unless a test says otherwise.

    At each candidate split the targets of the samples without a value are compared with those
    of the known samples in its heaviest branch.  Only where a test finds that they differ,
    :math:`p \le \alpha`, they go down the branch that they are most like, by the same statistic;
    the split is then scored with them there.  "Known or missing?" is a question only where the
    targets of the two differ by the same test.

    Of classes it is the likelihood ratio (G) test,

    .. math:: G = 2 \sum_{g,k} n_{gk} \ln \frac{n_{gk}}{e_{gk}},

    with as many degrees of freedom as there are classes in the two groups, less one; of numbers
    the F-test of two means.  Weights count as repetition.  A test is made for each candidate, and
    none is corrected for their number.

    Parameters
    ----------
    alpha : float
        The largest p-value at which missing values leave the heaviest branch: at 0 they never
        do, at 1 wherever another branch is more like them.
    """

    name = "significant"
    words = "goes where training sent missing values"
    unanswered = "placed"

    def __init__(self, alpha: float = 0.05) -> None:
        self.alpha = alpha

    def native(self) -> Spec:
        return self.spec()

    def check(self, statistics: Statistics) -> None:
        if not is_number(self.alpha) or not 0 <= self.alpha <= 1:
            raise ParameterError(
                f"alpha={self.alpha!r} of {self!r} must be a probability, from 0 to 1."
            )
        _test_of(statistics)

    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        column: Column,
        statistics: Statistics,
    ) -> Iterable[Candidates]:
        yield from super().complete(proposals, table, parent, column, statistics)
        if table.missing_count == 0 or table.n_bins == 0:
            return
        both = np.stack([table.missing, table.known()])[None]
        if _core.log_p_alike(both, _test_of(statistics))[0] <= self._log_alpha:
            yield complete_presence(column.index, table, parent)

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        if table.missing_count == 0:
            return [complete_without_missing(proposal, table, statistics)]
        known = proposal.branches(table)
        places = _core.places_for_missing(
            table.missing,
            np.ascontiguousarray(known.statistics),
            heaviest_branch(known, statistics).astype(np.int32),
            _test_of(statistics),
            self._log_alpha,
        )
        counts, sums = known.counts.copy(), known.statistics.copy()
        each = np.arange(len(places))
        counts[each, places] += table.missing_count
        sums[each, places] += table.missing
        branches = replace(known, counts=counts, statistics=sums)
        return [Candidates(proposal, branches, parent, 1.0, places)]

    @property
    def _log_alpha(self) -> float:
        return float(np.log(self.alpha)) if self.alpha > 0 else -np.inf


def _test_of(statistics: Statistics) -> str:
    """The test that suits what is counted, as the core names it."""
    if isinstance(statistics, ClassCounts) and len(statistics.blocks) <= 1:
        return "likelihood_ratio"
    if isinstance(statistics, Moments):
        return "f"
    raise UnsupportedCombination(
        "missing='significant' tests the classes of one target, or numbers that are scored by "
        f"squares, but {type(statistics).__name__} are counted here. Use another policy, such as "
        "missing='direction'."
    )
