"""How many samples stand between a split and one that lost to it.

Both questions are held as they are, with where samples without a value go.  What
decides between them are then the sums over groups of samples: those that give
the same answers to both and have the same target and weight.  The search takes
1, 2, 3, … samples away in all ways there are, group by group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.explain.fixed_question import FixedQuestion, Groups, fixed_question
from arboretum.growing.reopen import Reopened
from arboretum.search import Choice
from arboretum.search.ties import RELATIVE_TOLERANCE, ROUNDING

__all__ = ["Flips", "count_flips"]

FloatArray = npt.NDArray[np.float64]

#: How many ways are scored together.
PIECE = 2**15
#: The lead of a question that draws level and whose feature comes first.
WINS_TIE = float(np.finfo(np.float64).tiny)
#: What differences of sums leave over, as a share of the sums.
LEFT_OVER = 1e-12


@dataclass(frozen=True)
class Flips:
    """The smallest number of samples without which one question outranks another.

    It lies from ``at_least`` to ``at_most``; the two are equal where the search could be
    finished.  ``at_most`` is None where no such samples were found; where there are none,
    ``at_least`` exceeds the number of samples.
    """

    at_least: int
    at_most: int | None
    n_samples: int

    @property
    def exact(self) -> int | None:
        """The number itself, where it is known."""
        return self.at_least if self.at_least == self.at_most else None

    @property
    def is_never(self) -> bool:
        """Whether it is known that no samples suffice."""
        return self.at_least > self.n_samples

    def __str__(self) -> str:
        if self.exact is not None:
            return str(self.exact)
        if self.is_never:
            return "never"
        return f"{self.at_least} {'or more' if self.at_most is None else f'to {self.at_most}'}"


def count_flips(opened: Reopened, chosen: Choice, other: Choice, max_tries: int) -> Flips | None:
    """How many samples must go for ``other`` to outrank ``chosen``; None if that is unknown."""
    if not opened.source.statistics.additive:
        return None
    groups = Groups.of(opened, (chosen.split, other.split))
    ours, theirs = (fixed_question(opened, c, groups, k) for k, c in enumerate((chosen, other)))
    if ours is None or theirs is None:
        return None
    contest = _Contest(groups, ours, theirs)
    if contest.lead(contest.total[None])[0] > 0:  # it lost for a reason of another kind
        return None
    return _in_all_ways(contest, _one_by_one(contest, max_tries), max_tries)


class _Contest:
    """Two questions and the groups of samples that decide between them.

    A way to take samples away is known by what it leaves of the sums.
    """

    def __init__(self, groups: Groups, ours: FixedQuestion, theirs: FixedQuestion) -> None:
        self.n = groups.n
        self.ours, self.theirs = ours, theirs
        self.each = np.column_stack([ours.each, theirs.each, groups.statistics])
        self.total = self.n @ self.each
        self.smallest = LEFT_OVER * (self.n @ np.abs(self.each))
        self._parts = np.cumsum([ours.each.shape[1], theirs.each.shape[1]])

    def lead(self, left: FloatArray) -> FloatArray:
        """By how much the other leads with the sums that are left; above 0 it outranks."""
        pieces = range(0, len(left), PIECE)
        return np.concatenate([self._lead(left[first : first + PIECE]) for first in pieces])

    def _lead(self, left: FloatArray) -> FloatArray:
        left = np.where(np.abs(left) <= self.smallest, 0.0, left)
        first, second, whole = np.split(left, self._parts, axis=1)
        ours, theirs = self.ours.merits(first, whole), self.theirs.merits(second, whole)
        is_able = np.isfinite(theirs)
        lead = np.full(len(left), -np.inf)
        lead[is_able] = theirs[is_able] - ours[is_able]
        # Among equals, as growth sees them, the feature that comes first is asked.
        impurity = self.ours.opened.recipe.criterion.impurity(whole)
        best = np.maximum(np.abs(ours), np.abs(theirs))
        is_tie = np.isfinite(lead) & (
            np.abs(lead) <= RELATIVE_TOLERANCE * best + ROUNDING * impurity
        )
        wins_ties = self.theirs.choice.column < self.ours.choice.column
        lead[is_tie] = WINS_TIE if wins_ties else 0.0
        return lead


def _one_by_one(contest: _Contest, max_tries: int) -> int | None:
    """Take away the sample that helps most, again and again: an upper bound."""
    available, left, tries, k = contest.n.copy(), contest.total, 0, 0
    while contest.lead(left[None])[0] <= 0:
        able = np.flatnonzero(available)
        tries += len(able)
        if len(able) == 0 or tries > max_tries:
            return None
        options = left - contest.each[able]
        best = int(np.argmax(contest.lead(options)))
        left, k = options[best], k + 1
        available[able[best]] -= 1
    return k


def _in_all_ways(contest: _Contest, at_most: int | None, max_tries: int) -> Flips:
    """Try ever more samples in all ways, until one succeeds or the tries are used up."""
    n_samples, tried = int(contest.n.sum()), 0
    for k, left in enumerate(_levels(contest, max_tries)):
        if k == at_most or (contest.lead(left) > 0).any():
            return Flips(k, k, n_samples)
        tried = k
    return Flips(tried + 1, at_most, n_samples)


def _levels(contest: _Contest, max_tries: int) -> Iterator[FloatArray]:
    """What is left after all ways to take 0, 1, 2, … samples, while they are not too many.

    A way is made from one of one sample fewer by taking from its last group or a later
    one, so that none comes twice.
    """
    left = contest.total[None]
    last, taken = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    group, tries = np.arange(len(contest.n)), 0
    while len(left):
        yield left
        tries += len(left)
        can_go_on = (group > last[:, None]) | (
            (group == last[:, None]) & (taken[:, None] < contest.n)
        )
        if tries + can_go_on.sum() > max_tries:
            return
        way, at = np.nonzero(can_go_on)
        left = left[way] - contest.each[at]
        taken = np.where(at == last[way], taken[way], 0) + 1
        last = at
