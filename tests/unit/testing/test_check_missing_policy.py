"""The check of missing policies: ours pass, and each kind of mistake is named."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum.missing import KNOWN, Branch, Direction, Majority
from arboretum.testing import check_missing_policy


@pytest.mark.parametrize("name", KNOWN)
def test_our_policies_pass(name):
    check_missing_policy(KNOWN[name]())


class Changed(Direction):
    """Direction with every group of candidates changed by ``change``."""

    def complete(self, proposals, table, parent, column, statistics):
        for candidates in super().complete(proposals, table, parent, column, statistics):
            yield self.change(candidates)


class Loses(Changed):
    def complete(self, proposals, table, parent, column, statistics):
        return []


class Heavy(Changed):
    def change(self, candidates):
        return replace(candidates, share=2.0)


class NoBranch(Changed):
    def change(self, candidates):
        return replace(candidates, missing_branch=candidates.missing_branch + 40)


class OnePlace(Changed):
    def change(self, candidates):
        return replace(candidates, missing_branch=candidates.missing_branch[:1])


class HalfParent(Changed):
    def change(self, candidates):
        return replace(candidates, parent=candidates.parent / 2)


class OtherPlace(Branch):
    """Counts the missing in a branch of their own, but sends them to branch 0."""

    def complete(self, proposals, table, parent, column, statistics):
        for candidates in super().complete(proposals, table, parent, column, statistics):
            yield replace(candidates, missing_branch=np.zeros_like(candidates.missing_branch))


class WithMissing(Majority):
    """Compares the branches of the known samples with all samples of the node."""

    def complete(self, proposals, table, parent, column, statistics):
        for candidates in super().complete(proposals, table, parent, column, statistics):
            yield replace(candidates, parent=parent)


MISTAKES = {
    Loses: "must not lose every proposal",
    Heavy: "share must be above 0 and at most 1",
    NoBranch: "missing_branch must be a branch",
    OnePlace: "missing_branch must have shape",
    HalfParent: "the branches must add up to parent",
    OtherPlace: "Does missing_branch say where they were counted",
    WithMissing: "Leave out the missing from both",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake):
    with pytest.raises(AssertionError, match=rf"(?s){mistake.__name__}: .*{MISTAKES[mistake]}"):
        check_missing_policy(mistake())
