"""The cases of a test that the quick suite runs where all of them are too many."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

Case = tuple[int, ...]


def pairs_of(case: Case) -> set[tuple[int, int, int, int]]:
    """Every two values of a case, each with the parameter that it belongs to."""
    return {(i, case[i], j, case[j]) for i, j in combinations(range(len(case)), 2)}


def pairwise_cover(cases: Iterable[Case]) -> set[Case]:
    """Few of the cases, which hold every pair of values of any two parameters that all hold.

    Most faults that depend on parameters depend on one or two of them (Kuhn, Wallace and Gallo,
    2004), and there are hardly more cases than the product of the two longest parameters asks for.

    Greedy: the case with the most pairs that are still missing comes next, and of equal ones the
    first, so that every run and every process chooses the same.
    """
    waiting = {case: pairs_of(case) for case in cases}
    missing = set().union(*waiting.values())
    cover = set()
    while missing:
        best, most = None, 0
        for case, pairs in waiting.items():
            # What a case adds only shrinks: it is counted again where it could still be the best.
            if len(pairs) > most:
                pairs &= missing
                if len(pairs) > most:
                    best, most = case, len(pairs)
        cover.add(best)
        missing -= waiting.pop(best)
    return cover
