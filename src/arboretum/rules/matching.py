"""Which samples meet which rules, for many of both.

Rules and rows are divided together: a cut in the values of a feature that few
rules lie across sends rows one way or the other, and with them the rules that
hold there.  A few rules are left in the end, which are then compared one by
one.  Rules that lie across a cut go both ways, so that this is right for any
rules; the rules of a tree are divided as the tree divides them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.rules.cells import Cut, category_cut, threshold_cuts, whole_space
from arboretum.rules.condition import Condition

__all__ = ["Matches", "RuleIndex", "meeting"]

Columns = Sequence[npt.NDArray[Any]]
IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]

#: This many rules are compared one by one.
_FEW = 8
#: A cut is worthwhile if no more than this share of the rules lie across it.
_MOST_ACROSS = 0.2


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
        return self.picked(np.arange(len(self.rules)))

    def largest(self) -> IntArray:
        """The rule that gets most of each sample, the first of equals; -1 for none."""
        rows = np.repeat(np.arange(self.n_rows), self.count)
        return self.picked(np.lexsort((-self.shares, rows)))

    def picked(self, order: IntArray) -> IntArray:
        """The first rule of each sample, when its rules stand in this order."""
        found = np.full(self.n_rows, -1, dtype=np.int64)
        some = self.count > 0
        found[some] = self.rules[order[self.start[:-1][some]]]
        return found


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


class RuleIndex:
    """The conditions of many rules as columns, and how they are divided."""

    def __init__(self, schema: Schema, conditions: Sequence[Sequence[Condition]]) -> None:
        self._flat = [condition for of_rule in conditions for condition in of_rule]
        self._start = np.cumsum([0, *map(len, conditions)])
        self._rule = np.repeat(np.arange(len(conditions)), np.diff(self._start))
        self._feature = np.array([it.feature for it in self._flat], dtype=np.int64)
        self._low = np.array([it.low for it in self._flat])
        self._high = np.array([it.high for it in self._flat])
        self._takes_missing = np.array([it.missing for it in self._flat], dtype=bool)
        self._root = _Part(np.arange(len(conditions)), whole_space(schema, ()).sets)

    def match(self, columns: Columns, n_rows: int) -> Matches:
        """Compare rows of encoded columns with the conditions of each rule."""
        none = np.zeros(0, dtype=np.int64)
        rows, rules, shares = [none], [none], [np.zeros(0)]
        for some_rules, some_rows in self._pieces(columns, n_rows):
            for number in some_rules.tolist():
                conditions = self._flat[self._start[number] : self._start[number + 1]]
                met, share = meeting(conditions, columns, some_rows)
                rows.append(met)
                rules.append(np.full(len(met), number))
                shares.append(share)
        row, rule = np.concatenate(rows), np.concatenate(rules)
        order = np.lexsort((rule, row))
        start = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=n_rows))])
        return Matches(start, rule[order], np.concatenate(shares)[order])

    def _pieces(self, columns: Columns, n_rows: int) -> Iterator[tuple[IntArray, IntArray]]:
        """Rules and rows that may meet, a few rules at a time; no other pairs do."""
        waiting = [(self._root, np.arange(n_rows))]
        while waiting:
            part, rows = waiting.pop()
            if len(part.rules) == 0 or len(rows) == 0:
                continue
            if part.division is None:
                part.division = self._divide(part)
            if not part.division:
                yield part.rules, rows
                continue
            first, second, values = part.division
            is_first = values.passes(columns, rows)
            waiting += [(first, rows[is_first]), (second, rows[~is_first])]

    def _divide(self, part: _Part) -> tuple[()] | tuple[_Part, _Part, Condition]:
        """Two parts and the values of the first; nothing if too many rules would be in both."""
        if len(part.rules) <= _FEW:
            return ()
        places = self._places(part.rules)
        by_feature = places[np.argsort(self._feature[places], kind="stable")]
        ends = np.flatnonzero(np.diff(self._feature[by_feature], append=-1)) + 1
        best: Cut | None = None
        mine = places[:0]
        for of_feature in sorted(np.split(by_feature, ends[:-1]), key=len, reverse=True):
            if len(of_feature) == 0 or (best is not None and len(of_feature) < best.n_apart):
                break
            for cut in self._cuts(of_feature, part.sets):
                if best is None or cut.rank > best.rank:
                    best, mine = cut, of_feature
        if best is None:
            return ()
        first, second = (self._inside(part, mine, values) for values in (best.first, best.second))
        n_across = len(first.rules) + len(second.rules) - len(part.rules)
        is_smaller = max(len(first.rules), len(second.rules)) < len(part.rules)
        if not is_smaller or n_across > _MOST_ACROSS * len(part.rules):
            return ()
        return first, second, best.first

    def _places(self, rules: IntArray) -> IntArray:
        """Where the conditions of these rules stand."""
        count = self._start[rules + 1] - self._start[rules]
        shift = self._start[rules] - (np.cumsum(count) - count)
        return np.repeat(shift, count) + np.arange(count.sum())

    def _cuts(self, places: IntArray, sets: Mapping[int, Condition]) -> list[Cut]:
        within = sets[int(self._feature[places[0]])]
        if within.codes is None:
            columns = (self._low[places], self._high[places], self._takes_missing[places])
            return threshold_cuts(within, *columns)
        if len(within.codes) + within.missing < 2:
            return []
        met = [self._flat[place] for place in places.tolist()]
        some = [it for it in met if not it.meet(within).is_impossible]
        return [category_cut(within, some)] if some else []

    def _inside(self, part: _Part, places: IntArray, values: Condition) -> _Part:
        """The rules that may hold where a feature has these values."""
        fails = ~(self._takes_missing[places] & values.missing)
        if values.codes is None:
            low = np.maximum(self._low[places], values.low)
            fails &= ~(low < np.minimum(self._high[places], values.high))
        else:
            met = (self._flat[place].meet(values) for place in places.tolist())
            fails &= np.array([it.is_impossible for it in met])
        failing = np.zeros(len(self._start) - 1, dtype=bool)
        failing[self._rule[places[fails]]] = True
        return _Part(part.rules[~failing[part.rules]], {**part.sets, values.feature: values})


@dataclass(eq=False)
class _Part:
    """Some rules and where they may hold; divided further when a row first comes here."""

    rules: IntArray
    sets: Mapping[int, Condition]
    division: tuple[()] | tuple[_Part, _Part, Condition] | None = None
