"""Which of the near-optimal trees are wanted, and what their questions are called."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.optimal.near_trees import NearTrees

__all__ = ["Names", "Wanted", "names_of"]

#: The core tells so many features apart.
MOST_FEATURES = 64


@dataclass(frozen=True)
class Wanted:
    """What a tree must ask, and what it may.

    Attributes
    ----------
    never, always : tuple of int
        Features that no question is about, and features that some question is.
    max_features, max_leaves : int or None
    prices : tuple of float
        What each feature costs to observe, or nothing.
    max_cost : float
        What all features of a tree may cost together.
    """

    never: tuple[int, ...] = ()
    always: tuple[int, ...] = ()
    max_features: int | None = None
    max_leaves: int | None = None
    prices: tuple[float, ...] = ()
    max_cost: float = math.inf

    @property
    def tells_features_apart(self) -> bool:
        """Whether it matters which features a tree asks besides those of ``always``."""
        return self.max_features is not None or bool(self.prices)


@dataclass(frozen=True, eq=False)
class Names:
    """What each question is called: of several features that divide samples alike, one.

    Attributes
    ----------
    may_ask : (n_questions,) uint8
        Whether there is a feature left to ask about.
    feature, column, last_left : (n_questions,) int
    is_mirrored : (n_questions,) bool
        Whether rows up to ``last_left`` go to the node on the right.
    bit : (n_questions,) uint64
        The bit of the feature, if it has one.
    bits : mapping from feature to its bit
    """

    may_ask: npt.NDArray[np.uint8]
    feature: npt.NDArray[np.intp]
    column: npt.NDArray[np.intp]
    last_left: npt.NDArray[np.intp]
    is_mirrored: npt.NDArray[np.bool_]
    bit: npt.NDArray[np.uint64]
    bits: dict[int, int]

    def for_core(self, wanted: Wanted) -> dict[str, Any]:
        """What the core is asked to count."""
        costs = np.zeros(MOST_FEATURES if wanted.prices else 0)
        for feature, bit in self.bits.items() if wanted.prices else ():
            costs[bit] = wanted.prices[feature]
        most = wanted.max_features
        return {
            "may_ask": self.may_ask,
            "bit": self.bit,
            "most_features": MOST_FEATURES if most is None else min(most, MOST_FEATURES),
            "feature_cost": costs,
            "most_cost": wanted.max_cost if wanted.prices else 0.0,
        }


def names_of(near: NearTrees, wanted: Wanted) -> Names:
    """Call each question by the first feature that may be asked, those of ``always`` first."""
    graph = near.graph
    n = len(graph["column"])
    question = np.concatenate([np.arange(n), graph["named"]]).astype(np.intp)
    column = np.concatenate([graph["column"], graph["named_column"]]).astype(np.intp)
    last_left = np.concatenate([graph["last_left"], graph["named_last_left"]]).astype(np.intp)
    is_mirrored = np.concatenate([np.zeros(n, bool), graph["is_mirrored"] > 0])
    feature = np.array([one.feature for one in near.columns] or [0], dtype=np.intp)[column]
    is_last = ~np.isin(feature, wanted.always)
    left = np.flatnonzero(~np.isin(feature, wanted.never))
    left = left[np.lexsort((column[left], is_last[left], question[left]))]
    asked, first = np.unique(question[left], return_index=True)
    chosen = np.arange(n)
    chosen[asked] = left[first]
    may_ask = np.zeros(n, dtype=np.uint8)
    may_ask[asked] = 1
    bits = _bits(np.unique(feature[chosen[asked]]).tolist(), wanted)
    bit = np.zeros(n, dtype=np.uint64)
    for f, place in bits.items():
        bit[feature[chosen] == f] = np.uint64(1) << np.uint64(place)
    return Names(
        may_ask,
        feature[chosen],
        column[chosen],
        last_left[chosen],
        is_mirrored[chosen],
        bit,
        bits,
    )


def _bits(asked: list[int], wanted: Wanted) -> dict[int, int]:
    """A bit for each feature that is told apart."""
    told_apart = sorted({*wanted.always, *(asked if wanted.tells_features_apart else ())})
    if len(told_apart) > MOST_FEATURES:
        raise ParameterError(
            f"The trees ask about {len(told_apart)} features, but max_features and feature_costs "
            f"can tell {MOST_FEATURES} apart. Leave some out with never=."
        )
    return {feature: place for place, feature in enumerate(told_apart)}
