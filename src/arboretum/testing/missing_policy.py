"""Check a missing policy of one's own."""

from __future__ import annotations

import numpy as np

from arboretum.exceptions import ArboretumError
from arboretum.missing import Candidates, MissingPolicy
from arboretum.splits import Multiway, Proposal, Splitter, Subset, Threshold
from arboretum.testing.complain import calling, demand, demand_array
from arboretum.testing.part import check_part
from arboretum.testing.routed import Ground, grounds
from arboretum.tree import STAYS

__all__ = ["check_missing_policy"]

SPLITTERS: tuple[Splitter, ...] = (Threshold(), Subset(), Multiway())


def check_missing_policy(policy: MissingPolicy) -> None:
    """Tell the author of a missing policy what is wrong with it.

    Raises
    ------
    AssertionError
        Names the policy, what was expected, and an example.

    Examples
    --------
    >>> from arboretum.missing import Direction
    >>> check_missing_policy(Direction())
    """
    check_part(policy, MissingPolicy)
    for ground in grounds(has_missing=False):
        with calling(policy, "check_training(dataset) of complete data"):
            policy.check_training(ground.dataset)
        _check_ground(policy, ground)
    for ground in grounds(has_missing=True):
        if _accepts(policy, ground):
            _check_ground(policy, ground)


def _accepts(policy: MissingPolicy, ground: Ground) -> bool:
    """Whether a policy takes data with missing values; one that does not must say so."""
    try:
        policy.check_training(ground.dataset)
    except ArboretumError:
        return False
    return True


def _check_ground(policy: MissingPolicy, ground: Ground) -> None:
    parent = ground.source().totals([0])[0][1]
    for column in ground.source().columns:
        table = ground.table(column.index)
        proposals = [
            proposal
            for splitter in SPLITTERS
            if column.feature.kind in splitter.kinds
            if (proposal := splitter.propose(table, column, ground.statistics)) is not None
        ]
        example = f"feature {column.feature.name!r}, {table.missing_count:g} samples missing"
        with calling(policy, "complete(proposals, table, parent, feature, statistics)", example):
            completed = list(
                policy.complete(proposals, table, parent, column.index, ground.statistics)
            )
        demand(bool(completed), policy, "complete() must not lose every proposal.", example)
        for candidates in completed:
            _check_candidates(policy, candidates, ground, example)


def _check_candidates(
    policy: MissingPolicy, candidates: Candidates, ground: Ground, example: str
) -> None:
    demand(
        isinstance(candidates, Candidates),
        policy,
        f"complete() must give Candidates, but it gave {type(candidates).__name__}.",
        example,
    )
    n, arity = len(candidates.proposal), candidates.branches.counts.shape[1]
    demand(
        len(candidates.branches) == n,
        policy,
        f"the proposal has {n} candidates, but branches has {len(candidates.branches)}.",
        example,
    )
    places = demand_array(candidates.missing_branch, (n,), policy, "missing_branch", example)
    demand(
        bool(((places >= STAYS) & (places < arity)).all()),
        policy,
        f"missing_branch must be a branch, 0 to {arity - 1}, or {STAYS} to stay at the node, "
        f"but it holds {sorted(set(places.tolist()))}.",
        example,
    )
    demand(
        0 < candidates.share <= 1,
        policy,
        f"share must be above 0 and at most 1, but it is {candidates.share}.",
        example,
    )
    _check_parent(policy, candidates, ground, example)
    _check_questions(policy, candidates, ground, example)


def _check_parent(
    policy: MissingPolicy, candidates: Candidates, ground: Ground, example: str
) -> None:
    whole = float(ground.statistics.weight(candidates.parent))
    parts = ground.statistics.weight(candidates.branches.statistics).sum(axis=1)
    demand(
        bool(np.allclose(parts, whole)),
        policy,
        f"the branches must add up to parent, but parent weighs {whole:g} and the branches of a "
        f"candidate {parts[np.argmax(np.abs(parts - whole))]:g}. Leave out the missing from both "
        "or from neither.",
        example,
    )


def _check_questions(
    policy: MissingPolicy, candidates: Candidates, ground: Ground, example: str
) -> None:
    counts = candidates.branches.counts
    proposal: Proposal = candidates.proposal
    for i, place in enumerate(candidates.missing_branch):
        split = proposal.split(i, counts.shape[1], int(place))
        found = ground.asked(split)
        demand(
            bool((found >= counts[i]).all()),
            policy,
            f"candidate {i} counts {counts[i].tolist()} samples in its branches, but asking "
            f"{split!r} sends {found.tolist()}. Does missing_branch say where they were counted?",
            example,
        )
