"""The best tree by trying every tree: for a handful of samples."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np

__all__ = ["every_question", "least_cost", "least_costs"]


def every_question(columns: list[tuple[str, np.ndarray]]) -> list[np.ndarray]:
    """Who goes left, for every question: a mask of the samples each.

    A column is "number" with NaN for missing, or "category" with codes and -1 for missing.
    """
    masks: dict[bytes, np.ndarray] = {}
    for kind, values in columns:
        missing = np.isnan(values) if kind == "number" else values < 0
        known = sorted(set(values[~missing].tolist()))
        if kind == "number":
            halves = [[v for v in known if v <= cut] for cut in known]
        else:
            sizes = range(len(known) + 1)
            halves = [list(some) for size in sizes for some in combinations(known, size)]
        for half in halves:
            for side in (False, True):
                mask = np.where(missing, side, np.isin(values, half))
                masks.setdefault(mask.tobytes(), mask)
        masks.setdefault(missing.tobytes(), missing)
    return list(masks.values())


def least_costs(
    masks: list[np.ndarray],
    cost: Any,
    counts: np.ndarray,
    depth: int,
    most_leaves: int,
    min_count: int,
) -> list[float]:
    """The least cost of a tree with at most 1, 2, … leaves; ``cost(rows)`` is that of a leaf."""
    known: dict[tuple[bytes, int], list[float]] = {}

    def solve(rows: np.ndarray, depth: int) -> list[float]:
        key = (rows.tobytes(), depth)
        if key not in known:
            best = [cost(rows)] * most_leaves
            for mask in masks if depth > 0 else ():
                left, right = rows & mask, rows & ~mask
                if min(counts[left].sum(), counts[right].sum()) < max(min_count, 1):
                    continue
                on_left, on_right = solve(left, depth - 1), solve(right, depth - 1)
                for k in range(1, most_leaves):
                    pairs = (on_left[i] + on_right[k - 1 - i] for i in range(k))
                    best[k] = min(best[k], *pairs)
            known[key] = best
        return known[key]

    return solve(np.ones(len(counts), dtype=bool), depth)


def least_cost(costs: list[float], alpha: float) -> tuple[float, int]:
    """The least cost with leaves that cost ``alpha`` each, and the fewest leaves it takes."""
    priced = [cost + alpha * (k + 1) for k, cost in enumerate(costs)]
    least = min(priced)
    return least, 1 + next(k for k, one in enumerate(priced) if one <= least + 1e-9 * (1 + least))
