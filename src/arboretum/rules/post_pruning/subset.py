"""Which rules of a class are worth the bits it takes to write them down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.rules.condition import Condition

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["Candidates", "Language", "choose_subset", "log2_choices", "log2_factorial"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

#: For up to this many rules every subset is compared.
_FEW = 10
#: Bits less than this are rounding.
_ROUNDING = 1e-9


def log2_factorial(n: npt.ArrayLike) -> FloatArray:
    """Bits to name one of the orders of ``n`` things; ``n`` may be a fraction."""
    from scipy.special import gammaln  # slow to import, and commands only name these rules

    return np.asarray(gammaln(np.asarray(n, dtype=np.float64) + 1) / math.log(2))


def log2_choices(n: npt.ArrayLike, k: npt.ArrayLike) -> FloatArray:
    """Bits to name ``k`` of ``n`` things.

    >>> log2_choices(8, [1, 4]).round(3)
    array([3.   , 6.129])
    """
    whole, some = np.asarray(n, dtype=np.float64), np.asarray(k, dtype=np.float64)
    others = np.maximum(whole - some, 0.0)  # rounding may leave less than none
    return log2_factorial(whole) - log2_factorial(some) - log2_factorial(others)


def exception_bits(
    covered: FloatArray, false_positives: FloatArray, uncovered: FloatArray, misses: FloatArray
) -> FloatArray:
    r"""Bits to name the samples for which rules of one class are wrong.

    .. math:: \log_2 \binom{r}{fp} + \log_2 \binom{n - r}{fn}

    where the rules cover ``r`` of ``n`` samples.
    """
    return log2_choices(covered, false_positives) + log2_choices(uncovered, misses)


class Language:
    """What conditions on the features of a dataset cost to write."""

    def __init__(self, dataset: Dataset) -> None:
        self._features = dataset.schema.features
        self._which = math.log2(max(1, len(self._features)))
        self._dataset = dataset
        self._bounds: dict[int, float] = {}

    def rule_bits(self, conditions: tuple[Condition, ...]) -> float:
        """Bits of a rule; the order of its conditions says nothing, and costs nothing."""
        parts = [part for condition in conditions for part in self._parts(condition)]
        return max(0.0, sum(parts) - float(log2_factorial(len(parts))))

    def _parts(self, condition: Condition) -> list[float]:
        """Bits of each comparison: which feature, and which of its values."""
        feature = self._features[condition.feature]
        if condition.codes is None:
            n_bounds = math.isfinite(condition.low) + math.isfinite(condition.high)
            bound = self._which + 1 + self._bound_bits(condition.feature)
            return [bound] * n_bounds if condition.has_numbers and n_bounds else [self._which + 1]
        codes = condition.codes
        if feature.kind == "ordered" and codes and max(codes) - min(codes) == len(codes) - 1:
            n_bounds = (min(codes) > 0) + (max(codes) < feature.n_categories - 1)
            bound = self._which + 1 + math.log2(max(1, feature.n_categories - 1))
            return [bound] * max(1, n_bounds)
        return [self._which + float(log2_choices(feature.n_categories, len(codes)))]

    def _bound_bits(self, feature: int) -> float:
        """Bits to name one of the places between the values of a number."""
        if feature not in self._bounds:
            column = self._dataset.columns[feature]
            n_values = len(np.unique(column[~np.isnan(column)]))
            self._bounds[feature] = math.log2(max(1, n_values - 1))
        return self._bounds[feature]


@dataclass(frozen=True, eq=False)
class Candidates:
    """The rules of one class.

    Attributes
    ----------
    rows : the samples that meet each rule.
    bits : (n_rules,) what each costs to write.
    of_class, of_others : (n_rows,)
        How many samples of the class, and of the others, each row counts for.
    weight : float
        How much a bit of the rules counts, in bits of exceptions.
    """

    rows: Sequence[IntArray]
    bits: FloatArray
    of_class: FloatArray
    of_others: FloatArray
    weight: float

    @cached_property
    def covers(self) -> csr_matrix:
        """Which rule covers which row, (n_rules, n_rows)."""
        from scipy.sparse import csr_matrix

        start = np.concatenate([[0], np.cumsum([len(rows) for rows in self.rows])])
        column = np.concatenate([*self.rows, np.zeros(0, dtype=np.int64)])
        shape = (len(self.rows), len(self.of_class))
        return csr_matrix((np.ones(len(column)), column, start), shape=shape)

    @cached_property
    def terms(self) -> FloatArray:
        """Amounts of the class and of the others, (n_rows, 2)."""
        return np.stack([self.of_class, self.of_others], axis=1)

    @cached_property
    def everything(self) -> FloatArray:
        """Amounts of the class and of the others in all rows, (2,)."""
        return np.asarray(self.terms.sum(axis=0))

    def cost(self, found: FloatArray, n_rules: npt.ArrayLike, bits: npt.ArrayLike) -> FloatArray:
        """Total bits of subsets that cover these amounts of the class and of others.

        The order of the rules says nothing, and costs nothing.
        """
        right, wrong = found[:, 0], found[:, 1]
        everything = self.everything
        missed = np.maximum(everything[0] - right, 0.0)
        uncovered = np.maximum(everything.sum() - right - wrong, missed)
        theory = np.maximum(np.asarray(bits) - log2_factorial(n_rules), 0.0)
        return exception_bits(right + wrong, wrong, uncovered, missed) + self.weight * theory

    def covered(self, is_in: BoolArray) -> FloatArray:
        """Samples of the class and of others that a subset covers, (1, 2)."""
        count = self.covers.T @ is_in.astype(np.float64)
        return np.asarray(self.terms[count > 0].sum(axis=0, keepdims=True))

    def cost_of(self, is_in: BoolArray) -> float:
        """Bits of one subset."""
        found = self.covered(is_in)
        return float(self.cost(found, is_in.sum(), self.bits[is_in].sum())[0])


def choose_subset(rules: Candidates) -> BoolArray:
    """The subset that takes the fewest bits, with the samples that it gets wrong.

    For ten rules at most every subset is compared.  For more, the rule that saves
    most is put in or taken out, as long as that saves something; from no rules
    up, and from all down.
    """
    n_rules = len(rules.rows)
    if n_rules <= _FEW:
        return _of_every_subset(rules)
    none, every = np.zeros(n_rules, dtype=bool), np.ones(n_rules, dtype=bool)
    found = [_climb(rules, none), _climb(rules, every)]
    return min(found, key=rules.cost_of)


def _of_every_subset(rules: Candidates) -> BoolArray:
    """Rows that meet the same rules are looked at as one."""
    n_rules = len(rules.rows)
    powers = 1 << np.arange(n_rules)
    pattern = np.rint(rules.covers.T @ powers.astype(np.float64)).astype(np.int64)
    amounts = np.stack(
        [np.bincount(pattern, weights=term, minlength=1 << n_rules) for term in rules.terms.T],
        axis=1,
    )
    subsets = np.arange(1 << n_rules)
    is_in = (subsets[:, None] & powers) > 0
    is_met = ((subsets[:, None] & subsets) > 0).astype(np.float64)
    cost = rules.cost(is_met @ amounts, is_in.sum(axis=1), is_in @ rules.bits)
    # Of equals the smallest subset, then the one of the first rules.
    order = np.lexsort((subsets, is_in.sum(axis=1), np.round(cost / _ROUNDING)))
    return np.asarray(is_in[order[0]])


def _climb(rules: Candidates, start: BoolArray) -> BoolArray:
    state = _State(rules, start)
    while True:
        is_in, step = state.is_in, np.where(state.is_in, -1, 1)
        n_rules, bits = is_in.sum(), rules.bits[is_in].sum()
        cost = rules.cost(state.covered_after(), n_rules + step, bits + step * rules.bits)
        best = int(cost.argmin())
        if not cost[best] < rules.cost(state.covered[None], n_rules, bits)[0] - _ROUNDING:
            return is_in
        state.switch(best)


class _State:
    """A subset, and what each rule adds to it or would take from it.

    ``alone`` are the samples, of the class and of others, that each rule covers
    and no rule of the subset does; ``shared`` those that one rule of it covers.
    Both are kept up to date by the rows that change, which are few.
    """

    def __init__(self, rules: Candidates, is_in: BoolArray) -> None:
        self._rules = rules
        self._by_row = rules.covers.T.tocsr()
        self.is_in = is_in.copy()
        self._count = np.rint(self._by_row @ is_in.astype(np.float64)).astype(np.int64)
        self.covered = rules.terms[self._count > 0].sum(axis=0)
        self._alone, self._shared = (
            rules.covers @ (rules.terms * (self._count == n)[:, None]) for n in (0, 1)
        )

    def covered_after(self) -> FloatArray:
        """What the subset would cover with each rule put in, or taken out if it is in."""
        return self.covered + np.where(self.is_in[:, None], -self._shared, self._alone)

    def switch(self, number: int) -> None:
        """Put a rule in, or take it out."""
        rows = self._rules.rows[number]
        step = -1 if self.is_in[number] else 1
        self.covered = self.covered_after()[number]
        before = self._count[rows]
        after = before + step
        for n, sums in ((0, self._alone), (1, self._shared)):
            sums -= self._covering(rows[before == n])
            sums += self._covering(rows[after == n])
        self._count[rows] = after
        self.is_in[number] = not self.is_in[number]

    def _covering(self, rows: IntArray) -> FloatArray:
        """What each rule covers of some rows."""
        return np.asarray(self._by_row[rows].T @ self._rules.terms[rows])
