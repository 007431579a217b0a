"""The question a node asks.

One value covers every kind of question about one column, of any arity.  A column is a
feature or a combination of features (:class:`~arboretum.data.Schema` has them in order):

* ``interval``: numbers or the positions of ordered categories, cut at
  ascending ``thresholds``; branch ``b`` holds ``thresholds[b-1] < x <=
  thresholds[b]``.  One threshold is the familiar ``x <= t``; of ``x < t`` it is the
  next number below t (:class:`~arboretum.data.Feature` says which of them is meant).
* ``category``: ``branches[code]`` is the branch of each category, -1 for a
  category that no training sample at the node had.
* ``presence``: branch 0 if the value is known, 1 if it is missing.

Many splits are kept as columns: cheap for a million nodes, and fillable by native code.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.tree.frozen import FrozenArrays, handed_over

if TYPE_CHECKING:
    from arboretum.data.schema import Schema
    from arboretum.tree.hyperplane import Hyperplane

__all__ = [
    "ALL_DIGITS",
    "CATEGORY",
    "INTERVAL",
    "KINDS",
    "NOTHING",
    "PRESENCE",
    "ROUNDED_DOWN",
    "SPREADS",
    "STAYS",
    "Split",
    "SplitKind",
    "SplitTable",
    "Threshold",
    "columns_of_thresholds",
]

SplitKind = Literal["interval", "category", "presence"]

#: As ``missing_branch``: a sample that cannot answer stays at the node.
STAYS = -1
#: As ``missing_branch``: it goes down every branch, with the share of each in the weight below.
SPREADS = -2

#: The code of a kind is its position here.
KINDS: tuple[SplitKind, ...] = ("interval", "category", "presence")
INTERVAL, CATEGORY, PRESENCE = range(3)
#: The column of a row that holds no split.
NOTHING = -1


#: So many digits tell every number from its neighbours.
ALL_DIGITS = 17
#: Added to the digits of a threshold that must be rounded down.
ROUNDED_DOWN = 100


class Threshold(float):
    """A threshold that knows how many digits keep every training sample on its side.

    It is a number like any other; only who writes it asks for ``digits``, the least that are
    enough.  Below 0 it is a value of the samples itself, and must not be rounded down; above
    ``ROUNDED_DOWN`` a value is close above, and it must not be rounded up.

    >>> threshold = Threshold(183.05, digits=5)
    >>> threshold, threshold == 183.05, threshold.digits
    (183.05, True, 5)
    """

    __slots__ = ("digits",)

    digits: int

    def __new__(cls, value: float, digits: int) -> Threshold:
        threshold = super().__new__(cls, value)
        threshold.digits = digits
        return threshold

    def __getnewargs__(self) -> tuple[float, int]:  # type: ignore[override]
        return float(self), self.digits


@dataclass(frozen=True)
class Split:
    """A question about one column.

    ``missing_branch`` is where a sample goes that cannot answer: its value is
    missing, was never seen in training, or was not at this node in training.
    It may be ``STAYS`` or ``SPREADS``.

    ``thresholds`` are what samples are compared with, by ``x <= threshold`` in every tree.  Where
    a tree asks ``x < 51``, as those of rpart do, that is the next number below, 50.99999999999999;
    :meth:`named_thresholds` has the 51.
    """

    column: int
    kind: SplitKind
    arity: int
    thresholds: tuple[float, ...] = ()
    branches: tuple[int, ...] = ()
    missing_branch: int = STAYS

    def hyperplane(self, schema: Schema) -> Hyperplane:
        """What divides samples in two: those with ``w @ x + b <= 0`` go down branch 0.

        Of a question about one number, ``x <= t``, w is 1 for that feature and 0 for all
        others, and b is ``-t``; a combination has its weights.  Other questions are refused.

        >>> from arboretum.data import Feature, Schema
        >>> schema = Schema((Feature("X1", "numeric"), Feature("X2", "numeric")))
        >>> plane = Split(0, "interval", 2, thresholds=(5.45,)).hyperplane(schema)
        >>> print(plane)
        X1 - 5.45 = 0
        >>> plane.weights, plane.offset, plane.at([[6.75, 4.25]]).round(2)
        (array([1., 0.]), -5.45, array([1.3]))
        """
        from arboretum.tree.hyperplane import hyperplane_of

        return hyperplane_of(self, schema)

    def named_thresholds(self, schema: Schema) -> tuple[float, ...]:
        """The thresholds as the question names them: t, also where it is ``x < t``.

        >>> from arboretum import CARTClassifier
        >>> age = {"age": [48, 50, 52, 54]}
        >>> model = CARTClassifier(closed="left", min_samples_split=2).fit(age, list("aabb"))
        >>> split, schema = model.tree_.root.split, model.tree_.schema
        >>> split.thresholds, split.named_thresholds(schema)
        ((50.99999999999999,), (51.0,))
        """
        column = schema.columns[self.column]
        return tuple(float(column.said(threshold)) for threshold in self.thresholds)

    def branch(self, value: float | int) -> int:
        """The branch of a number (a float) or of the code of a category (an int).

        ``missing_branch`` if the value is missing, or not known at this node.

        >>> split = Split(0, "interval", 2, thresholds=(4.5,), missing_branch=SPREADS)
        >>> split.branch(3.0), split.branch(5.0), split.branch(float("nan"))
        (0, 1, -2)
        """
        is_missing = math.isnan(value) if isinstance(value, float) else value < 0
        if self.kind == "presence":
            return int(is_missing)
        if is_missing:
            return self.missing_branch
        if self.kind == "interval":
            return bisect_left(self.thresholds, value)
        branch = self.branches[int(value)]
        return branch if branch >= 0 else self.missing_branch


@dataclass(frozen=True, eq=False)
class SplitTable(FrozenArrays):
    """One split per row, or none where ``column`` is ``NOTHING``.

    Row ``i`` has ``value_count[i]`` values from ``value_start[i]`` on: in
    ``thresholds`` if its kind is interval, in ``branches`` if it is category.
    ``digits`` are those that thresholds need where they are written, if that is known; they
    say nothing about what is asked, so that tables may be equal without them.
    """

    column: npt.NDArray[np.int32]
    kind: npt.NDArray[np.int8]
    arity: npt.NDArray[np.int32]
    missing_branch: npt.NDArray[np.int32]
    value_start: npt.NDArray[np.int64]
    value_count: npt.NDArray[np.int32]
    thresholds: npt.NDArray[np.float64]
    branches: npt.NDArray[np.int32]
    digits: npt.NDArray[np.int32] | None = None

    _types: ClassVar[dict[str, Any]] = {
        "column": np.int32,
        "kind": np.int8,
        "arity": np.int32,
        "missing_branch": np.int32,
        "value_start": np.int64,
        "value_count": np.int32,
        "thresholds": np.float64,
        "branches": np.int32,
    }

    #: Whether it was made by ``packed``.
    is_packed: ClassVar[bool] = False

    @classmethod
    def from_splits(cls, splits: Iterable[Split | None]) -> SplitTable:
        """The table of a list of splits."""
        rows: list[tuple[int, int, int, int, int]] = []
        thresholds: list[float] = []
        branches: list[int] = []
        for split in splits:
            if split is None:
                rows.append((NOTHING, INTERVAL, 0, STAYS, 0))
                continue
            values = split.thresholds if split.kind == "interval" else split.branches
            code = KINDS.index(split.kind)
            rows.append((split.column, code, split.arity, split.missing_branch, len(values)))
            thresholds.extend(split.thresholds)
            branches.extend(split.branches)
        names = ("column", "kind", "arity", "missing_branch", "value_count")
        columns: dict[str, Any] = dict(
            zip(names, np.array(rows, dtype=np.int64).reshape(-1, 5).T, strict=True)
        )
        return cls.packed(**columns, thresholds=np.array(thresholds), branches=np.array(branches))

    @classmethod
    def packed(
        cls,
        column: npt.NDArray,
        kind: npt.NDArray,
        arity: npt.NDArray,
        missing_branch: npt.NDArray,
        value_count: npt.NDArray,
        thresholds: npt.NDArray,
        branches: npt.NDArray,
        digits: npt.NDArray[np.int32] | None = None,
    ) -> SplitTable:
        """The table whose values follow one another in the order of the rows.

        Rows without a split must be of kind interval and have arity 0, no values, and
        -1 for column and missing branch: equal tables are then equal arrays.
        """
        start = handed_over(_value_starts(kind, value_count))
        values = (start, value_count, thresholds, branches, digits)
        table = cls(column, kind, arity, missing_branch, *values)
        object.__setattr__(table, "is_packed", True)
        return table

    def __len__(self) -> int:
        return len(self.column)

    @property
    def asks(self) -> npt.NDArray[np.bool_]:
        """Which rows hold a split."""
        return self.column != NOTHING

    def __getitem__(self, row: int) -> Split | None:
        if self.column[row] == NOTHING:
            return None
        start = int(self.value_start[row])
        values = slice(start, start + int(self.value_count[row]))
        kind = KINDS[self.kind[row]]
        return Split(
            column=int(self.column[row]),
            kind=kind,
            arity=int(self.arity[row]),
            thresholds=self._thresholds(values) if kind == "interval" else (),
            branches=tuple(self.branches[values].tolist()) if kind == "category" else (),
            missing_branch=int(self.missing_branch[row]),
        )

    def _thresholds(self, values: slice) -> tuple[float, ...]:
        numbers = self.thresholds[values].tolist()
        if self.digits is None:
            return tuple(numbers)
        return tuple(map(Threshold, numbers, self.digits[values].tolist()))

    def take(self, rows: npt.NDArray[np.integer]) -> SplitTable:
        """The table of some rows, packed; row -1 stands for no split."""
        some = (rows >= 0) & self.asks[rows] if len(self) else np.zeros(len(rows), bool)
        kept = np.asarray(rows)[some]

        def spread(column: npt.NDArray, absent: int) -> npt.NDArray:
            out = np.full(len(rows), absent, dtype=column.dtype)
            out[some] = column[kept]
            return handed_over(out)

        return SplitTable.packed(
            spread(self.column, NOTHING),
            spread(self.kind, INTERVAL),
            spread(self.arity, 0),
            spread(self.missing_branch, STAYS),
            spread(self.value_count, 0),
            *self._values(kept),
        )

    def _values(
        self, rows: npt.NDArray[np.integer]
    ) -> tuple[npt.NDArray, npt.NDArray, npt.NDArray | None]:
        """Thresholds, branches and digits of some splits, one behind the other."""
        if self.is_packed and np.array_equal(rows, np.flatnonzero(self.asks)):
            # all, in their order: they need not move
            return self.thresholds, self.branches, self.digits
        kinds = self.kind[rows]

        def stretches(flat: npt.NDArray, mine: npt.NDArray[np.integer]) -> npt.NDArray:
            start, count = self.value_start[mine], self.value_count[mine]
            return handed_over(_core.take_stretches(flat, start, count))

        cuts = rows[kinds == INTERVAL]
        return (
            stretches(self.thresholds, cuts),
            stretches(self.branches, rows[kinds == CATEGORY]),
            None if self.digits is None else stretches(self.digits, cuts),
        )

    def packed_copy(self) -> SplitTable:
        """The same splits in the one layout that equal tables share."""
        return self if self.is_packed else self.take(np.arange(len(self)))

    def with_missing_branch(self, missing_branch: npt.NDArray[np.int32]) -> SplitTable:
        """The same splits, with other places for what is missing; -1 where there is no split."""
        table = replace(self.packed_copy(), missing_branch=missing_branch)
        object.__setattr__(table, "is_packed", True)
        return table

    @property
    def column_of_thresholds(self) -> npt.NDArray[np.int32]:
        """The column that each threshold is about, if the table is packed."""
        return columns_of_thresholds(self.column, self.kind, self.value_count)

    def note_digits(self, digits: npt.NDArray[np.int32]) -> None:
        """Note how thresholds are to be written, one number for each, once they are known."""
        object.__setattr__(self, "digits", digits)

    def __eq__(self, other: object) -> bool:
        theirs = other._asked() if isinstance(other, SplitTable) else other
        return FrozenArrays.__eq__(self._asked(), theirs)

    def _asked(self) -> SplitTable:
        """What is asked, in the one layout that equal tables share."""
        return replace(self.packed_copy(), digits=None)

    __hash__ = None


def columns_of_thresholds(
    column: npt.NDArray, kind: npt.NDArray, value_count: npt.NDArray
) -> npt.NDArray:
    """The column that each threshold is about, where they follow the order of the splits."""
    return np.repeat(column, np.where(kind == INTERVAL, value_count, 0))


def _value_starts(kind: npt.NDArray, value_count: npt.NDArray) -> npt.NDArray[np.int64]:
    if not kind.any():  # intervals alone: the usual tree, and the largest
        return value_count.cumsum(dtype=np.int64) - value_count
    start = np.zeros(len(kind), dtype=np.int64)
    for code in (INTERVAL, CATEGORY):
        mine = np.flatnonzero(kind == code)
        count = value_count[mine]
        start[mine] = np.cumsum(count) - count
    return start
