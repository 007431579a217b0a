"""A node that may still be split, and the splits that a search finds there."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.statistics import Statistics
from arboretum.tree import Split

__all__ = ["Choice", "OpenNode", "OpenSplit", "Searched"]

FloatArray = npt.NDArray[np.float64]

#: Of a decimal logarithm.
BITS_PER_DIGIT = math.log2(10)


@dataclass(frozen=True, eq=False)
class OpenNode:
    """A node that may still be split, as the parts see it.

    ``value`` is what it would predict as a leaf; ``root_weight`` is the weight
    of all training samples; ``key`` is a number that depends on the place of the
    node in the tree alone, to seed what is random; ``asked`` are the features
    asked on the way here.
    """

    id: int
    depth: int
    n_samples: float
    weight: float
    impurity: float
    statistics: FloatArray
    value: FloatArray
    is_constant: bool
    root_weight: float
    key: int = 0
    asked: frozenset[int] = frozenset()


@dataclass(frozen=True, eq=False)
class Choice:
    """The best split of one feature at one node.

    ``merit`` is what features are ranked by: the score, or what the feature's
    cost makes of it.  ``n_candidates`` is how many admissible candidates of one
    proposal this is the best of, and ``most_bits`` what names it at most;
    ``log_trials`` is the decimal logarithm of the number of ways in which that
    proposal could have been made.  ``shares`` (one row per class, or one for all) is
    what share of a training sample that cannot answer goes down each branch; None
    if all of it goes down the split's missing branch.
    """

    split: Split
    score: float
    merit: float
    is_tie: bool
    counts: FloatArray
    statistics: FloatArray
    n_candidates: int = 1
    most_bits: float = math.inf
    log_trials: float = 0.0
    shares: FloatArray | None = None

    @property
    def column(self) -> int:
        return self.split.column

    @property
    def bits(self) -> float:
        """What it takes to name this question among all that its feature could have asked."""
        return min(math.log2(self.n_candidates), self.most_bits) + self.log_trials * BITS_PER_DIGIT


@dataclass(frozen=True, eq=False)
class OpenSplit:
    """What a node would be split by, and the best splits of the other features, best first."""

    node: OpenNode
    choice: Choice
    others: list[Choice]


@dataclass(frozen=True, eq=False)
class Searched:
    """The search that found a split, as a rule that tests the split sees it.

    Attributes
    ----------
    n_found : int
        How many features offered a split at the node.
    statistics : Statistics
        What was counted.
    n_as_good : of a choice, a seed and a number n
        How often the same search finds a split of as much merit, after shuffling the targets
        of the node in n ways.
    """

    n_found: int
    statistics: Statistics
    n_as_good: Callable[[Choice, int, int], int]
