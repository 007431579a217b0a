"""One question over groups of alike samples: what it would score without some of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from arboretum.growing.reopen import Reopened
from arboretum.missing.base import Unanswered
from arboretum.part import own
from arboretum.search import Choice
from arboretum.tree import Split

__all__ = ["FixedQuestion", "Groups", "fixed_question"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Groups:
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
class FixedQuestion:
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
        node, feature, n = self.opened.node, self.choice.column, self.choice.n_candidates
        if recipe.feature_costs is not None:
            scores = np.array([recipe.merit(score, feature, node) for score in scores.tolist()])
        weights = statistics.weight(branches), statistics.weight(whole)
        merits = recipe.selector.merits(scores, n, *weights)
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


def fixed_question(
    opened: Reopened, choice: Choice, groups: Groups, number: int
) -> FixedQuestion | None:
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
    question = FixedQuestion(opened, choice, unanswered, each)
    (merit,) = question.merits(groups.n[None] @ each, groups.n[None] @ groups.statistics)
    return question if np.isclose(merit, choice.merit, rtol=1e-9, atol=1e-12) else None


def _in_branch(choice: Choice, groups: Groups, number: int, unanswered: Unanswered) -> FloatArray:
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
