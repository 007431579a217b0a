"""A slow, obvious twin of growing: enumerate every split of every feature, recurse.

Rows are plain Python lists; nothing is sorted once, coded, summed by prefix or
vectorised.  Features are numbers, or strings for categories; None is missing.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations, pairwise


def gini(targets, weights):
    total = sum(weights)
    by_class = {}
    for y, w in zip(targets, weights, strict=True):
        by_class[y] = by_class.get(y, 0) + w
    return 1 - sum((w / total) ** 2 for w in by_class.values())


def entropy(targets, weights):
    total = sum(weights)
    by_class = {}
    for y, w in zip(targets, weights, strict=True):
        by_class[y] = by_class.get(y, 0) + w
    return -sum(float(w / total) * math.log2(w / total) for w in by_class.values())


def variance(targets, weights):
    total = sum(weights)
    mean = sum(w * y for y, w in zip(targets, weights, strict=True)) / total
    return sum(w * (y - mean) ** 2 for y, w in zip(targets, weights, strict=True)) / total


def absolute_deviation(targets, weights):
    total = sum(weights)
    centre = weighted_median(targets, weights)
    return sum(w * abs(y - centre) for y, w in zip(targets, weights, strict=True)) / total


def weighted_median(targets, weights):
    pairs = sorted(zip(targets, weights, strict=True))
    half, reached = Fraction(sum(weights)) / 2, Fraction(0)
    for i, (y, w) in enumerate(pairs):
        reached += w
        if reached > half:
            return y
        if reached == half:
            return (y + pairs[i + 1][0]) / 2
    raise AssertionError("no weight")


def questions(values):
    """Every binary question about a column: (label, predicate), lowest first."""
    known = sorted({v for v in values if v is not None})
    if any(isinstance(v, str) for v in known):
        first, *others = known
        for size in range(len(others)):
            for chosen in combinations(others, size):
                inside = frozenset({first, *chosen})
                yield inside, (lambda v, s=inside: v in s)
    else:
        for low, high in pairwise(known):
            threshold = low / 2 + high / 2
            yield threshold, (lambda v, t=threshold: v <= t)


def candidates(rows, targets, weights, impurity, min_leaf, counts=None):
    """(score, feature, label, rows of the first branch) of every admissible question."""
    counts = [1] * len(rows) if counts is None else counts
    total = sum(weights)
    parent = impurity(targets, weights)
    for feature in range(len(rows[0])):
        for label, goes_left in questions([row[feature] for row in rows]):
            sides = [[], []]
            for i, row in enumerate(rows):
                sides[0 if goes_left(row[feature]) else 1].append(i)
            if min(sum(counts[i] for i in side) for side in sides) < min_leaf:
                continue
            after = 0
            for side in sides:
                w = [weights[i] for i in side]
                after += sum(w) / total * impurity([targets[i] for i in side], w)
            yield parent - after, feature, label, sides[0]


def equals_of_the_best(found, parent):
    """The candidates that score like the best; floats may differ by rounding."""
    best = max(score for score, *_ in found)
    floor = best - abs(best) * Fraction(1, 10**9) - parent * Fraction(1, 10**12)
    return [f for f in found if f[0] >= floor]


def grow(rows, targets, weights, impurity=gini, max_depth=math.inf, min_leaf=1, depth=0):
    """Nested tuples: (n, feature, label, left, right), or (n,) for a leaf; the first of equals."""
    n = len(rows)
    if len(set(targets)) == 1 or depth >= max_depth:
        return (n,)
    found = list(candidates(rows, targets, weights, impurity, min_leaf))
    if not found:
        return (n,)
    _, feature, label, left = equals_of_the_best(found, impurity(targets, weights))[0]
    right = [i for i in range(n) if i not in left]
    below = [
        grow(
            [rows[i] for i in side],
            [targets[i] for i in side],
            [weights[i] for i in side],
            impurity,
            max_depth,
            min_leaf,
            depth + 1,
        )
        for side in (left, right)
    ]
    return (n, feature, label, *below)


def nested(tree, node=0):
    """A grown binary ``Tree`` in the form that ``grow`` returns."""
    view = tree.node(node)
    if view.is_leaf:
        return (int(view.n_samples),)
    split = view.split
    if split.kind == "interval":
        (label,) = split.thresholds
    else:
        categories = tree.schema.features[split.column].categories
        left = [c for c, b in zip(categories, split.branches, strict=True) if b == 0]
        right = [c for c, b in zip(categories, split.branches, strict=True) if b == 1]
        # Which of the two sets is called the first branch is a convention.
        label = frozenset(left if min(left) < min(right) else right)
    below = [nested(tree, int(child)) for child in view.children]
    if split.kind == "category" and min(left) > min(right):
        below.reverse()
    return (int(view.n_samples), split.column, label, *below)
