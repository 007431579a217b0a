"""Limits on the size of a tree that can be chosen: which values to try, and how to set one.

All but one only cut a tree off: what is left is split as without the limit.  Then the trees of
all values are nested in the tree without it, and growing that is enough.  A *price* of a node
tells at which values it is split, as that of cost-complexity pruning does.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum.growing.frontier import leaves_when_split
from arboretum.part import is_whole
from arboretum.species.base import Species
from arboretum.species.parameters import own_rules
from arboretum.stopping import MinScore
from arboretum.stopping.limits import ROUNDING, SHORTFALL
from arboretum.tree import Tree
from arboretum.tree.structure import along_paths

__all__ = ["KNOWN", "Limit"]

FloatArray = npt.NDArray[np.float64]
S = TypeVar("S", bound=Species)

#: No more values of a limit are tried; more would be a table nobody reads.
MOST_VALUES = 20
#: Numbers of samples to try, times powers of ten; of many samples the coarser ones.
STEPS, COARSE_STEPS, MANY = (1, 2, 3, 5, 7), (1, 2, 5), 1000


class Limit(ABC):
    """A parameter that stops a tree.  Values are listed from the smallest tree to the largest."""

    name: ClassVar[str]

    @abstractmethod
    def values(self, tree: Tree, species: Species) -> list[Any]:
        """What to try, by the tree that the other limits allow."""

    def prices(self, tree: Tree) -> FloatArray | None:
        """For each node a number that does not rise towards the leaves; None: not nested."""
        return None

    def has_price(self, values: Sequence[Any]) -> bool:
        """Whether ``asked`` knows a price for each of the values."""
        return True

    def asked(self, values: FloatArray) -> FloatArray:
        """A price for each value: it makes leaves of the nodes whose own is not above."""
        raise NotImplementedError

    def set(self, species: S, value: Any) -> S:
        """The species with this limit, ready to be fitted."""
        return species.set_params(**{self.name: value})


class MaxDepthLimit(Limit):
    """Node depths fall below 0 towards the leaves; a depth of d cuts at d and below."""

    name = "max_depth"

    def values(self, tree: Tree, species: Species) -> list[int]:
        return _thinned(list(range(tree.depth + 1)))

    def prices(self, tree: Tree) -> FloatArray:
        return -tree.depths.astype(np.float64)

    def asked(self, values: FloatArray) -> FloatArray:
        return -values


class MaxLeafNodesLimit(Limit):
    """A node is split if that many leaves are allowed; with binary splits the next one follows."""

    name = "max_leaf_nodes"

    def values(self, tree: Tree, species: Species) -> list[int]:
        return _thinned(list(range(1, tree.n_leaves + 1)))

    def prices(self, tree: Tree) -> FloatArray | None:
        if tree.n_leaves != (~tree.is_leaf).sum() + 1:
            return None  # a split that is too wide for one limit may leave room for a narrow one
        return -leaves_when_split(tree)

    def asked(self, values: FloatArray) -> FloatArray:
        return -values - 0.5


class SamplesLimit(Limit):
    """A least number of samples."""

    least: ClassVar[int]

    def values(self, tree: Tree, species: Species) -> list[int]:
        n, given = float(tree.n_samples[0]), getattr(species, self.name)
        own = given if is_whole(given) else math.ceil((given or 0.0) * n)
        steps = STEPS if n < MANY else COARSE_STEPS
        n_powers = max(1, math.ceil(math.log10(n)))
        ladder = [step * 10**power for power in range(n_powers) for step in steps]
        first = max(own, self.least)
        return sorted({first, *(step for step in ladder if first < step <= n / 2)}, reverse=True)


class MinSamplesSplitLimit(SamplesLimit):
    """A node is split if it has that many samples."""

    name, least = "min_samples_split", 2

    def prices(self, tree: Tree) -> FloatArray:
        return np.asarray(tree.n_samples, dtype=np.float64)

    def has_price(self, values: Sequence[Any]) -> bool:
        return all(map(is_whole, values))  # a share is one of the samples that each tree has

    def asked(self, values: FloatArray) -> FloatArray:
        return np.nextafter(values * (1 - SHORTFALL), -np.inf)


class MinSamplesLeafLimit(SamplesLimit):
    """A split that would leave a crumb makes way for another: nothing is nested."""

    name, least = "min_samples_leaf", 1


class ScoreLimit(Limit):
    """A split is made if it and all above it score enough."""

    def scores(self, tree: Tree) -> FloatArray:
        """What is compared with the limit."""
        raise NotImplementedError

    def own(self, species: Species) -> float:
        """The limit that is set already, as far as it is known."""
        return -math.inf

    def values(self, tree: Tree, species: Species) -> list[float]:
        prices = np.unique(self.prices(tree)[~tree.is_leaf])[::-1]
        least = max(self.own(species), float(prices.min(initial=0.0)))
        found, high = [], 2 * float(prices.max(initial=0.0)) or 1.0
        for low in prices.tolist():
            if high - low > SHORTFALL * abs(high) and high > least:  # else equal, or ruled out
                found.append(_short_number(max(low, least), high))
            high = low
        return [*_thinned(found), least]

    def prices(self, tree: Tree) -> FloatArray:
        scores = np.where(tree.is_leaf, np.inf, self.scores(tree))
        return along_paths(tree.parent, scores, np.minimum)

    def asked(self, values: FloatArray) -> FloatArray:
        return np.nextafter(values, -np.inf)


class MinImpurityDecreaseLimit(ScoreLimit):
    """The score times the share of the weight."""

    name = "min_impurity_decrease"

    def scores(self, tree: Tree) -> FloatArray:
        share = tree.weight / tree.weight[0]
        return np.asarray(share * (tree.score + ROUNDING * tree.impurity))

    def own(self, species: Species) -> float:
        return float(species.min_impurity_decrease)


class MinScoreLimit(ScoreLimit):
    """The score whatever the size of the node, one of the rules of ``stopping=``."""

    name = "min_score"

    def scores(self, tree: Tree) -> FloatArray:
        return np.asarray(tree.score)

    def set(self, species: S, value: float) -> S:
        return species.set_params(stopping=(*own_rules(species.stopping), MinScore(value)))


def _thinned(values: list[Any]) -> list[Any]:
    """So many values, the first ones closest together: trees differ most where they are small."""
    n = len(values)
    if n <= MOST_VALUES:
        return values
    places = np.unique(np.geomspace(1, n, MOST_VALUES).round().astype(int)) - 1
    return [values[place] for place in places.tolist()]


def _short_number(low: float, high: float) -> float:
    """The number of fewest digits that is above ``low`` and at most ``high``, near the middle."""
    middle = math.sqrt(low * high) if low > 0 else low / 2 + high / 2
    for digits in range(1, 17):
        short = float(f"{middle:.{digits}g}")
        if low < short <= high:
            return short
    return high


#: Limits by name.
KNOWN: dict[str, Limit] = {
    limit.name: limit
    for limit in (
        MaxDepthLimit(),
        MaxLeafNodesLimit(),
        MinSamplesLeafLimit(),
        MinImpurityDecreaseLimit(),
        MinSamplesSplitLimit(),
        MinScoreLimit(),
    )
}
