"""A slow, obvious twin of surrogates: ask every question of every other feature, count who agrees.

Values are plain lists, None is missing; features are numbers, or strings for categories.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise


@dataclass(frozen=True)
class Found:
    """The best stand-in of one feature.

    ``branch_of`` maps each category to a branch of the node; of numbers it is
    the threshold and whether what is not above it goes down branch 1.
    """

    feature: int
    agreement: Fraction
    adjusted: Fraction
    branch_of: object


def surrogates_of(columns, primary, sides, weights, counts, style, upper):
    """The stand-ins of all features but ``primary``, best first.

    ``sides`` says for each row which branch the split sends it down, None if
    it cannot answer; ``upper`` is the branch with the larger mean of the target.
    """
    found = []
    for feature, values in enumerate(columns):
        if feature == primary:
            continue
        is_number = not any(isinstance(v, str) for v in values)
        best = (
            best_cut(values, sides, weights, counts)
            if is_number
            else best_set(values, sides, weights, counts, upper)
        )
        if best is None:
            continue
        agreeing, branch_of = best
        judged = [
            i
            for i, side in enumerate(sides)
            if side is not None and (style == 0 or values[i] is not None)
        ]
        whole = sum(weights[i] for i in judged)
        heavier = max(sum(weights[i] for i in judged if sides[i] == b) for b in (0, 1))
        if agreeing > heavier:
            adjusted = (agreeing - heavier) / (whole - heavier)
            found.append(Found(feature, agreeing / whole, adjusted, branch_of))
    return sorted(found, key=lambda one: -one.agreement)


def best_cut(values, sides, weights, counts):
    """(weight that agrees, (threshold, is reversed)); the lowest threshold of equals."""
    best = None
    known = [i for i, side in enumerate(sides) if side is not None and values[i] is not None]
    for low, high in pairwise(sorted({v for v in values if v is not None})):
        threshold = low / 2 + high / 2
        below = [i for i in known if values[i] <= threshold]
        above = [i for i in known if values[i] > threshold]
        if min(sum(counts[i] for i in side) for side in (below, above)) < 2:
            continue
        for is_reversed in (False, True):
            first, second = (1, 0) if is_reversed else (0, 1)
            agreeing = sum(weights[i] for i in below if sides[i] == first) + sum(
                weights[i] for i in above if sides[i] == second
            )
            if best is None or agreeing > best[0]:
                best = agreeing, (threshold, is_reversed)
    return best


def best_set(values, sides, weights, counts, upper):
    """(weight that agrees, branch of each category); None where too few would disagree."""
    known = [i for i, side in enumerate(sides) if side is not None and values[i] is not None]

    def weight(rows, side):
        return sum((weights[i] for i in rows if sides[i] == side), Fraction(0))

    ahead = weight(known, 0) - weight(known, 1)
    heavier = upper if ahead == 0 else 0 if ahead > 0 else 1
    branch_of = {}
    for category in {values[i] for i in known}:
        rows = [i for i in known if values[i] == category]
        first, second = weight(rows, 0), weight(rows, 1)
        branch_of[category] = heavier if first == second else 0 if first > second else 1
    others = [i for i in known if branch_of[values[i]] != sides[i]]
    if sum(counts[i] for i in others) < 2:
        return None
    agreeing = sum((weights[i] for i in known if branch_of[values[i]] == sides[i]), Fraction(0))
    return agreeing, branch_of
