"""Splits of several features in the order of their merit.

Scores are sums of floating-point numbers, so equal splits may differ in the
last bits.  What lies within one part in 10^9 of the best is a tie; ties go to
the lowest feature, and the tree remembers that there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arboretum.search.choice import Choice

__all__ = ["rank_choices", "tie_tolerance"]

RELATIVE_TOLERANCE = 1e-9
#: Scores this small beside the impurity of the node are rounding.
ROUNDING = 1e-12


def tie_tolerance(best: float, impurity: float) -> float:
    """How far below the best score another is still its equal."""
    return RELATIVE_TOLERANCE * abs(best) + ROUNDING * impurity


def rank_choices(choices: Sequence[Choice], impurity: float) -> list[Choice]:
    """The best choices of each feature, best first; equals in the order of features."""
    remaining = sorted(choices, key=lambda choice: choice.column)
    ranked: list[Choice] = []
    while remaining:
        best = max(choice.merit for choice in remaining)
        floor = best - tie_tolerance(best, impurity)
        equals = [choice for choice in remaining if choice.merit >= floor]
        winner = equals[0]
        remaining.remove(winner)
        ranked.append(replace(winner, is_tie=winner.is_tie or len(equals) > 1))
    return ranked
