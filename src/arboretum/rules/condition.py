"""What a sample must meet for a rule to apply: a set of values of one feature."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Feature

__all__ = ["Condition", "StandIn"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StandIn:
    """What must hold instead for a sample that has no value for the feature of a condition.

    ``codes`` are the categories that count as no value, besides the missing one.
    """

    condition: Condition
    codes: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Condition:
    """A set of values of one feature, and what becomes of samples without a value.

    Attributes
    ----------
    feature : int
        Position in the schema.
    low, high : float
        A number ``x`` passes if ``low < x <= high``.
    codes : frozenset of int, or None for a numeric feature
        The categories that pass.
    missing : float
        How much of a sample passes if its value is missing: all (1), nothing
        (0), or the share that a tree with fractional samples sends this way.
    partial : tuple of (code, share)
        Categories that pass in part, as a missing value does: those that no
        training sample had where a tree asked for them.
    stand_ins : tuple of StandIn
        What must hold as well where the value is missing: surrogates.

    >>> short = Condition(0, high=5.45, missing=1.0)
    >>> short.meet(Condition(0, low=4.7))
    Condition(feature=0, low=4.7, high=5.45, codes=None, missing=0.0, partial=(), stand_ins=())
    """

    feature: int
    low: float = -math.inf
    high: float = math.inf
    codes: frozenset[int] | None = None
    missing: float = 0.0
    partial: tuple[tuple[int, float], ...] = ()
    stand_ins: tuple[StandIn, ...] = ()

    @property
    def has_numbers(self) -> bool:
        """Whether some number passes."""
        return self.codes is None and self.low < self.high

    @property
    def is_impossible(self) -> bool:
        """Whether no sample can pass."""
        return not (self.has_numbers or self.codes or self.partial or self.missing > 0)

    def is_certain(self, feature: Feature) -> bool:
        """Whether every sample passes, whatever its value."""
        if self.missing != 1.0 or self.stand_ins or self.partial:
            return False
        if self.codes is None:
            return self.low == -math.inf and self.high == math.inf
        return len(self.codes) == feature.n_categories

    def share_of(self, code: int) -> float:
        """How much of a sample of this category passes."""
        if self.codes is not None and code in self.codes:
            return 1.0
        return dict(self.partial).get(code, 0.0)

    def meet(self, other: Condition) -> Condition:
        """The condition that holds where both do; both are on the same feature."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        codes, partial = self._meet_codes(other)
        missing = self.missing * other.missing
        stand_ins = tuple(
            stand_in
            for stand_in in self.stand_ins + other.stand_ins
            if missing > 0 or any(code in stand_in.codes for code in _all(codes, partial))
        )
        if codes is not None or not low < high:
            low, high = (-math.inf, math.inf) if codes is not None else (math.inf, -math.inf)
        return replace(
            self,
            low=low,
            high=high,
            codes=codes,
            missing=missing,
            partial=partial,
            stand_ins=stand_ins,
        )

    def _meet_codes(
        self, other: Condition
    ) -> tuple[frozenset[int] | None, tuple[tuple[int, float], ...]]:
        if self.codes is None or other.codes is None:
            return None, ()
        codes = self.codes & other.codes
        if not self.partial and not other.partial:
            return codes, ()
        in_part = {code for code, _ in self.partial + other.partial}
        shares = {code: self.share_of(code) * other.share_of(code) for code in sorted(in_part)}
        return codes, tuple((code, share) for code, share in shares.items() if share > 0)

    def shares(
        self, columns: Sequence[npt.NDArray[Any]], rows: npt.NDArray[np.integer]
    ) -> FloatArray:
        """How much of each of these rows of encoded columns passes: 0 to 1."""
        column = columns[self.feature][rows]
        if self.codes is None:
            # Numbers of 32 bits must not round the bounds to 32 bits, too.
            numbers = column.astype(np.float64, copy=False)
            found = ((numbers > self.low) & (numbers <= self.high)).astype(np.float64)
            is_missing = np.isnan(numbers)
        else:
            found = self._table().take(column, mode="clip")
            is_missing = column < 0
        found[is_missing] = self.missing
        for stand_in in self.stand_ins:
            asked = is_missing | np.isin(column, list(stand_in.codes))
            which = np.flatnonzero(asked & (found > 0))
            found[which] *= stand_in.condition.shares(columns, rows[which])
        return found

    def _table(self) -> FloatArray:
        """What passes of each category; those beyond the last that matters pass as it does: not."""
        known = _all(self.codes, self.partial)
        table = np.zeros(max(known, default=0) + 2)
        table[list(self.codes or ())] = 1.0
        for code, share in self.partial:
            table[code] = share
        return table


def _all(codes: frozenset[int] | None, partial: tuple[tuple[int, float], ...]) -> list[int]:
    """The categories that pass in whole or in part."""
    return [*(codes or ()), *(code for code, _ in partial)]
