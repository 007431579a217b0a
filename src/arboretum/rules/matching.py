"""Which samples meet which rules, for many of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.rules.condition import Condition
from arboretum.rules.rule_index import RuleIndex

__all__ = ["Matches", "match", "meeting"]

Columns = Sequence[npt.NDArray[Any]]
IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Matches:
    """The rules that samples meet: sample ``i`` meets ``rules[start[i]:start[i + 1]]``.

    They ascend; ``shares`` says how much of the sample each gets.
    """

    start: IntArray
    rules: IntArray
    shares: FloatArray

    @property
    def n_rows(self) -> int:
        return len(self.start) - 1

    @property
    def count(self) -> IntArray:
        """How many rules each sample meets."""
        return np.diff(self.start)

    def first(self) -> IntArray:
        """The first rule that each sample meets; -1 for none."""
        return self._picked(np.arange(len(self.rules)))

    def largest(self) -> IntArray:
        """The rule that gets most of each sample, the first of equals; -1 for none."""
        rows = np.repeat(np.arange(self.n_rows), self.count)
        return self._picked(np.lexsort((-self.shares, rows)))

    def _picked(self, order: IntArray) -> IntArray:
        """The first rule of each sample, when its rules stand in this order."""
        found = np.full(self.n_rows, -1, dtype=np.int64)
        some = self.count > 0
        found[some] = self.rules[order[self.start[:-1][some]]]
        return found


def match(
    conditions: Sequence[Sequence[Condition]], index: RuleIndex, columns: Columns, n_rows: int
) -> Matches:
    """Compare rows of encoded columns with the conditions of each rule."""
    rows, rules, shares = [], [], []
    for some_rules, some_rows in index.pieces(columns, n_rows):
        for number in some_rules.tolist():
            met, share = meeting(conditions[number], columns, some_rows)
            rows.append(met)
            rules.append(np.full(len(met), number))
            shares.append(share)
    return _in_order(n_rows, rows, rules, shares)


def meeting(
    conditions: Sequence[Condition], columns: Columns, rows: IntArray
) -> tuple[IntArray, FloatArray]:
    """The rows that meet all conditions, and their shares."""
    for condition in conditions:
        if len(rows) == 0:
            break
        rows = rows[condition.passes(columns, rows)]
    return rows, _shares(conditions, columns, rows)


def _shares(conditions: Sequence[Condition], columns: Columns, rows: IntArray) -> FloatArray:
    """How much of each row passes all conditions, multiplied in the order of the steps."""
    steps = [step for condition in conditions for step in condition.shares(columns, rows)]
    share = np.ones(len(rows))
    for _, positions, factor in sorted(steps, key=lambda step: step[0]):
        share[positions] *= factor
    return share


def _in_order(
    n_rows: int, rows: list[IntArray], rules: list[IntArray], shares: list[FloatArray]
) -> Matches:
    if not rows:
        return Matches(
            np.zeros(n_rows + 1, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0)
        )
    flat_rows, flat_rules = np.concatenate(rows), np.concatenate(rules)
    order = np.lexsort((flat_rules, flat_rows))
    start = np.concatenate([[0], np.cumsum(np.bincount(flat_rows, minlength=n_rows))])
    return Matches(start, flat_rules[order], np.concatenate(shares)[order])
