"""Check a custom missing policy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arboretum.missing import Candidates, Fill, MissingPolicy
from arboretum.search import Choice
from arboretum.splits import Column, Multiway, Splitter, Subset, Threshold
from arboretum.statistics import Table
from arboretum.testing.samples import Ground, grounds
from arboretum.testing.trial import Trial, accepts, on_trial
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
    trial = on_trial(policy, MissingPolicy)
    for ground in grounds(has_missing=False):
        with trial.calling("check_training(dataset) of complete data"):
            policy.check_training(ground.dataset)
        _check_ground(trial, ground)
    for ground in grounds(has_missing=True):
        if accepts(policy.check_training, ground.dataset):
            _check_ground(trial, ground)


def _check_ground(trial: Trial[MissingPolicy], ground: Ground) -> None:
    policy, statistics = trial.part, ground.statistics
    parent = ground.source().totals([0])[0][1]
    for column in ground.source().columns:
        table, fill = _filled(trial, column, ground)
        proposals = [
            proposal
            for splitter in SPLITTERS
            if column.feature.kind in splitter.kinds and accepts(policy.check_splitters, [splitter])
            if (proposal := splitter.propose(table, column, statistics)) is not None
        ]
        missing = f"{table.missing_count:g} samples missing"
        tried = trial.on(f"feature {column.feature.name!r}, {missing}")
        with tried.calling("complete(proposals, table, parent, column, statistics)"):
            completed = list(policy.complete(proposals, table, parent, column, statistics))
        tried.demand(completed, "complete() must not lose every proposal.")
        for candidates in completed:
            asked = _Asked(tried, candidates, fill, column, ground)
            asked.check_candidates()
            asked.check_questions()


def _filled(
    trial: Trial[MissingPolicy], column: Column, ground: Ground
) -> tuple[Table, Fill | None]:
    """The table of a feature, with something in place of missing values where that is the way."""
    table = ground.table(column.index)
    trial = trial.on(f"feature {column.feature.name!r}, bins {table.bins.tolist()}")
    with trial.calling("fill(table, column, statistics)"):
        fill = trial.part.fill(table, column, ground.statistics)
    if fill is None:
        return table, None
    codes = [*fill.of_class, fill.of_node]
    trial.demand(
        np.isin(codes, table.bins).all(),
        f"fill() must name bins of the table, but it named {codes}.",
    )
    return (ground.table(column.index, fill.of_class) if table.missing_count else table), fill


@dataclass(frozen=True)
class _Asked:
    """Candidates of one feature, about to be asked."""

    trial: Trial[MissingPolicy]
    candidates: Candidates
    fill: Fill | None
    column: Column
    ground: Ground

    def check_candidates(self) -> None:
        candidates, demand = self.candidates, self.trial.demand
        demand(
            isinstance(candidates, Candidates),
            f"complete() must give Candidates, but it gave {type(candidates).__name__}.",
        )
        n, arity = len(candidates.proposal), candidates.branches.counts.shape[1]
        demand(
            len(candidates.branches) == n,
            f"the proposal has {n} candidates, but branches has {len(candidates.branches)}.",
        )
        places = self.trial.array(candidates.missing_branch, (n,), "missing_branch")
        demand(
            ((places >= SPREADS) & (places < arity)).all(),
            f"missing_branch must be a branch, 0 to {arity - 1}, {STAYS} to stay at the node, or "
            f"{SPREADS} to go down every branch, but it holds {sorted(set(places.tolist()))}.",
        )
        demand(
            0 < candidates.share <= 1,
            f"share must be above 0 and at most 1, but it is {candidates.share}.",
        )
        weight = self.ground.statistics.weight
        whole = float(weight(candidates.parent))
        parts = weight(candidates.branches.statistics).sum(axis=1)
        demand(
            np.allclose(parts, whole),
            f"the branches must add up to parent, but parent weighs {whole:g} and the branches of "
            f"a candidate {parts[np.argmax(np.abs(parts - whole))]:g}. Leave out the missing from "
            "both or from neither.",
        )

    def check_questions(self) -> None:
        for i, counts in enumerate(self.candidates.branches.counts):
            choice = self._settled(i)
            self._check_shares(choice)
            found = self.ground.asked(choice.split, choice.shares)
            self.trial.demand(
                (found >= counts * (1 - ROUNDING)).all(),
                f"candidate {i} counts {counts.tolist()} samples in its branches, but asking "
                f"{choice.split!r} sends {found.tolist()}. Does missing_branch say where they were "
                "counted?",
            )

    def _settled(self, i: int) -> Choice:
        branches, statistics = self.candidates.branches, self.ground.statistics
        missing_branch = int(self.candidates.missing_branch[i])
        split = self.candidates.proposal.split(i, branches.counts.shape[1], missing_branch)
        choice = Choice(split, 0.0, 0.0, False, branches.counts[i], branches.statistics[i])
        with self.trial.calling("settle(choice, fill, column, statistics)"):
            return self.trial.part.settle(choice, self.fill, self.column, statistics)

    def _check_shares(self, choice: Choice) -> None:
        arity, shares = choice.split.arity, choice.shares
        if shares is None:
            self.trial.demand(
                choice.split.missing_branch != SPREADS,
                f"missing_branch is {SPREADS}, every branch, but settle() gave no shares.",
            )
            return
        self.trial.demand(
            shares.shape[1] == arity and (shares >= 0).all() and np.allclose(shares.sum(axis=1), 1),
            f"each row of shares must be {arity} parts of 1, but they are {shares.tolist()}.",
        )
