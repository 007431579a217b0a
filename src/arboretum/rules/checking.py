"""Proof that every sample meets exactly one rule, or samples that do not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arboretum.data.schema import Category
from arboretum.rules.cells import Cell, cut, settle, whole_space
from arboretum.rules.condition import Condition

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["Check", "Finding", "check"]

#: Shares of a sample add up to 1 within rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class Finding:
    """Samples that do not meet exactly one rule.

    Attributes
    ----------
    rules : tuple of int
        Numbers of the rules they meet, from 0.
    share : float
        What the rules get of such a sample, together.
    example : dict
        One of the samples, by name; None is missing.
    """

    rules: tuple[int, ...]
    share: float
    example: dict[str, Category | None]


@dataclass(frozen=True)
class Check:
    """What is known about overlaps and gaps of a rule set.

    Attributes
    ----------
    overlaps : tuple of Finding
        Samples that meet too many rules, one per group of rules.
    gaps : tuple of Finding
        Samples that meet none, or are not shared out in full.
    is_settled : bool
        Whether every possible sample was looked at.
    n_cells : int
        Sets of samples that were compared.
    """

    overlaps: tuple[Finding, ...]
    gaps: tuple[Finding, ...]
    is_settled: bool
    n_cells: int

    @property
    def is_disjoint(self) -> bool | None:
        """Whether no sample meets two rules; None if that is not settled."""
        return False if self.overlaps else (True if self.is_settled else None)

    @property
    def is_covering(self) -> bool | None:
        """Whether every sample meets a rule; None if that is not settled."""
        return False if self.gaps else (True if self.is_settled else None)

    def __str__(self) -> str:
        words = {True: "yes", False: "no", None: "not settled"}
        lines = [f"disjoint: {words[self.is_disjoint]}", f"covering: {words[self.is_covering]}"]
        for finding in self.overlaps:
            numbers = " and ".join(str(number + 1) for number in finding.rules)
            lines.append(f"overlap of rules {numbers}: {finding.example}")
        lines += [f"gap: {finding.example}" for finding in self.gaps]
        return "\n".join(lines)


@dataclass(frozen=True)
class _Open:
    """A rule in a cell: the conditions that are not settled, and what passed the others."""

    number: int
    conditions: tuple[Condition, ...]
    share: float = 1.0


def check(rules: RuleSet, max_steps: int, max_examples: int) -> Check:
    """Look for overlaps and gaps; see :meth:`arboretum.rules.RuleSet.check`."""
    overlaps: dict[tuple[int, ...], Finding] = {}
    gaps: list[Finding] = []
    n_cells, is_last = 0, False
    for is_last, found in _uniform_cells(rules, max_steps):
        n_cells += 1
        if found is not None and found.share > 1:
            overlaps.setdefault(found.rules, found)
        elif found is not None:
            gaps.append(found)
        if is_last or (len(overlaps) >= max_examples and len(gaps) >= max_examples):
            break
    shown = tuple(overlaps.values())[:max_examples], tuple(gaps[:max_examples])
    return Check(*shown, is_last, n_cells)


def _uniform_cells(rules: RuleSet, max_steps: int) -> Iterator[tuple[bool, Finding | None]]:
    """Every cell whose samples all meet the same rules, and whether it is the last.

    None stands for a cell whose rules share out its samples in full.  After
    ``max_steps`` conditions no more cells come.
    """
    space = whole_space(rules.schema, rules.refuses)
    waiting = [(space, [_Open(i, rule.conditions) for i, rule in enumerate(rules)])]
    while waiting:
        cell, before = waiting.pop()
        max_steps -= sum(1 + len(rule.conditions) for rule in before)
        if max_steps < 0:
            return
        after = [it for it in (_settled(rule, cell) for rule in before) if it is not None]
        unsettled = [condition for rule in after for condition in rule.conditions]
        if unsettled:
            first, second = cut(cell, unsettled)
            waiting += [(second, after), (first, after)]
            continue
        share = sum(rule.share for rule in after)
        numbers = tuple(rule.number for rule in after)
        is_full = abs(share - 1) <= _ROUNDING
        yield not waiting, None if is_full else Finding(numbers, share, cell.example())


def _settled(rule: _Open, cell: Cell) -> _Open | None:
    """What is left of a rule in a cell; None if no sample of the cell meets it."""
    share, left = rule.share, []
    waiting = list(rule.conditions[::-1])
    while waiting:
        condition = waiting.pop()
        found = settle(condition, cell.sets[condition.feature])
        if found is None:
            left.append(condition)
            continue
        share *= found[0]
        if share == 0:
            return None
        waiting += found[1]
    return _Open(rule.number, tuple(left), share)
