"""Which candidate wins.

Scores are sums of floating-point numbers, so equal splits may differ in the
last bits.  Scores within one part in 10^9 of the best are a tie; ties go to
the lowest feature, then to the lowest threshold or the first set of
categories, and the tree remembers that there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.missing import Candidates
from arboretum.statistics import Statistics
from arboretum.stopping import Choice, OpenNode, StoppingRule

__all__ = ["best_of_feature", "rank_choices"]

FloatArray = npt.NDArray[np.float64]

RELATIVE_TOLERANCE = 1e-9
#: Scores this small beside the impurity of the node are rounding.
ROUNDING = 1e-12


def tie_tolerance(best: float, impurity: float) -> float:
    """How far below the best score another is still its equal."""
    return RELATIVE_TOLERANCE * abs(best) + ROUNDING * impurity


def best_of_feature(
    candidates: Sequence[Candidates],
    criterion: Criterion,
    rules: Sequence[StoppingRule],
    node: OpenNode,
    statistics: Statistics,
    cost: float,
) -> Choice | None:
    """The best admissible split of one feature, or None."""
    scores = [_admitted_scores(group, criterion, rules, node, statistics) for group in candidates]
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
        merit=score / cost,
        is_tie=len(equals) > 1,
        counts=chosen.branches.counts[position],
        statistics=chosen.branches.statistics[position],
    )


def _admitted_scores(
    group: Candidates,
    criterion: Criterion,
    rules: Sequence[StoppingRule],
    node: OpenNode,
    statistics: Statistics,
) -> FloatArray:
    """Scores, with minus infinity for candidates that may not compete."""
    branches = group.branches
    # A branch without samples is no branch: the split would not divide the node.
    allowed = (branches.counts > 0).all(axis=1)
    weights = statistics.weight(branches.statistics)
    for rule in rules:
        allowed &= rule.admits(node, branches.counts, weights)
    scores = np.full(len(branches), -np.inf)
    if allowed.any():
        scores[allowed] = group.share * criterion.score(group.parent, branches.statistics[allowed])
    return scores


def rank_choices(choices: Sequence[Choice], impurity: float) -> list[Choice]:
    """The best choices of each feature, best first; equals in the order of features."""
    remaining = sorted(choices, key=lambda choice: choice.feature)
    ranked: list[Choice] = []
    while remaining:
        best = max(choice.merit for choice in remaining)
        floor = best - tie_tolerance(best, impurity)
        equals = [choice for choice in remaining if choice.merit >= floor]
        winner = equals[0]
        remaining.remove(winner)
        ranked.append(replace(winner, is_tie=winner.is_tie or len(equals) > 1))
    return ranked
