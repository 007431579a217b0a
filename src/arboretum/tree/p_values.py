"""How probable the split of each node is by chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
import numpy.typing as npt

from arboretum.tree.frozen import FrozenArrays

__all__ = ["P_KINDS", "PValue", "PValues"]

#: How a p-value was worked out, in the order of their codes in the native core.
#:
#: * ``asymptotic``: by the distribution that the statistic has for many samples;
#: * ``rough``: the same, although few samples are expected in some cell of the table;
#: * ``exact``: by all tables with the same margins (Fisher; Freeman and Halton);
#: * ``simulated``: by some of these tables, drawn at random;
#: * ``permutation``: by searching again and again with shuffled targets.
P_KINDS = ("asymptotic", "rough", "exact", "simulated", "permutation")


class PValue(NamedTuple):
    """The outcome of one test: ``kind`` is a position in ``P_KINDS``."""

    p: float
    kind: int


@dataclass(frozen=True, eq=False)
class PValues(FrozenArrays):
    """The outcome of the tests at the nodes of a tree.

    ``p`` is NaN and ``kind`` -1 where nothing was tested.
    """

    p: npt.NDArray[np.float64]
    kind: npt.NDArray[np.int8]

    _types: ClassVar[dict[str, Any]] = {"p": np.float64, "kind": np.int8}

    @classmethod
    def from_list(cls, found: Iterable[PValue | None]) -> PValues | None:
        """From the outcome at each node; None if nothing was tested anywhere."""
        pairs = [PValue(np.nan, -1) if one is None else one for one in found]
        return cls.of(np.array([p for p, _ in pairs]), np.array([kind for _, kind in pairs]))

    @classmethod
    def of(cls, p: npt.NDArray[np.float64], kind: npt.NDArray[np.integer]) -> PValues | None:
        """From one entry per node; None if nothing was tested anywhere."""
        return cls(p, kind.astype(np.int8)) if (kind >= 0).any() else None

    def kind_name(self, node: int) -> str | None:
        """How the p-value of a node was worked out, in a word."""
        return P_KINDS[self.kind[node]] if self.kind[node] >= 0 else None

    def take(self, nodes: npt.NDArray[np.integer]) -> PValues | None:
        """Those of some nodes; node -1 stands for none."""
        is_kept = nodes >= 0
        return self.of(
            np.where(is_kept, self.p[nodes], np.nan), np.where(is_kept, self.kind[nodes], -1)
        )
