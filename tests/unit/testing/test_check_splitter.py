"""The check of splitters: ours pass, and each kind of mistake is named."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest

from arboretum.splits import Buckets, Multiway, Splitter, Subset, Threshold, midpoints
from arboretum.splits.threshold import Cuts
from arboretum.testing import check_splitter


@pytest.mark.parametrize(
    "splitter",
    [
        Threshold(),
        Subset(),
        Subset(search="ordered"),
        Subset(search="exhaustive"),
        Subset(min_samples_category=10),
        Multiway(),
        Buckets(),
        Buckets(method="width", n=3),
        Buckets(method="mdl"),
    ],
    ids=repr,
)
def test_our_splitters_pass(splitter):
    check_splitter(splitter)


class MiddleOnly(Splitter):
    """One's own splitter: the cut nearest to the middle of the samples."""

    kinds = ("numeric",)

    def propose(self, table, column, statistics):
        reached = np.cumsum(table.counts)[:-1]
        middle = int(np.argmin(np.abs(reached - table.counts.sum() / 2)))
        return Middle(column.index, midpoints(column.values[table.bins])[[middle]], middle)


@dataclass(frozen=True, eq=False)
class Middle(Cuts):
    def __init__(self, feature, thresholds, middle):
        super().__init__(feature, thresholds)
        object.__setattr__(self, "middle", middle)

    def branches(self, table, missing_branch=None):
        every = table.cuts(missing_branch=missing_branch)
        chosen = slice(self.middle, self.middle + 1)
        return replace(every, counts=every.counts[chosen], statistics=every.statistics[chosen])


def test_a_splitter_of_ones_own_passes():
    check_splitter(MiddleOnly())


class NoKinds(Threshold):
    kinds = ("number",)


class Nothing(Threshold):
    def propose(self, table, column, statistics):
        return None


class Listed(Threshold):
    def propose(self, table, column, statistics):
        return [1, 2]


class Random(Threshold):
    counter = 0

    def propose(self, table, column, statistics):
        Random.counter += 1
        order = np.roll(np.arange(table.n_bins), Random.counter)
        return Shuffled(column.index, midpoints(column.values[table.bins]), order)


@dataclass(frozen=True, eq=False)
class Shuffled(Cuts):
    def __init__(self, feature, thresholds, order):
        super().__init__(feature, thresholds)
        object.__setattr__(self, "order", order)

    def branches(self, table, missing_branch=None):
        return table.cuts(self.order, missing_branch)


class OffByOne(Threshold):
    """The threshold is the upper value, which the question sends to branch 0."""

    def propose(self, table, column, statistics):
        return Cuts(column.index, column.values[table.bins][1:])


class Loses(Threshold):
    def propose(self, table, column, statistics):
        return Losing(column.index, midpoints(column.values[table.bins]))


class Losing(Cuts):
    def branches(self, table, missing_branch=None):
        return super().branches(table)


class Writes(Threshold):
    def propose(self, table, column, statistics):
        table.statistics[:] = 0.0
        return super().propose(table, column, statistics)


MISTAKES = {
    NoKinds: "'kinds' must be a tuple of numeric, ordered, categorical",
    Nothing: "it proposed nothing for any feature",
    Listed: "must return a Proposal or None, but it returned list",
    Random: "the same table must give the same proposal",
    OffByOne: "promises .* but asking Split",
    Loses: r"missing_branch=\d\) must",
    Writes: "must not change the table",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake):
    with pytest.raises(AssertionError, match=rf"(?s){mistake.__name__}: .*{MISTAKES[mistake]}"):
        check_splitter(mistake())
