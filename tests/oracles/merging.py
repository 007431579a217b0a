"""Merging of categories, one step after another, over SciPy's tests."""

from __future__ import annotations

from itertools import combinations
from math import comb, log

import numpy as np
from scipy import stats

#: p-values that differ by less than this are equal; the first pair is then taken.
TOLERANCE = 1e-9


def log_p(groups, test):
    """Logarithm of the p-value of a test that some groups are alike."""
    table = np.array(groups, dtype=float)
    if test == "f":
        return _log_p_of_means(table[table[:, 0] > 0])
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(table.shape) < 2:
        return 0.0
    power = "pearson" if test == "pearson" else "log-likelihood"
    found = stats.chi2_contingency(table, correction=False, lambda_=power)
    return stats.chi2.logsf(found.statistic, found.dof)


def _log_p_of_means(moments):
    weight, sums, squares = moments.T
    if len(weight) < 2 or weight.sum() <= len(weight):
        return 0.0
    df = len(weight) - 1, weight.sum() - len(weight)
    within = max((squares - sums**2 / weight).sum(), 1e-15 * squares.sum())
    between = (weight * (sums / weight - sums.sum() / weight.sum()) ** 2).sum()
    if between <= 1e-15 * squares.sum():
        return 0.0
    return stats.f.logsf(between / df[0] / (within / df[1]), *df)


class Merger:
    """Groups of categories, each a sorted list of positions."""

    def __init__(self, counts, sums, is_ordered, has_missing, test):
        self.counts, self.sums, self.test = counts, sums, test
        self.is_ordered = is_ordered
        self.missing = len(counts) - 1 if has_missing else None
        self.groups = [[i] for i in range(len(counts))]

    def log_p(self, *groups):
        return log_p([self.sums[group].sum(axis=0) for group in groups], self.test)

    def may_merge(self, a, b):
        if not self.is_ordered or [self.missing] in (a, b):
            return True
        known = [group for group in self.groups if group != [self.missing]]
        return abs(known.index(a) - known.index(b)) == 1

    def most_alike(self, group=None):
        pairs = [
            (a, b)
            for a, b in combinations(self.groups, 2)
            if self.may_merge(a, b) and (group is None or group in (a, b))
        ]
        found = [self.log_p(a, b) for a, b in pairs]
        best = max(found)
        first = next(i for i, p in enumerate(found) if p >= best - TOLERANCE * (1 + abs(best)))
        return pairs[first], found[first]

    def merge(self, a, b):
        self.groups = sorted([*(g for g in self.groups if g not in (a, b)), sorted(a + b)])

    def part(self, group, alpha):
        """Part a group in the two that differ most, if they differ enough."""
        ways = [way for way in self.ways_to_part(group) if self.log_p(*way) < log(alpha)]
        if not ways:
            return
        found = [self.log_p(*way) for way in ways]
        first = next(i for i, p in enumerate(found) if p <= min(found) + TOLERANCE)
        self.groups = sorted([*(g for g in self.groups if g != group), *ways[first]])

    def ways_to_part(self, group):
        for n in range(1, len(group)):
            for second in combinations(group[1:], n):
                first = [member for member in group if member not in second]
                if not self.is_ordered or self.is_cut(first, list(second)):
                    yield first, list(second)

    def is_cut(self, first, second):
        known = [[m for m in part if m != self.missing] for part in (first, second)]
        return not known[1] or max(known[0]) < min(known[1])

    def labels(self):
        return [next(i for i, g in enumerate(self.groups) if c in g) for c in range(len(self.sums))]


def merge(counts, sums, is_ordered, has_missing, test, alpha, alpha_resplit, exhaustive, least):
    """The group of each category."""
    merger = Merger(np.asarray(counts), np.asarray(sums), is_ordered, has_missing, test)
    if exhaustive:
        steps = [(merger.log_p(*merger.groups), merger.groups)]
        while len(merger.groups) > 2:
            merger.merge(*merger.most_alike()[0])
            steps.append((merger.log_p(*merger.groups), merger.groups))
        best = min(p for p, _ in steps)
        merger.groups = next(g for p, g in steps if p <= best + TOLERANCE * (1 + abs(best)))
    while not exhaustive and len(merger.groups) > 2:
        (a, b), p = merger.most_alike()
        if p <= log(alpha):
            break
        merger.merge(a, b)
        if alpha_resplit is not None and len(a) + len(b) > 2:
            merger.part(sorted(a + b), alpha_resplit)
    while len(merger.groups) > 1:
        sizes = [merger.counts[group].sum() for group in merger.groups]
        if min(sizes) >= least:
            break
        merger.merge(*merger.most_alike(merger.groups[int(np.argmin(sizes))])[0])
    return merger.labels()


def n_partitions(n, k):
    """Ways to put n things into k groups."""
    if k in (0, n):
        return int(k == n)
    return k * n_partitions(n - 1, k) + n_partitions(n - 1, k - 1)


def n_trials(n_categories, n_groups, is_ordered, has_missing, exhaustive):
    """Kass's multipliers, and how many pairs an exhaustive search compares."""
    c, r = n_categories, n_groups
    if exhaustive:
        return sum(k - 1 if is_ordered else comb(k, 2) for k in range(2, c + 1))
    if not is_ordered:
        return n_partitions(c, r)
    if not has_missing:
        return comb(c - 1, r - 1)
    return comb(c - 2, r - 2) + r * comb(c - 2, r - 1)
