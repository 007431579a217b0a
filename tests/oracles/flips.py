"""The fewest samples without which one question outranks another, by trying all sets."""

from __future__ import annotations

import itertools
import math
from collections import Counter


def fewest_to_go(rows, ours, theirs, merit, wins_ties):
    """``ours`` and ``theirs`` have a branch a row, None for one that counts in no branch."""
    for k in range(len(rows) + 1):
        for gone in itertools.combinations(range(len(rows)), k):
            left = [i for i in range(len(rows)) if i not in gone]
            chosen, other = merit(rows, ours, left, 0), merit(rows, theirs, left, 1)
            if other > -math.inf and (
                other - chosen > 1e-9 * abs(other) or (wins_ties and other >= chosen - 1e-9)
            ):
                return k
    return None


def parted(labels, left, min_leaf):
    """The samples of each branch that is left; None if they are no split."""
    branches = {}
    for i in left:
        if labels[i] is not None:
            branches.setdefault(labels[i], []).append(i)
    if len(branches) < 2 or min(map(len, branches.values())) < min_leaf:
        return None
    return list(branches.values())


def weight_of(rows, some):
    """Rows are pairs of a target and a weight."""
    return math.fsum(rows[i][1] for i in some)


def impurity_decrease(impurity, rows, branches):
    known = [i for branch in branches for i in branch]
    whole = weight_of(rows, known)
    inside = sum(weight_of(rows, b) / whole * impurity([rows[i] for i in b]) for b in branches)
    return impurity([rows[i] for i in known]) - inside


def shares(rows):
    weights = Counter()
    for target, weight in rows:
        weights[target] += weight
    whole = sum(weights.values())
    return [weight / whole for weight in weights.values()]


def entropy(rows):
    return -sum(share * math.log2(share) for share in shares(rows))


def gini(rows):
    return 1 - sum(share**2 for share in shares(rows))


def variance(rows):
    whole = math.fsum(weight for _, weight in rows)
    mean = math.fsum(x * weight for x, weight in rows) / whole
    return math.fsum(weight * (x - mean) ** 2 for x, weight in rows) / whole
