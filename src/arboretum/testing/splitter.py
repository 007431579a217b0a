"""Check a splitter of one's own."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from arboretum.data import Kind
from arboretum.exceptions import ArboretumError
from arboretum.splits import Column, Proposal, Splitter
from arboretum.statistics import Branches, Table
from arboretum.testing.complain import calling, demand
from arboretum.testing.part import check_part
from arboretum.testing.routed import Ground, grounds
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
    check_part(splitter, Splitter)
    kinds = getattr(splitter, "kinds", ())
    demand(
        isinstance(kinds, tuple) and bool(kinds) and set(kinds) <= set(get_args(Kind)),
        splitter,
        f"the class attribute 'kinds' must be a tuple of {', '.join(get_args(Kind))}, "
        f"but it is {kinds!r}.",
    )
    n_proposals = sum(
        _check_column(splitter, ground, column)
        for has_missing in (False, True)
        for ground in grounds(has_missing=has_missing)
        for column in ground.source().columns
        if column.feature.kind in kinds
    )
    demand(
        n_proposals > 0,
        splitter,
        f"it proposed nothing for any feature of kind {' or '.join(kinds)}, each with "
        "several values and 60 samples.",
    )


def _check_column(splitter: Splitter, ground: Ground, column: Column) -> bool:
    """Check the proposal for one feature; False if there is none."""
    table = ground.table(column.index)
    example = f"{column.feature.kind} feature {column.feature.name!r} with {table.n_bins} bins"
    try:
        splitter.check(column, ground.statistics)
    except ArboretumError:
        return False  # it says itself that it cannot
    before = table.statistics.copy()
    with calling(splitter, "propose(table, column, statistics)", example):
        proposal = splitter.propose(table, column, ground.statistics)
        again = splitter.propose(ground.table(column.index), column, ground.statistics)
    demand(
        np.array_equal(table.statistics, before), splitter, "it must not change the table.", example
    )
    if proposal is None:
        return False
    _check_proposal(splitter, proposal, table, example)
    seen = proposal.seen(table)
    demand(
        again is not None
        and np.array_equal(again.branches(seen).counts, proposal.branches(seen).counts),
        splitter,
        "the same table must give the same proposal each time.",
        example,
    )
    _check_questions(splitter, proposal, ground, column, example)
    return True


def _check_proposal(splitter: Splitter, proposal: Proposal, table: Table, example: str) -> None:
    demand(
        isinstance(proposal, Proposal),
        splitter,
        f"propose must return a Proposal or None, but it returned {type(proposal).__name__}.",
        example,
    )
    arity, n = proposal.arity, len(proposal)
    demand(arity >= 2, splitter, f"a split has 2 branches or more, not {arity}.", example)
    demand(n > 0, splitter, "return None where there is no candidate.", example)
    with calling(splitter, "seen(table)", example):
        seen = proposal.seen(table)
    known, everything = seen.counts.sum(), table.counts.sum() + table.missing_count
    for missing_branch, n_branches, n_samples in (
        (None, arity, known),
        (0, arity, everything),
        (arity, arity + 1, everything),
    ):
        call = f"branches(table, missing_branch={missing_branch})"
        with calling(splitter, call, example):
            branches = proposal.branches(seen, missing_branch)
        shape = (n, n_branches)
        _check_branches(splitter, branches, shape, n_samples, call, example)


def _check_branches(
    splitter: Splitter,
    branches: Branches,
    shape: tuple[int, int],
    n_samples: float,
    call: str,
    example: str,
) -> None:
    found = branches.counts.shape, branches.statistics.shape[:2]
    demand(
        found == (shape, shape),
        splitter,
        f"{call} must give counts and statistics of {shape[0]} candidates with {shape[1]} "
        f"branches, but their shapes begin with {found[0]} and {found[1]}.",
        example,
    )
    totals = branches.counts.sum(axis=1)
    demand(
        bool(np.allclose(totals, n_samples)),
        splitter,
        f"{call} must put each of {n_samples:g} samples into exactly one branch, "
        f"but the branches of one candidate hold {totals[np.argmax(totals != n_samples)]:g}.",
        example,
    )


def _check_questions(
    splitter: Splitter, proposal: Proposal, ground: Ground, column: Column, example: str
) -> None:
    seen = proposal.seen(ground.table(column.index))
    promised = proposal.branches(seen, missing_branch=0).counts
    for i in range(len(proposal)):
        with calling(splitter, f"split({i}, {proposal.arity}, 0)", example):
            split: Any = proposal.split(i, proposal.arity, 0)
        demand(
            isinstance(split, Split)
            and (split.column, split.arity, split.missing_branch)
            == (column.index, proposal.arity, 0),
            splitter,
            f"split({i}, {proposal.arity}, 0) must be a Split of feature {column.index} with "
            f"arity {proposal.arity} and missing_branch 0, but it is {split!r}.",
            example,
        )
        with calling(splitter, f"asking {split!r}", example):
            found = ground.asked(split)
        demand(
            np.array_equal(found, promised[i]),
            splitter,
            f"candidate {i} promises {promised[i].tolist()} samples in its branches, but asking "
            f"{split!r} sends {found.tolist()}.",
            example,
        )
