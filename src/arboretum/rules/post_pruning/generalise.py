"""Dropping the conditions that a rule does not need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.growing import Progress
from arboretum.rules.condition import Condition, merge
from arboretum.rules.post_pruning.expectation import Draft, Expectation
from arboretum.rules.rule import Rule

__all__ = ["generalise"]

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Columns = Sequence[npt.NDArray[Any]]


def generalise(
    rules: Sequence[Rule], expectation: Expectation, progress: Progress | None = None
) -> Iterator[Draft]:
    """Each rule without the conditions that can go without worsening its expected error.

    One condition is dropped at a time: the one that leaves the smallest error,
    of equals the one that leaves most samples, then the last.  Samples that a
    tree would share out, because a value is missing, do not meet a condition.
    """
    dataset = expectation.samples.dataset
    passing = _Passing(dataset.columns, dataset.n_rows)
    terms: dict[tuple[int, ...], FloatArray] = {}
    for number, rule in enumerate(rules):
        if progress is not None:
            progress(number, len(rules))
        conditions = tuple(condition.in_full() for condition in rule.conditions)
        if any(condition.is_impossible for condition in conditions):
            continue
        says = expectation.says(rule.decision, rule.node)
        if says not in terms:
            if rule.equation is not None:  # no other rule says the same
                terms.clear()
            terms[says] = expectation.terms(says)
        search = _Search(passing.of(conditions), terms[says])
        error = search.run(expectation, says)
        kept = merge((conditions[i] for i in search.kept), dataset.schema)
        rows = np.flatnonzero(search.n_failed == 0)
        amount = float(expectation.samples.amount[rows].sum())
        yield Draft(kept, rule.decision, rows, amount, error, rule.node)


class _Passing:
    """Which rows pass which conditions.

    Rules that follow one another share the beginning of their path: what is
    known of the last rule's conditions is kept.
    """

    def __init__(self, columns: Columns, n_rows: int) -> None:
        self._columns = columns
        self._rows = np.arange(n_rows)
        self._known: dict[Condition, BoolArray] = {}

    def of(self, conditions: Sequence[Condition]) -> BoolArray:
        """One row of flags per condition, (n_conditions, n_rows)."""
        known = self._known
        self._known = {
            it: known[it] if it in known else it.passes(self._columns, self._rows)
            for it in conditions
        }
        if not conditions:
            return np.ones((0, len(self._rows)), dtype=bool)
        return np.stack([self._known[it] for it in conditions])


class _Search:
    """One rule: its conditions by position, and how many of them each row fails.

    ``where`` is the sum of the positions, from 1, that a row fails: of a row
    that fails one condition it says which.
    """

    def __init__(self, passes: BoolArray, terms: FloatArray) -> None:
        self.fails = ~passes
        self.kept = list(range(len(passes)))
        self.n_failed = self.fails.sum(axis=0, dtype=np.int32)
        positions = np.arange(1, len(passes) + 1, dtype=np.int32)
        self.where = positions @ self.fails.astype(np.int32)
        self.terms = terms

    def run(self, expectation: Expectation, says: tuple[int, ...]) -> float:
        """Drop conditions until each is needed; the expected error of what is left."""
        sums = self.terms[:, self.n_failed == 0].sum(axis=1)
        error = float(expectation.error(sums[None], says)[0])
        while self.kept:
            without = sums + self._gained()[self.kept]
            errors = expectation.error(without, says)
            least = errors.min()
            if not least <= error + expectation.rounding:
                break
            # Of equals the most samples, then the last.
            size = np.where(errors <= least + expectation.rounding, without[:, 0], -np.inf)
            best = len(size) - 1 - int(size[::-1].argmax())
            sums, error = without[best], float(errors[best])
            self._drop(self.kept.pop(best))
        return error

    def _gained(self) -> FloatArray:
        """For each condition the sums of the rows that fail it alone, (n_conditions, n_terms)."""
        rows = np.flatnonzero(self.n_failed == 1)
        position = self.where[rows] - 1
        n = len(self.fails)
        sums = [np.bincount(position, weights=term[rows], minlength=n) for term in self.terms]
        return np.stack(sums, axis=1)

    def _drop(self, position: int) -> None:
        fails = self.fails[position]
        self.n_failed -= fails
        self.where -= fails * np.int32(position + 1)
