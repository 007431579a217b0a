"""Missing values go down every branch, in part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

import numpy as np

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.missing.base import (
    Candidates,
    Fill,
    FloatArray,
    MissingPolicy,
    complete_known,
)
from arboretum.part import Spec
from arboretum.search import Choice
from arboretum.splits import Column, Proposal
from arboretum.statistics import Statistics, Table
from arboretum.tree import SPREADS

__all__ = ["Fractional"]


class Fractional(MissingPolicy):
    """Sends a sample that cannot answer down every branch, with a share of its weight.

    A split is scored on the known samples, and the score is multiplied by the
    share of the weight that is known; the gain ratio counts the others as one
    more branch (Quinlan 1993, 3.2).  A sample without a value then goes down
    every branch by that branch's share of the known weight, so that nodes hold
    fractions of samples.  A prediction is the average over all leaves it
    reaches.  Sizes such as ``min_samples_leaf`` count those fractions of the
    known samples.

    Parameters
    ----------
    by_class : bool
        In training the shares are those among known samples of the same
        class; where none is known, of all.  A later sample has no class yet: its
        shares are the weights of the children.
    """

    name = "fractional"
    unanswered = "left out and counted"
    makes_fractions: ClassVar[bool] = True

    def __init__(self, by_class: bool = False) -> None:
        self.by_class = by_class

    def native(self) -> Spec:
        return self.spec(fast=True)

    def check_training(self, dataset: Dataset) -> None:
        targets = dataset.schema.targets
        if self.by_class and (len(targets) != 1 or not targets[0].is_nominal):
            raise UnsupportedCombination(
                "Fractional(by_class=True) shares samples out by their class, but there is "
                f"{'no single target' if len(targets) != 1 else 'a numeric target'}. "
                "Use by_class=False."
            )

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        scored = complete_known(proposal, table, parent, statistics)
        scored = replace(scored, missing_branch=np.full(len(proposal), SPREADS))
        if table.missing_count == 0:
            return [replace(scored, share=1.0)]
        left_out = statistics.weight(parent) - statistics.weight(scored.parent)
        return [replace(scored, left_out=max(0.0, float(left_out)))]

    def settle(
        self, choice: Choice, fill: Fill | None, column: Column, statistics: Statistics
    ) -> Choice:
        known = statistics.weight(choice.statistics)
        arity, weight = len(known), known.sum()
        shares = (known / weight if weight > 0 else np.full(arity, 1 / arity))[None, :]
        if self.by_class:
            of_class = choice.statistics.sum(axis=0)[:, None]
            overall = np.repeat(shares, len(of_class), axis=0)
            shares = np.divide(choice.statistics.T, of_class, out=overall, where=of_class > 0)
        return replace(choice, shares=shares)
