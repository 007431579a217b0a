"""Samples without a value are asked something else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing.base import Fill, FloatArray, weighs_as_much
from arboretum.missing.one_branch import Majority
from arboretum.part import Spec, is_whole
from arboretum.search import Choice
from arboretum.splits import Column, Splitter
from arboretum.statistics import Statistics
from arboretum.tree import STAYS, SurrogateSplit, Tree

__all__ = ["Surrogate"]


class Surrogate(Majority):
    """Asks the other features that sort samples most like the one that is missing.

    Splits are scored on the known values, times the share that is known.  Each
    split then gets *surrogates*: of every other feature the question that
    sends most weight the same way, if that is more than sending all samples
    down the heavier branch would.  A sample without a value is asked these, in
    the order of their agreement, until it has an answer (Breiman et al. 1984,
    5.3).  Trees, agreements and paths are those of R's rpart.

    Parameters
    ----------
    max_surrogates : int
        How many a node keeps (rpart's ``maxsurrogate``).
    use : {2, 1, 0}
        What a sample does whose value is missing (``usesurrogate``).  With 2
        it is asked the surrogates; if all of those are missing too, it goes
        down the branch that more went, and stays at the node if that is no
        branch.  With 1 it stays if all are missing, with 0 it stays at once.
        Samples that stay are in no child and are predicted by the node.
    style : {0, 1}
        What agreement is a share of (``surrogatestyle``): of all samples that
        answer the split (0), or of those that answer the surrogate as well (1).

    Notes
    -----
    "More went" is the larger weight that answered the split in training, by more
    than rounding; for later samples it is the child with more samples.  Where no surrogates are
    looked for, training samples without a value stay, and only later ones
    follow.  rpart does it so.
    """

    name = "surrogate"
    unanswered = "left out"

    def __init__(self, max_surrogates: int = 5, use: int = 2, style: int = 0) -> None:
        self.max_surrogates = max_surrogates
        self.use = use
        self.style = style

    def native(self) -> Spec:
        return self.spec(fast=True, fast_missing=True)

    def check_splitters(self, splitters: Sequence[Splitter]) -> None:
        self._check_numbers()
        for splitter in splitters:
            if not splitter.is_binary:
                raise UnsupportedCombination(
                    f"missing='surrogate' looks for questions that split samples in two as the "
                    f"node does, but {type(splitter).__name__} makes splits of any number of "
                    "branches. Use splits='binary', or another policy such as missing='direction'."
                )

    def _check_numbers(self) -> None:
        limits = {"max_surrogates": None, "use": (0, 1, 2), "style": (0, 1)}
        for name, allowed in limits.items():
            value = getattr(self, name)
            if not is_whole(value) or value < 0 or (allowed is not None and value not in allowed):
                wanted = "a whole number from 0 up" if allowed is None else f"one of {allowed}"
                raise ParameterError(f"Surrogate({name}={value!r}) must be {wanted}.")

    def settle(
        self, choice: Choice, fill: Fill | None, column: Column, statistics: Statistics
    ) -> Choice:
        branch = STAYS
        if self.use == 2 and self.max_surrogates > 0:
            (branch,) = _larger_of_two(statistics.weight(choice.statistics)[None]).tolist()
        return replace(choice, split=replace(choice.split, missing_branch=branch))

    def to_ask(self, surrogates: Sequence[SurrogateSplit]) -> Sequence[SurrogateSplit]:
        return surrogates if self.use > 0 else ()

    def after_growth(self, tree: Tree) -> Tree:
        missing_branch = tree.splits.missing_branch.copy()
        inner = np.flatnonzero(~tree.is_leaf)
        missing_branch[inner] = STAYS
        if self.use == 2:
            first = tree.child_start[inner]
            children = tree.children_flat[np.stack([first, first + 1], axis=1)]
            missing_branch[inner] = _larger_of_two(tree.n_samples[children])
        splits = tree.splits.with_missing_branch(missing_branch)
        if tree.surrogates is None:
            return replace(tree, splits=splits)
        surrogates = replace(tree.surrogates, are_asked=self.use > 0)
        return replace(tree, splits=splits, surrogates=surrogates)


def _larger_of_two(sizes: FloatArray) -> np.ndarray:
    """The branch of the larger of two sizes; of equal ones none."""
    first, second = sizes.T
    are_equal = weighs_as_much(first, second) & weighs_as_much(second, first)
    return np.where(are_equal, STAYS, np.where(first > second, 0, 1))
