"""Check a custom splitter."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import numpy as np

from arboretum.data import Kind
from arboretum.splits import Column, Proposal, Splitter
from arboretum.statistics import Branches, Table
from arboretum.testing.samples import Ground, grounds
from arboretum.testing.trial import Trial, accepts, on_trial
from arboretum.tree import Split

__all__ = ["check_splitter"]


def check_splitter(splitter: Splitter) -> None:
    """Tell the author of a splitter what is wrong with it.

    Every proposed split is asked of the samples; what arrives in the branches
    must be what the proposal promised.

    Raises
    ------
    AssertionError
        Names the splitter, what was expected, and an example.

    Examples
    --------
    >>> from arboretum.splits import Threshold
    >>> check_splitter(Threshold())
    """
    trial = on_trial(splitter, Splitter)
    kinds = getattr(splitter, "kinds", ())
    trial.demand(
        isinstance(kinds, tuple) and kinds and set(kinds) <= set(get_args(Kind)),
        f"the class attribute 'kinds' must be a tuple of {', '.join(get_args(Kind))}, "
        f"but it is {kinds!r}.",
    )
    n_proposals = sum(
        _check_column(trial, ground, column)
        for has_missing in (False, True)
        for ground in grounds(has_missing=has_missing)
        for column in ground.source().columns
        if column.feature.kind in kinds
    )
    trial.demand(
        n_proposals > 0,
        f"it proposed nothing for any feature of kind {' or '.join(kinds)}, each with "
        "several values and 60 samples.",
    )


def _check_column(trial: Trial[Splitter], ground: Ground, column: Column) -> bool:
    """Check the proposal for one feature; False if there is none."""
    trial = replace(trial, part=trial.part.fitted(ground.dataset))
    splitter, table, feature = trial.part, ground.table(column.index), column.feature
    if not accepts(lambda statistics: splitter.check(column, statistics), ground.statistics):
        return False
    trial = trial.on(f"{feature.kind} feature {feature.name!r} with {table.n_bins} bins")
    before = table.statistics.copy()
    with trial.calling("propose(table, column, statistics)"):
        proposal = splitter.propose(table, column, ground.statistics)
        again = splitter.propose(ground.table(column.index), column, ground.statistics)
    trial.demand(np.array_equal(table.statistics, before), "it must not change the table.")
    if proposal is None:
        return False
    _check_proposal(trial, proposal, table)
    seen = proposal.seen(table)
    trial.demand(
        again is not None
        and np.array_equal(again.branches(seen).counts, proposal.branches(seen).counts),
        "the same table must give the same proposal each time.",
    )
    _check_questions(trial, proposal, ground, column)
    return True


def _check_proposal(trial: Trial[Splitter], proposal: Proposal, table: Table) -> None:
    trial.demand(
        isinstance(proposal, Proposal),
        f"propose must return a Proposal or None, but it returned {type(proposal).__name__}.",
    )
    arity, n = proposal.arity, len(proposal)
    trial.demand(arity >= 2, f"a split has 2 branches or more, not {arity}.")
    trial.demand(n > 0, "return None where there is no candidate.")
    with trial.calling("seen(table)"):
        seen = proposal.seen(table)
    known, everything = seen.counts.sum(), table.counts.sum() + table.missing_count
    for missing_branch, n_branches, n_samples in (
        (None, arity, known),
        (0, arity, everything),
        (arity, arity + 1, everything),
    ):
        call = f"branches(table, missing_branch={missing_branch})"
        with trial.calling(call):
            branches = proposal.branches(seen, missing_branch)
        _check_branches(trial, branches, (n, n_branches), n_samples, call)


def _check_branches(
    trial: Trial[Splitter], branches: Branches, shape: tuple[int, int], n_samples: float, call: str
) -> None:
    found = branches.counts.shape, branches.statistics.shape[:2]
    trial.demand(
        found == (shape, shape),
        f"{call} must give counts and statistics of {shape[0]} candidates with {shape[1]} "
        f"branches, but their shapes begin with {found[0]} and {found[1]}.",
    )
    totals = branches.counts.sum(axis=1)
    trial.demand(
        np.allclose(totals, n_samples),
        f"{call} must put each of {n_samples:g} samples into exactly one branch, "
        f"but the branches of one candidate hold {totals[np.argmax(totals != n_samples)]:g}.",
    )


def _check_questions(
    trial: Trial[Splitter], proposal: Proposal, ground: Ground, column: Column
) -> None:
    seen = proposal.seen(ground.table(column.index))
    promised = proposal.branches(seen, missing_branch=0).counts
    for i in range(len(proposal)):
        call = f"split({i}, {proposal.arity}, 0)"
        with trial.calling(call):
            split: Any = proposal.split(i, proposal.arity, 0)
        expected = (column.index, proposal.arity, 0)
        trial.demand(
            isinstance(split, Split)
            and (split.column, split.arity, split.missing_branch) == expected,
            f"{call} must be a Split of feature {column.index} with "
            f"arity {proposal.arity} and missing_branch 0, but it is {split!r}.",
        )
        with trial.calling(f"asking {split!r}"):
            found = ground.asked(split)
        trial.demand(
            np.array_equal(found, promised[i]),
            f"candidate {i} promises {promised[i].tolist()} samples in its branches, but asking "
            f"{split!r} sends {found.tolist()}.",
        )
