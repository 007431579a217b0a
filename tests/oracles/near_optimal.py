"""All trees, written down one by one: for a handful of samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

import numpy as np

__all__ = ["EveryTree", "count_trees", "every_tree", "namings", "shape_of"]

#: A leaf is the samples in it; any other tree is the set of its two sides.
Shape = Any


class EveryTree(NamedTuple):
    """A tree with what it decides wrongly and how many leaves it has."""

    shape: Shape
    errors: float
    leaves: int


def every_tree(
    masks: list[np.ndarray], each: np.ndarray, counts: np.ndarray, depth: int, min_count: int = 1
) -> list[EveryTree]:
    """Every tree whose questions are among ``masks``; ``each`` is what a class costs a sample.

    Two leaves side by side that cost what one leaf does in their place are left out.
    """

    def cost(rows: np.ndarray) -> float:
        return float(each[rows].sum(axis=0).min())

    def grow(rows: np.ndarray, depth: int) -> Iterator[EveryTree]:
        yield EveryTree(rows.tobytes(), cost(rows), 1)
        seen = set()
        for mask in masks if depth > 0 else ():
            left, right = rows & mask, rows & ~mask
            division = frozenset([left.tobytes(), right.tobytes()])
            if min(counts[left].sum(), counts[right].sum()) < max(min_count, 1) or division in seen:
                continue
            seen.add(division)
            for one, other in product(grow(left, depth - 1), list(grow(right, depth - 1))):
                errors, leaves = one.errors + other.errors, one.leaves + other.leaves
                if leaves == 2 and abs(errors - cost(rows)) < 1e-9:
                    continue
                yield EveryTree(frozenset([one.shape, other.shape]), errors, leaves)

    return list(grow(np.ones(len(each), dtype=bool), depth))


def shape_of(tree: Any, columns: Any) -> Shape:
    """A grown tree in the same form; ``columns`` are its samples, encoded."""
    ends = tree.apply(columns)

    def below(node: int) -> Shape:
        children = tree.children(node).tolist()
        if not children:
            return np.asarray(ends == node).tobytes()
        return frozenset(below(child) for child in children)

    return below(0)


def namings(shape: Shape, masks: Mapping[str, list[np.ndarray]]) -> list[list[str]]:
    """For each question of a tree the features that ask it, in the order of ``masks``."""
    found: list[list[str]] = []

    def rows_of(shape: Shape) -> np.ndarray:
        if isinstance(shape, bytes):
            return np.frombuffer(shape, dtype=bool)
        left, right = (rows_of(side) for side in shape)
        rows = left | right
        found.append(
            [
                name
                for name, own in masks.items()
                if any(np.array_equal(mask & rows, side) for mask in own for side in (left, right))
            ]
        )
        return rows

    rows_of(shape)
    return found


def count_trees(masks: list[np.ndarray], each: np.ndarray, depth: int) -> Counter[Any]:
    """How many trees have so many errors and leaves, for trees too many to be written down."""
    known: dict[tuple[bytes, int], Counter[Any]] = {}

    def cost(rows: np.ndarray) -> int:
        return int(each[rows].sum(axis=0).min())

    def count(rows: np.ndarray, depth: int) -> Counter[Any]:
        key = (rows.tobytes(), depth)
        if key in known:
            return known[key]
        found = Counter({(cost(rows), 1): 1})
        divided = {min((rows & m).tobytes(), (rows & ~m).tobytes()) for m in masks if depth > 0}
        for one in divided - {np.zeros_like(rows).tobytes()}:
            left = np.frombuffer(one, dtype=bool)
            right = rows & ~left
            on_left, on_right = count(left, depth - 1), count(right, depth - 1)
            for (a, m), (b, n) in product(on_left, on_right):
                found[a + b, m + n] += on_left[a, m] * on_right[b, n]
            if cost(left) + cost(right) == cost(rows):
                found[cost(rows), 2] -= 1
        known[key] = +found
        return known[key]

    return count(np.ones(len(each), dtype=bool), depth)
