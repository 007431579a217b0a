"""Grids of test cases: pairs of values in the quick suite, all combinations in the full one.

Most faults that depend on combinations depend on two values at once (Kuhn, Wallace and Gallo,
2004), and a cover of all pairs is about as long as the product of the two longest axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import pytest

Case = tuple[int, ...]


def pairs_of(case: Case) -> set[tuple[int, int, int, int]]:
    """Every two values of a case, each with the axis it stands on."""
    return {(i, case[i], j, case[j]) for i, j in combinations(range(len(case)), 2)}


def pairwise_cover(sizes: Sequence[int]) -> list[Case]:
    """Few cases that hold every pair of values of any two axes; the same ones in every run.

    Greedy: the case with the most pairs that are still missing comes next, of equal ones the
    first in the order of the grid. One axis is covered by its values.
    """
    cases = list(product(*map(range, sizes)))
    if len(sizes) < 2:
        return cases
    waiting = {case: pairs_of(case) for case in cases}
    missing = set().union(*waiting.values())
    cover = []
    while missing:
        # What a case still adds only shrinks, so the first one that adds all it could is the best.
        best, most = cases[0], 0
        for case, pairs in waiting.items():
            if len(pairs) > most:
                pairs &= missing
                if len(pairs) > most:
                    best, most = case, len(pairs)
        cover.append(best)
        missing -= waiting.pop(best)
    return sorted(cover)


def grid(*axes: Iterable) -> list:
    """All combinations for ``parametrize``; those beyond a cover of all pairs are marked full.

    Stands for one ``parametrize`` per axis where their product is too much for the quick suite.
    """
    values = [list(axis) for axis in axes]
    quick = set(pairwise_cover([len(axis) for axis in values]))
    return [
        pytest.param(
            *(axis[at] for axis, at in zip(values, case, strict=True)),
            marks=() if case in quick else pytest.mark.full,
        )
        for case in product(*(range(len(axis)) for axis in values))
    ]
