"""The rules that samples may meet, found without comparing every sample with every rule.

Rules and rows are divided together: at a bound in the middle of those that the
rules have for a feature, rows go below or above it, and with them go the rules
that hold there.  Few rules are left in the end, which are then compared.  Rules
that overlap go both ways, so that this is right for any rules, and about as
fast as walking down a tree for the rules of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.rules.condition import Condition

__all__ = ["RuleIndex"]

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
Columns = Sequence[npt.NDArray[Any]]
Piece = tuple[IntArray, IntArray]

#: So many rules are compared one by one.
_FEW = 8
#: Features that are tried, the one with most conditions first, until one divides the rules.
_N_TRIED = 3
#: A division is worth its while if no part keeps more than this share of the rules.
_MOST_KEPT = 0.9


class RuleIndex:
    """The conditions of many rules as columns."""

    def __init__(self, conditions: Sequence[Sequence[Condition]]) -> None:
        flat = [condition for of_rule in conditions for condition in of_rule]
        self._n_rules = len(conditions)
        self._start = np.cumsum([0, *map(len, conditions)])
        self._rule = np.repeat(np.arange(self._n_rules), np.diff(self._start))
        self._feature = np.array([it.feature for it in flat], dtype=np.int64)
        self._low = np.array([it.low for it in flat])
        self._high = np.array([it.high for it in flat])
        self._takes_missing = np.array([it.missing > 0 for it in flat], dtype=bool)
        self._codes = [
            None if it.codes is None else it.codes.union(code for code, _ in it.partial)
            for it in flat
        ]

    def pieces(self, columns: Columns, n_rows: int) -> Iterator[Piece]:
        """Rules and rows that may meet, a few rules at a time; no other pairs do."""
        waiting: list[Piece] = [(np.arange(self._n_rules), np.arange(n_rows))]
        while waiting:
            rules, rows = waiting.pop()
            if len(rules) == 0 or len(rows) == 0:
                continue
            parts = self._divide(rules, rows, columns) if len(rules) > _FEW else None
            if parts is None:
                yield rules, rows
            else:
                waiting += parts

    def _divide(self, rules: IntArray, rows: IntArray, columns: Columns) -> list[Piece] | None:
        """Parts with fewer rules each; None if no feature tells the rules apart."""
        conditions = self._conditions_of(rules)
        counts = np.bincount(self._feature[conditions])
        for feature in np.argsort(-counts, kind="stable")[:_N_TRIED].tolist():
            mine = conditions[self._feature[conditions] == feature]
            if len(mine) == 0:
                return None
            if self._codes[mine[0]] is None:
                parts = self._by_number(mine, columns[feature][rows])
            else:
                parts = self._by_category(mine, columns[feature][rows])
            kept = [rules[~self._marked(excluded)[rules]] for _, excluded in parts]
            if kept and max(map(len, kept)) <= _MOST_KEPT * len(rules):
                return [(some, rows[of]) for some, (of, _) in zip(kept, parts, strict=True)]
        return None

    def _conditions_of(self, rules: IntArray) -> IntArray:
        count = self._start[rules + 1] - self._start[rules]
        shift = self._start[rules] - (np.cumsum(count) - count)
        return np.repeat(shift, count) + np.arange(count.sum())

    def _marked(self, rules: IntArray) -> BoolArray:
        mask = np.zeros(self._n_rules, dtype=bool)
        mask[rules] = True
        return mask

    def _by_number(
        self, mine: IntArray, values: npt.NDArray[Any]
    ) -> list[tuple[BoolArray, IntArray]]:
        """Rows below the middle bound, above it, and without a value; each with rules that fail."""
        numbers = values.astype(np.float64, copy=False)
        low, high, owner = self._low[mine], self._high[mine], self._rule[mine]
        bounds = np.concatenate([low, high])
        bounds = bounds[np.isfinite(bounds)]
        is_missing = np.isnan(numbers)
        parts = [(is_missing, owner[~self._takes_missing[mine]])]
        if len(bounds) == 0:
            return [*parts, (~is_missing, owner[~(low < high)])]
        middle = np.partition(bounds, len(bounds) // 2)[len(bounds) // 2]
        return [
            *parts,
            (numbers <= middle, owner[(low >= middle) | ~(low < high)]),
            (numbers > middle, owner[(high <= middle) | ~(low < high)]),
        ]

    def _by_category(
        self, mine: IntArray, values: npt.NDArray[Any]
    ) -> list[tuple[BoolArray, IntArray]]:
        """Rows of each category, and those without one; each with the rules that fail."""
        owner = self._rule[mine]
        parts = [(values < 0, owner[~self._takes_missing[mine]])]
        for code in np.unique(values[values >= 0]).tolist():
            fails = [code not in (self._codes[i] or ()) for i in mine.tolist()]
            parts.append((values == code, owner[np.array(fails)]))
        return parts
