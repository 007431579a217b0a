"""Which split wins: the best candidate of each feature, then the best of all features.

Of equal ones (:mod:`arboretum.search.ties` says which are) it is the lowest
threshold or the first set of categories, and the tree remembers that there
was a tie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.growing.recipe import Recipe
from arboretum.growing.work import WorkDone
from arboretum.missing import Candidates
from arboretum.search import Choice, OpenNode, Searched, tie_tolerance
from arboretum.statistics import Statistics
from arboretum.stopping import SplitTest, StoppingRule
from arboretum.tree import PValue

__all__ = ["Verdict", "admitted_scores", "best_of_feature", "choose"]

FloatArray = npt.NDArray[np.float64]


def best_of_feature(
    candidates: Sequence[Candidates],
    criterion: Criterion,
    rules: Sequence[StoppingRule],
    node: OpenNode,
    statistics: Statistics,
    work: WorkDone | None = None,
) -> Choice | None:
    """The best admissible split of one feature, or None; its merit is its score."""
    scores = [admitted_scores(group, criterion, rules, node, statistics) for group in candidates]
    if work is not None:
        work.at(node.depth).cuts += sum(int((group > -np.inf).sum()) for group in scores)
    best = max((group.max(initial=-np.inf) for group in scores), default=-np.inf)
    if best == -np.inf:
        return None
    floor = best - tie_tolerance(best, node.impurity)
    first_group = {id(group.proposal): i for i, group in reversed(list(enumerate(candidates)))}
    equals = [
        (first_group[id(candidates[group].proposal)], int(position), group)
        for group, group_scores in enumerate(scores)
        for position in np.flatnonzero(group_scores >= floor)
    ]
    # Of one proposal the lowest threshold first, and only then where the missing values go.
    _, position, group = min(equals)
    chosen = candidates[group]
    score = float(scores[group][position])
    return Choice(
        split=chosen.proposal.split(
            position,
            chosen.branches.counts.shape[1],
            int(chosen.missing_branch[position]),
        ),
        score=score,
        merit=score,
        is_tie=len(equals) > 1,
        counts=chosen.branches.counts[position],
        statistics=chosen.branches.statistics[position],
        n_candidates=int(np.isfinite(scores[group]).sum()),
        most_bits=chosen.proposal.most_bits(position),
        log_trials=chosen.proposal.log_trials,
    )


def admitted_scores(
    group: Candidates,
    criterion: Criterion,
    rules: Sequence[StoppingRule],
    node: OpenNode,
    statistics: Statistics,
) -> FloatArray:
    """Scores, with minus infinity for candidates that may not compete."""
    branches = group.branches
    # With a branch without samples, the split would not divide the node.
    allowed = (branches.counts > 0).all(axis=1)
    weights = statistics.weight(branches.statistics)
    for rule in () if group.proposal.may_be_small else rules:
        allowed &= rule.admits(node, branches.counts, weights)
    scores = np.full(len(branches), -np.inf)
    if allowed.any():
        found = group.share * criterion.score_known(
            group.parent, branches.statistics[allowed], group.left_out
        )
        scores[allowed] = criterion.corrected(found, group.proposal.log_trials)
    return scores


@dataclass(frozen=True, eq=False)
class Verdict:
    """The choices that stand, best first, or the rule that rejects.

    No choice and no rule: the selector takes none.
    ``p`` is the outcome of that rule's test, else of the last test; None if no
    rule tests.
    """

    ranked: list[Choice]
    rejected_by: StoppingRule | None
    p: PValue | None


def choose(
    recipe: Recipe, node: OpenNode, choices: Sequence[Choice], searched: Searched
) -> Verdict:
    """Choose among the best splits of the features, by the rules and the selector."""
    p: PValue | None = None
    for rule in recipe.stopping:
        if isinstance(rule, SplitTest) and rule.as_filter:
            tested = [(rule.test(node, choice, searched), choice) for choice in choices]
            choices = [choice for found, choice in tested if rule.is_significant(found)]
            p = min((found for found, _ in tested), key=lambda found: found.p)
            if not choices:
                return Verdict([], rule, p)
    ranked = recipe.selector.rank(choices, node, searched.statistics)
    if not ranked:
        return Verdict([], None, p)
    best = ranked[0]
    for rule in recipe.stopping:
        is_enough = True
        if isinstance(rule, SplitTest):
            p = rule.test(node, best, searched)
            is_enough = rule.is_significant(p)
        if not is_enough or rule.rejects(node, best):
            return Verdict(ranked, rule, p)
    return Verdict(ranked, None, p)
