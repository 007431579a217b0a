"""How large a tree may be, and when to give up looking for a better one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

__all__ = ["Limits"]

#: What the core takes for no limit.
DEEPEST, MOST_WORK = 2**30, 2**64 - 1
#: More of them than there are first questions would have nothing to do.
MOST_THREADS = 256


@dataclass(frozen=True)
class Limits:
    """The shape of the trees that compete, and the budget of the search.

    Attributes
    ----------
    max_depth, max_leaves : int or None
    min_samples_leaf : int
    alpha : float
        What a leaf costs, in units of risk.
    seconds : float or None
    megabytes : float
        What may be remembered of subproblems; beyond it the smallest are forgotten.
    work : int or None
        How many subproblems may be looked at.
    threads : int
        With ``work`` one thread searches: in which order several do their work is not certain.
    """

    max_depth: int | None = None
    max_leaves: int | None = None
    min_samples_leaf: int = 1
    alpha: float = 0.0
    seconds: float | None = None
    megabytes: float = 1024.0
    work: int | None = None
    threads: int = 1

    def for_core(self) -> dict[str, Any]:
        """The same with the names and numbers of the core."""
        return {
            "max_depth": DEEPEST if self.max_depth is None else min(self.max_depth, DEEPEST),
            "max_leaves": 0 if self.max_leaves is None else min(self.max_leaves, DEEPEST),
            "min_count": self.min_samples_leaf,
            "seconds": math.inf if self.seconds is None else float(self.seconds),
            "bytes": int(self.megabytes * 2**20),
            "work": MOST_WORK if self.work is None else min(self.work, MOST_WORK),
            "threads": min(self.threads, MOST_THREADS) if self.work is None else 1,
        }
