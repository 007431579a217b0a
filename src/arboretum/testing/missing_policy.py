"""Check a missing policy of one's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arboretum.exceptions import ArboretumError
from arboretum.missing import Candidates, Fill, MissingPolicy
from arboretum.search import Choice
from arboretum.splits import Column, Multiway, Splitter, Subset, Threshold
from arboretum.statistics import Table
from arboretum.testing.complain import calling, demand, demand_array
from arboretum.testing.part import check_part
from arboretum.testing.routed import Ground, grounds
from arboretum.tree import SPREADS, STAYS

__all__ = ["check_missing_policy"]

#: Fractions of samples add up with rounding.
ROUNDING = 1e-9

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


def _completes(policy: MissingPolicy, splitter: Splitter) -> bool:
    """Whether a policy takes the splits of a splitter; one that does not must say so."""
    try:
        policy.check_splitters([splitter])
    except ArboretumError:
        return False
    return True


def _check_ground(policy: MissingPolicy, ground: Ground) -> None:
    parent = ground.source().totals([0])[0][1]
    for column in ground.source().columns:
        table, fill = _filled(policy, column, ground)
        proposals = [
            proposal
            for splitter in SPLITTERS
            if column.feature.kind in splitter.kinds and _completes(policy, splitter)
            if (proposal := splitter.propose(table, column, ground.statistics)) is not None
        ]
        example = f"feature {column.feature.name!r}, {table.missing_count:g} samples missing"
        with calling(policy, "complete(proposals, table, parent, column, statistics)", example):
            completed = list(policy.complete(proposals, table, parent, column, ground.statistics))
        demand(bool(completed), policy, "complete() must not lose every proposal.", example)
        for candidates in completed:
            _check_candidates(policy, candidates, ground, example)
            _check_questions(_Asked(policy, candidates, fill, column, ground, example))


def _filled(policy: MissingPolicy, column: Column, ground: Ground) -> tuple[Table, Fill | None]:
    """The table of a feature, with something in place of missing values where that is the way."""
    table = ground.table(column.index)
    example = f"feature {column.feature.name!r}, bins {table.bins.tolist()}"
    with calling(policy, "fill(table, column, statistics)", example):
        fill = policy.fill(table, column, ground.statistics)
    if fill is None:
        return table, None
    codes = [*fill.of_class, fill.of_node]
    demand(
        bool(np.isin(codes, table.bins).all()),
        policy,
        f"fill() must name bins of the table, but it named {codes}.",
        example,
    )
    return (ground.table(column.index, fill.of_class) if table.missing_count else table), fill


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
        bool(((places >= SPREADS) & (places < arity)).all()),
        policy,
        f"missing_branch must be a branch, 0 to {arity - 1}, {STAYS} to stay at the node, or "
        f"{SPREADS} to go down every branch, but it holds {sorted(set(places.tolist()))}.",
        example,
    )
    demand(
        0 < candidates.share <= 1,
        policy,
        f"share must be above 0 and at most 1, but it is {candidates.share}.",
        example,
    )
    _check_parent(policy, candidates, ground, example)


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


@dataclass(frozen=True)
class _Asked:
    """Candidates of one feature, about to be asked."""

    policy: MissingPolicy
    candidates: Candidates
    fill: Fill | None
    column: Column
    ground: Ground
    example: str

    def settled(self, candidate: int) -> Choice:
        branches = self.candidates.branches
        split = self.candidates.proposal.split(
            candidate,
            branches.counts.shape[1],
            int(self.candidates.missing_branch[candidate]),
        )
        choice = Choice(
            split, 0.0, 0.0, False, branches.counts[candidate], branches.statistics[candidate]
        )
        with calling(self.policy, "settle(choice, fill, column, statistics)", self.example):
            return self.policy.settle(choice, self.fill, self.column, self.ground.statistics)


def _check_questions(asked: _Asked) -> None:
    for i, counts in enumerate(asked.candidates.branches.counts):
        choice = asked.settled(i)
        _check_shares(asked, choice)
        found = asked.ground.asked(choice.split, choice.shares)
        demand(
            bool((found >= counts * (1 - ROUNDING)).all()),
            asked.policy,
            f"candidate {i} counts {counts.tolist()} samples in its branches, but asking "
            f"{choice.split!r} sends {found.tolist()}. Does missing_branch say where they were "
            "counted?",
            asked.example,
        )


def _check_shares(asked: _Asked, choice: Choice) -> None:
    if choice.shares is None:
        demand(
            choice.split.missing_branch != SPREADS,
            asked.policy,
            f"missing_branch is {SPREADS}, every branch, but settle() gave no shares.",
            asked.example,
        )
        return
    demand(
        choice.shares.shape[1] == choice.split.arity
        and bool((choice.shares >= 0).all())
        and np.allclose(choice.shares.sum(axis=1), 1.0),
        asked.policy,
        f"each row of shares must be {choice.split.arity} parts of 1, but they are "
        f"{choice.shares.tolist()}.",
        asked.example,
    )
