"""Post-pruning of rules, one condition, one rule and one sample at a time."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np


def rows_that_meet(conditions, columns, n_rows):
    """The rows that pass every condition, asked one by one."""
    every = np.arange(n_rows)
    passing = [set(every[condition.passes(columns, every)].tolist()) for condition in conditions]
    return sorted(set(every.tolist()).intersection(*passing))


def drop_conditions(conditions, columns, n_rows, error_of, size_of):
    """Drop the condition that leaves the smallest error, of equals the largest rule, then the last.

    ``error_of`` and ``size_of`` take the rows that meet a rule.
    """
    kept = list(conditions)
    error = error_of(rows_that_meet(kept, columns, n_rows))
    while kept:
        tried = []
        for place in range(len(kept)):
            rest = kept[:place] + kept[place + 1 :]
            rows = rows_that_meet(rest, columns, n_rows)
            tried.append((round(error_of(rows), 9), -size_of(rows), -place, rest))
        least, _, _, rest = min(tried, key=lambda it: it[:3])
        if least > error + 1e-9:
            break
        kept, error = rest, least
    return kept, error


def log2_choices(n, k):
    return math.log2(math.comb(n, k))


def subset_bits(subset, rows, bits, is_class, weight):
    """Bits of a subset of the rules of a class, and of the samples it gets wrong."""
    covered = set().union(*(rows[i] for i in subset)) if subset else set()
    n_rows = len(is_class)
    wrong = sum(not is_class[row] for row in covered)
    missed = sum(is_class[row] for row in range(n_rows) if row not in covered)
    exceptions = log2_choices(len(covered), wrong) + log2_choices(n_rows - len(covered), missed)
    theory = sum(bits[i] for i in subset) - math.log2(math.factorial(len(subset)))
    return exceptions + weight * max(0.0, theory)


def fewest_bits(rows, bits, is_class, weight):
    """The least bits of any subset."""
    every = range(len(rows))
    return min(
        subset_bits(subset, rows, bits, is_class, weight)
        for size in range(len(rows) + 1)
        for subset in combinations(every, size)
    )


def winner(votes, of_classes, default):
    """The class with most votes; of equals the more frequent, then the first; else the default."""
    if not any(votes):
        return default
    return max(range(len(votes)), key=lambda k: (round(votes[k], 9), of_classes[k], -k))


def vote_bits(subset, rules, targets, n_classes, default, weight):
    """Bits of rules that vote, (rows, class, vote, bits) each, and of the samples got wrong."""
    of_classes = [targets.count(k) for k in range(n_classes)]
    n_wrong = 0
    for row, target in enumerate(targets):
        votes = [0.0] * n_classes
        for i in subset:
            rows, says, vote, _ = rules[i]
            votes[says] += vote if row in rows else 0.0
        n_wrong += winner(votes, of_classes, default) != target
    exceptions = log2_choices(len(targets), n_wrong) + n_wrong * math.log2(max(1, n_classes - 1))
    theory = sum(rules[i][3] for i in subset) - math.log2(math.factorial(len(subset)))
    return exceptions + weight * max(0.0, theory)
