"""How probable the split of each node is by chance."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from arboretum.tree.frozen import frozen, same_bits

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
class PValues:
    """The outcome of the tests at the nodes of a tree.

    ``p`` is NaN and ``kind`` -1 where nothing was tested.
    """

    p: npt.NDArray[np.float64]
    kind: npt.NDArray[np.int8]

    def __post_init__(self) -> None:
        object.__setattr__(self, "p", frozen(self.p, np.float64))
        object.__setattr__(self, "kind", frozen(self.kind, np.int8))

    @classmethod
    def from_list(cls, found: Iterable[PValue | None]) -> PValues | None:
        """From the outcome at each node; None if nothing was tested anywhere."""
        pairs = [PValue(np.nan, -1) if one is None else one for one in found]
        return cls.of(np.array([p for p, _ in pairs]), np.array([kind for _, kind in pairs]))

    @classmethod
    def of(cls, p: npt.NDArray[np.float64], kind: npt.NDArray[np.integer]) -> PValues | None:
        """From one entry a node; None if nothing was tested anywhere."""
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

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PValues):
            return NotImplemented
        return same_bits(self.p, other.p) and same_bits(self.kind, other.kind)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        # Unpickled arrays are writeable; going through __init__ freezes them again.
        return type(self), (self.p, self.kind)
