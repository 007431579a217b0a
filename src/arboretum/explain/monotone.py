"""Trees that only ever predict a later class as a feature grows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import NamedTuple

import numpy as np

from arboretum.data import MISSING, Dataset
from arboretum.tree import Split, Tree

__all__ = ["Monotone"]


class Leaf(NamedTuple):
    """What reaches a leaf: of each feature the values, as bits; the first is a missing one."""

    values: tuple[int, ...]
    decision: int


class Monotone:
    """Looks whether trees of classes are monotone, in samples of the values that a dataset has.

    Of two samples that differ in one feature alone, that with the larger value must not be given
    an earlier class, or a later one where the direction is -1.

    Parameters
    ----------
    dataset : Dataset
    directions : mapping from the position of a feature to 1 or -1
    """

    def __init__(self, dataset: Dataset, directions: Mapping[int, int]) -> None:
        self.directions = directions
        self.values = [_values(dataset, f) for f in range(dataset.schema.n_features)]
        self.all = tuple(
            (1 << len(values)) - (1 if n_missing else 2)
            for values, n_missing in zip(self.values, dataset.n_missing, strict=True)
        )
        self.known: dict[tuple[Split, int], int] = {}

    def takes(self, tree: Tree) -> bool:
        """Whether a tree is monotone."""
        leaves = list(self._leaves(tree, 0, self.all))
        return not any(
            self._contradict(low, high, feature)
            for low, high in permutations(leaves, 2)
            for feature, direction in self.directions.items()
            if direction * (low.decision - high.decision) > 0
        )

    def _leaves(self, tree: Tree, node: int, values: tuple[int, ...]) -> Iterator[Leaf]:
        split = tree.splits[node]
        if split is None:
            yield Leaf(values, int(tree.decisions[node, 0]))
            return
        f = split.column
        for branch, child in enumerate(tree.children(node).tolist()):
            inside = values[f] & self._down(split, branch)
            yield from self._leaves(tree, child, (*values[:f], inside, *values[f + 1 :]))

    def _down(self, split: Split, branch: int) -> int:
        """The values of a feature that take a branch."""
        key = split, branch
        if key not in self.known:
            takes = (split.branch(value) == branch for value in self.values[split.column])
            self.known[key] = sum(1 << place for place, is_so in enumerate(takes) if is_so)
        return self.known[key]

    @staticmethod
    def _contradict(low: Leaf, high: Leaf, feature: int) -> bool:
        """Whether a sample of one leaf becomes one of the other as a feature grows."""
        for f, (one, other) in enumerate(zip(low.values, high.values, strict=True)):
            if f != feature and not one & other:
                return False
        below, above = low.values[feature] & ~1, high.values[feature] & ~1
        return below > 0 and above > 0 and (below & -below).bit_length() < above.bit_length()


def _values(dataset: Dataset, f: int) -> list[float | int]:
    """A missing value, whether it occurs or not, and the others in ascending order."""
    known = np.unique(np.asarray(dataset.columns[f])[~dataset.is_missing(f)])
    if dataset.schema.features[f].kind == "categorical":
        return [MISSING, *(int(code) for code in known)]
    return [math.nan, *(float(value) for value in known)]
