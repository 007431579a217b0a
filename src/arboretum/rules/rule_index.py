"""The rules that samples may meet, found without comparing every sample with every rule.

Rules and rows are divided together: a cut in the values of a feature that few
rules lie across sends rows one way or the other, and with them the rules that
hold there.  A few rules are left in the end, which are then compared one by
one.  Rules that lie across a cut go both ways, so that this is right for any
rules; the rules of a tree are divided as the tree divides them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.rules.cells import whole_space
from arboretum.rules.condition import Condition
from arboretum.rules.cutting import Cut, category_cut, threshold_cuts

__all__ = ["RuleIndex"]

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
Columns = Sequence[npt.NDArray[Any]]

#: So many rules are compared one by one.
_FEW = 8
#: A cut is worth its while if no more than this share of the rules lie across it.
_MOST_ACROSS = 0.2


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

    def pieces(self, columns: Columns, n_rows: int) -> Iterator[tuple[IntArray, IntArray]]:
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


class _Part:
    """Some rules and where they may hold; divided further when a row first comes here."""

    def __init__(self, rules: IntArray, sets: Mapping[int, Condition]) -> None:
        self.rules = rules
        self.sets = sets
        self.division: tuple[()] | tuple[_Part, _Part, Condition] | None = None
