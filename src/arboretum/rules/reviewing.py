"""How samples meet rules: overlaps and gaps, counted, and which rule decided a sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.data.schema import Category
from arboretum.rules.matching import Matches
from arboretum.rules.voting import class_votes, head_start
from arboretum.tree.words.format import category_text, number_text

if TYPE_CHECKING:
    from scipy.sparse import csc_matrix

    from arboretum.rules.rule_set import RuleSet

__all__ = ["Explanation", "Overlap", "Review", "explain", "review"]


@dataclass(frozen=True)
class Overlap:
    """Two rules that some samples both meet.

    Attributes
    ----------
    rules : tuple of two int
        Their numbers, from 0; in an ordered rule set the first shadows the second.
    n_samples : int
    row : int
        The first of these samples.
    is_conflict : bool
        Whether the rules predict differently.
    """

    rules: tuple[int, int]
    n_samples: int
    row: int
    is_conflict: bool


@dataclass(frozen=True)
class Review:
    """How some samples meet the rules of a set.

    Attributes
    ----------
    rules : RuleSet
    n_samples : int
    n_uncovered : int
        Samples that meet no rule.
    gaps : tuple of int
        The first of them, by row.
    n_several : int
        Samples that meet more than one rule.
    overlaps : tuple of Overlap
        Pairs of rules, conflicts first, then those of most samples.
    """

    rules: RuleSet
    n_samples: int
    n_uncovered: int
    gaps: tuple[int, ...]
    n_several: int
    overlaps: tuple[Overlap, ...]

    def __str__(self) -> str:
        lines = [f"{self.n_samples} sample{'' if self.n_samples == 1 else 's'}"]
        rows = ", ".join(map(str, self.gaps))
        more = ", …" if self.n_uncovered > len(self.gaps) else ""
        shown = f": rows {rows}{more}" if self.gaps else ""
        lines.append(f"{self.n_uncovered} meet no rule{shown}")
        lines.append(f"{self.n_several} meet several")
        lines += [self._line(overlap) for overlap in self.overlaps]
        return "\n".join(lines)

    def _line(self, overlap: Overlap) -> str:
        first, second = overlap.rules
        both = f"rules {first + 1} and {second + 1}"
        shared = f"  {overlap.n_samples} meet {both}, such as row {overlap.row}"
        if not overlap.is_conflict:
            return shared
        both = " against ".join(self.rules[number].then_text() for number in overlap.rules)
        return f"{shared}: {both}"


def review(rules: RuleSet, found: Matches, max_examples: int) -> Review:
    """Count the samples; see :meth:`arboretum.rules.RuleSet.review`."""
    uncovered = np.flatnonzero(found.count == 0)
    return Review(
        rules,
        found.n_rows,
        len(uncovered),
        tuple(uncovered[:max_examples].tolist()),
        int((found.count > 1).sum()),
        tuple(_overlaps(rules, found, max_examples)),
    )


def _overlaps(rules: RuleSet, found: Matches, max_examples: int) -> Iterator[Overlap]:
    from scipy.sparse import csc_matrix, csr_matrix, triu

    if len(rules) == 0:
        return
    shape = (found.n_rows, len(rules))
    ones = np.ones(len(found.rules), dtype=np.int64)
    covers = csr_matrix((ones, found.rules, found.start), shape=shape)
    pairs = triu(covers.T @ covers, k=1).tocoo()
    known: dict[Any, int] = {}
    predicted = np.array(
        [known.setdefault((it.decision or it.value, it.equation), len(known)) for it in rules]
    )
    is_conflict = predicted[pairs.row] != predicted[pairs.col]
    order = np.lexsort((pairs.col, pairs.row, -pairs.data, ~is_conflict))
    by_rule = csc_matrix(covers)
    for place in order[:max_examples].tolist():
        first, second = int(pairs.row[place]), int(pairs.col[place])
        row = int(np.intersect1d(_rows(by_rule, first), _rows(by_rule, second))[0])
        yield Overlap((first, second), int(pairs.data[place]), row, bool(is_conflict[place]))


def _rows(by_rule: csc_matrix, number: int) -> np.ndarray:
    """The samples that meet a rule."""
    return by_rule.indices[by_rule.indptr[number] : by_rule.indptr[number + 1]]


@dataclass(frozen=True)
class Explanation:
    """Why one sample got its prediction: the rule that decided, and those it shadowed.

    Attributes
    ----------
    row : int
    rules : RuleSet
    fired : tuple of (rule, share)
        Numbers of the rules that decided, from 0, with their shares of the sample: one in an
        ordered rule set; none if only the default was left.
    shadowed : tuple of int
        The rules that the sample meets as well but that came too late.
    votes : tuple of (class, votes)
        Where rules vote: what each class gets, the winner first.
    """

    row: int
    rules: RuleSet
    fired: tuple[tuple[int, float], ...]
    shadowed: tuple[int, ...] = ()
    votes: tuple[tuple[Category, float], ...] = ()

    def __str__(self) -> str:
        lines = [f"row {self.row}"]
        for number, share in self.fired:
            part = "" if share == 1 else f" ({number_text(share, 3)} of the sample)"
            rule = self.rules[number]
            does = "fired" if rule.vote is None else f"votes {number_text(rule.vote, 3)}"
            lines.append(f"  {does}{part}: {number + 1}. {rule}")
        if len(self.votes) > 1:
            sums = (f"{category_text(name)} {number_text(sum_, 3)}" for name, sum_ in self.votes)
            lines.append(f"  in all: {', '.join(sums)}")
        if not self.fired:
            default = self.rules.default
            lines.append("  no rule" if default is None else f"  default: {default.then_text()}")
        lines += [f"  shadowed: {number + 1}. {self.rules[number]}" for number in self.shadowed]
        return "\n".join(lines)


def explain(rules: RuleSet, found: Matches) -> list[Explanation]:
    """One explanation per sample."""
    explanations = []
    votes = _votes(rules, found) if rules.votes else [()] * found.n_rows
    for row in range(found.n_rows):
        here = slice(found.start[row], found.start[row + 1])
        met = list(zip(found.rules[here].tolist(), found.shares[here].tolist(), strict=True))
        n_fired = 1 if rules.is_ordered else len(met)
        late = tuple(number for number, _ in met[n_fired:])
        explanations.append(Explanation(row, rules, tuple(met[:n_fired]), late, votes[row]))
    return explanations


def _votes(rules: RuleSet, found: Matches) -> list[tuple[tuple[Category, float], ...]]:
    """For each sample the classes that get votes, in the order in which they would win."""
    classes, votes = rules.schema.classes or (), class_votes(rules, found)
    ranked = np.argsort(-(votes + head_start(np.array(rules.origin.value))), axis=1, kind="stable")
    return [
        tuple((classes[code], float(got[code])) for code in order.tolist() if got[code] > 0)
        for got, order in zip(votes, ranked, strict=True)
    ]
