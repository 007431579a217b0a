"""How many samples stand between a split and one that lost to it.

Both questions are held as they are, with where samples without a value go.  What
decides between them are then the sums over groups of samples: those that give
the same answers to both and have the same target and weight.  The search takes
1, 2, 3, … samples away in all ways there are, group by group.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from arboretum.growing.reopen import Reopened
from arboretum.missing.base import Unanswered
from arboretum.part import own
from arboretum.search import Choice
from arboretum.search.ties import RELATIVE_TOLERANCE, ROUNDING
from arboretum.tree import Split

__all__ = ["Flips", "count_flips"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]

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
    groups = _Groups.of(opened, (chosen.split, other.split))
    ours, theirs = (_fixed_question(opened, c, groups, k) for k, c in enumerate((chosen, other)))
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

    def __init__(self, groups: _Groups, ours: _FixedQuestion, theirs: _FixedQuestion) -> None:
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
    lead = contest.lead(left[None])[0]
    while lead <= 0:
        able = np.flatnonzero(available)
        tries += len(able)
        if len(able) == 0 or tries > max_tries:
            return None
        options = left - contest.each[able]
        leads = contest.lead(options)
        best = int(np.argmax(leads))
        left, lead, k = options[best], leads[best], k + 1
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


# One question over groups of samples ------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Groups:
    """Samples of a node, grouped where nothing distinguishes them.

    Attributes
    ----------
    n : how many are in each group
    answers : (n_questions, n_groups) branch, -1 for no answer
    classes : code of the first target of each group, 0 for numbers
    statistics, counts : what one sample of each group adds
    """

    n: npt.NDArray[np.int64]
    answers: IntArray
    classes: npt.NDArray[np.int64]
    statistics: FloatArray
    counts: FloatArray

    @classmethod
    def of(cls, opened: Reopened, splits: tuple[Split, ...]) -> Self:
        """The groups that some questions make of the samples of a node."""
        source, at = opened.source, opened.node.id
        answers = np.stack([source.answers(at, split) for split in splits])
        targets, weights = source.targets(at)
        traits = np.column_stack([*answers, targets, weights, source.counts(at)])
        rows, group, n = np.unique(traits, axis=0, return_inverse=True, return_counts=True)
        table = source.groups(at, group.reshape(-1).astype(np.int32), len(rows))
        classes = rows[:, len(splits)] if source.schema.is_classification else 0 * n
        return cls(
            n,
            rows[:, : len(splits)].T.astype(np.int32),
            classes.astype(np.int64),
            table.statistics / n[:, None],
            table.counts / n,
        )


@dataclass(frozen=True, eq=False)
class _FixedQuestion:
    """A question as it stands, and what it is ranked by for any samples.

    ``each`` is what one sample of a group adds to the statistics of the branches, to their
    counts, and to the weight of those that are left out.
    """

    opened: Reopened
    choice: Choice
    unanswered: Unanswered
    each: FloatArray

    def merits(self, sums: FloatArray, whole: FloatArray) -> FloatArray:
        """What it is ranked by, for sums of ``each`` and of the statistics of the node.

        Minus infinity where the question may not compete.  A branch without samples does not
        count.
        """
        arity, width = self.choice.split.arity, whole.shape[1]
        branches = sums[:, : arity * width].reshape(-1, arity, width)
        counts, left_out = sums[:, arity * width : -1], sums[:, -1]
        merits = np.full(len(sums), -np.inf)
        patterns, pattern = np.unique(counts > 0, axis=0, return_inverse=True)
        for number, is_there in enumerate(patterns):
            rows = np.flatnonzero(pattern.reshape(-1) == number)
            if is_there.sum() >= 2:
                some = np.ix_(rows, np.flatnonzero(is_there))
                merits[rows] = self._admitted(
                    branches[some], counts[some], left_out[rows], whole[rows]
                )
        return merits

    def _admitted(
        self, branches: FloatArray, counts: FloatArray, left_out: FloatArray, whole: FloatArray
    ) -> FloatArray:
        """The same of branches that all hold samples, if the stopping rules admit them."""
        weights = self.opened.source.statistics.weight(branches)
        allowed = np.ones(len(branches), dtype=bool)
        for rule in self.opened.recipe.stopping:
            allowed &= rule.admits(self.opened.node, counts, weights)
        merits = np.full(len(branches), -np.inf)
        if allowed.any():
            merits[allowed] = self._ranked_by(branches[allowed], left_out[allowed], whole[allowed])
        return merits

    def _ranked_by(
        self, branches: FloatArray, left_out: FloatArray, whole: FloatArray
    ) -> FloatArray:
        recipe, statistics = self.opened.recipe, self.opened.source.statistics
        scores = self._scores(branches, left_out, whole)
        node, feature, bits = self.opened.node, self.choice.column, self.choice.bits
        if recipe.feature_costs is not None:
            scores = np.array([recipe.merit(score, feature, node) for score in scores.tolist()])
        weights = statistics.weight(branches), statistics.weight(whole)
        merits = recipe.selector.merits(scores, bits, *weights)
        return np.full(len(scores), -np.inf) if merits is None else merits

    def _scores(self, branches: FloatArray, left_out: FloatArray, whole: FloatArray) -> FloatArray:
        criterion, statistics = self.opened.recipe.criterion, self.opened.source.statistics
        if self.unanswered in ("placed", "by class"):
            return criterion.score_each(whole, branches)
        known = branches.sum(axis=1)
        counted = left_out if self.unanswered == "left out and counted" else np.zeros(len(known))
        found = np.empty(len(known))
        for some in (counted > 0, counted <= 0):  # a criterion takes either kind in one call
            if some.any():
                found[some] = criterion.score_each(known[some], branches[some], counted[some])
        return found * statistics.weight(known) / statistics.weight(whole)


def _fixed_question(
    opened: Reopened, choice: Choice, groups: _Groups, number: int
) -> _FixedQuestion | None:
    """The question of a choice over groups; None if its merit cannot be worked out this way.

    That is the case for custom parts, and where more than these samples decides, as
    in corrections for the number of ways to merge categories.
    """
    unanswered = own(opened.recipe.missing, "unanswered")
    if unanswered is None:
        return None
    in_branch = _in_branch(choice, groups, number, unanswered)
    of_branches = in_branch[:, :, None] * groups.statistics[:, None, :]
    is_out = in_branch.sum(axis=1) == 0
    weight = opened.source.statistics.weight(groups.statistics)
    each = np.column_stack(
        [
            of_branches.reshape(len(groups.n), -1),
            in_branch * groups.counts[:, None],
            np.where(is_out, weight, 0.0),
        ]
    )
    question = _FixedQuestion(opened, choice, unanswered, each)
    (merit,) = question.merits(groups.n[None] @ each, groups.n[None] @ groups.statistics)
    return question if np.isclose(merit, choice.merit, rtol=1e-9, atol=1e-12) else None


def _in_branch(choice: Choice, groups: _Groups, number: int, unanswered: Unanswered) -> FloatArray:
    """What share of each group counts in each branch, (n_groups, arity)."""
    arity, answers = choice.split.arity, groups.answers[number]
    in_branch = (answers[:, None] == np.arange(arity)).astype(np.float64)
    is_open = answers < 0
    if unanswered == "placed" and 0 <= choice.split.missing_branch < arity:
        in_branch[is_open, choice.split.missing_branch] = 1.0
    if unanswered == "by class" and choice.shares is not None:
        of_class = choice.shares[groups.classes if len(choice.shares) > 1 else 0 * groups.classes]
        in_branch[is_open] = of_class[is_open]
    return in_branch
