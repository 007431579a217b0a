"""What a sample must meet for a rule to apply: a set of values of one feature."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Feature, Schema
from arboretum.data.some_rows import is_missing

__all__ = ["Condition", "Spread", "StandIn", "by_feature", "merge", "needed"]

BoolArray = npt.NDArray[np.bool_]
IntArray = npt.NDArray[np.integer]
Columns = Sequence[npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class StandIn:
    """What must hold as well for a sample that has no value for the feature of a condition.

    ``codes`` are the categories that count as no value, besides the missing one.
    """

    condition: Condition
    codes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Spread:
    """The share of a sample without a value that passes, where a tree sends it down every branch.

    ``codes`` are the categories that count as no value, besides the missing
    one.  Shares of a rule are multiplied in the order of their ``step``, as the
    tree does on its way down, so that not a bit of the product differs.
    """

    share: float
    codes: frozenset[int] = frozenset()
    step: int = 0


@dataclass(frozen=True, slots=True)
class Condition:
    """A set of values of one feature, and what becomes of samples without a value.

    Attributes
    ----------
    feature : int
        Position in the schema.
    low, high : float
        A number ``x`` passes if ``low < x <= high``.  Where a tree asks ``x < t`` each is the next
        number below t, as in :class:`~arboretum.tree.Split`.
    codes : frozenset of int, or None for a numeric feature
        The categories that pass.
    missing : bool
        Whether a sample with a missing value passes.
    spreads : tuple of Spread
        How much of it passes, if not all.
    stand_ins : tuple of StandIn
        What must hold as well where the value is missing: surrogates.

    >>> short = Condition(0, high=5.45, missing=True)
    >>> short.meet(Condition(0, low=4.7))
    Condition(feature=0, low=4.7, high=5.45, codes=None, missing=False, spreads=(), stand_ins=())
    """

    feature: int
    low: float = -math.inf
    high: float = math.inf
    codes: frozenset[int] | None = None
    missing: bool = False
    spreads: tuple[Spread, ...] = ()
    stand_ins: tuple[StandIn, ...] = ()

    @classmethod
    def known(cls, index: int, feature: Feature, missing: bool = False) -> Condition:
        """Every value of a feature."""
        if feature.kind == "numeric":
            return cls(index, missing=missing)
        return cls(index, codes=frozenset(range(feature.n_categories)), missing=missing)

    @classmethod
    def unknown(cls, index: int, feature: Feature) -> Condition:
        """No value of a feature: it is missing."""
        if feature.kind == "numeric":
            return cls(index, math.inf, -math.inf, missing=True)
        return cls(index, codes=frozenset(), missing=True)

    @property
    def has_numbers(self) -> bool:
        """Whether some number passes."""
        return self.codes is None and self.low < self.high

    @property
    def is_impossible(self) -> bool:
        """Whether no sample can pass."""
        return not (self.has_numbers or self.codes or self.missing)

    def is_certain(self, feature: Feature) -> bool:
        """Whether every sample passes, whatever its value."""
        if not self.missing or self.stand_ins or self.spreads:
            return False
        if self.codes is None:
            return self.low == -math.inf and self.high == math.inf
        return len(self.codes) == feature.n_categories

    @property
    def share_of_missing(self) -> float:
        """How much of a sample with a missing value passes."""
        return math.prod(it.share for it in self.spreads) if self.missing else 0.0

    def share_of(self, code: int) -> float:
        """How much of a sample of this category passes."""
        if self.codes is None or code not in self.codes:
            return 0.0
        return math.prod(it.share for it in self.spreads if code in it.codes)

    def meet(self, other: Condition) -> Condition:
        """The condition that holds where both do; both are on the same feature."""
        missing = self.missing and other.missing
        if self.codes is None or other.codes is None:
            codes = None
            low, high = max(self.low, other.low), min(self.high, other.high)
            low, high = (low, high) if low < high else (math.inf, -math.inf)
        else:
            codes = self.codes & other.codes
            low, high = -math.inf, math.inf
        spreads, stand_ins = self.spreads + other.spreads, self.stand_ins + other.stand_ins
        if not missing and (spreads or stand_ins):
            left = codes or frozenset()
            spreads = tuple(it for it in spreads if it.codes & left)
            stand_ins = tuple(it for it in stand_ins if it.codes & left)
        return Condition(self.feature, low, high, codes, missing, spreads, stand_ins)

    def in_full(self) -> Condition:
        """The condition for samples that pass it as a whole, not only with a share."""
        codes, missing = self.codes, self.missing
        if self.spreads:
            shared = frozenset[int]().union(*(it.codes for it in self.spreads))
            codes, missing = None if codes is None else codes - shared, False
        stand_ins = tuple(StandIn(it.condition.in_full(), it.codes) for it in self.stand_ins)
        return Condition(self.feature, self.low, self.high, codes, missing, (), stand_ins)

    # -- rows ------------------------------------------------------------------

    def passes(self, columns: Columns, rows: IntArray) -> BoolArray:
        """Which of these rows of encoded columns pass, in whole or in part."""
        column = columns[self.feature][rows]
        unknown = is_missing(column)
        if self.codes is None:
            # Numbers of 32 bits must not round the bounds to 32 bits, too.
            numbers = column.astype(np.float64, copy=False)
            found = (numbers > self.low) & (numbers <= self.high)
        else:
            found = np.isin(column, list(self.codes))
        found[unknown] = self.missing
        for stand_in in self.stand_ins:
            asked = np.flatnonzero(found & (unknown | np.isin(column, list(stand_in.codes))))
            found[asked] = stand_in.condition.passes(columns, rows[asked])
        return found

    def shares(self, columns: Columns, rows: IntArray) -> Iterator[tuple[int, IntArray, float]]:
        """Steps, the positions in ``rows`` that have no value there, and what passes of those.

        All of these rows pass.
        """
        if not self.spreads and not self.stand_ins:
            return
        column = columns[self.feature][rows]
        unknown = is_missing(column)
        for spread in self.spreads:
            asked = np.flatnonzero(unknown | np.isin(column, list(spread.codes)))
            yield spread.step, asked, spread.share
        for stand_in in self.stand_ins:
            asked = np.flatnonzero(unknown | np.isin(column, list(stand_in.codes)))
            for step, positions, share in stand_in.condition.shares(columns, rows[asked]):
                yield step, asked[positions], share


def merge(conditions: Iterable[Condition], schema: Schema) -> tuple[Condition, ...]:
    """The same with one condition per feature, and none that always holds.

    ``X1 <= 5.45`` and ``X1 <= 4.7`` become ``X1 <= 4.7``.
    """
    return needed(by_feature(conditions), schema)


def by_feature(
    conditions: Iterable[Condition], known: Mapping[int, Condition] | None = None
) -> dict[int, Condition]:
    """One condition per feature, which holds where all do, those ``known`` before included."""
    merged = dict(known or {})
    for condition in conditions:
        before = merged.get(condition.feature)
        merged[condition.feature] = condition if before is None else before.meet(condition)
    return merged


def needed(merged: Mapping[int, Condition], schema: Schema) -> tuple[Condition, ...]:
    """The conditions that some sample fails."""
    return tuple(
        condition
        for feature, condition in merged.items()
        if not condition.is_certain(schema.columns[feature])
    )
