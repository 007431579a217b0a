"""Splitters: where candidate splits come from, one for each kind of question."""

from arboretum.data.measured import ranks_by_mean
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.buckets import Buckets
from arboretum.splits.by_arity import ByArity
from arboretum.splits.category import Grouped, Presence
from arboretum.splits.merge import Merge
from arboretum.splits.multiway import Multiway
from arboretum.splits.subset import FixedOrder, Subset
from arboretum.splits.threshold import Threshold, midpoints

__all__ = [
    "EVERY",
    "FITTED",
    "KNOWN",
    "RECIPES",
    "Buckets",
    "ByArity",
    "Column",
    "FixedOrder",
    "Grouped",
    "Merge",
    "Multiway",
    "Presence",
    "Proposal",
    "Splitter",
    "Subset",
    "Threshold",
    "midpoints",
    "ranks_by_mean",
]

#: Splitters by short name.
KNOWN: dict[str, type[Splitter]] = {
    splitter.name: splitter
    for splitter in (Threshold, Subset, Multiway, Grouped, ByArity, Buckets, Merge)
}

#: Splitters whose parameters come from the samples: an estimator makes them.
FITTED: dict[str, type[Splitter]] = {FixedOrder.name: FixedOrder}

#: Every splitter that a tree file may name.
EVERY: dict[str, type[Splitter]] = {**KNOWN, **FITTED}

#: What ``splits="binary"``, ``"multiway"``, ``"grouped"`` and ``"by_arity"`` stand for.
RECIPES: dict[str, tuple[type[Splitter], ...]] = {
    "binary": (Threshold, Subset),
    "multiway": (Threshold, Multiway),
    "grouped": (Threshold, Grouped),
    "by_arity": (ByArity,),
}
