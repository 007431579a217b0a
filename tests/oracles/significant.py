"""A slow, obvious twin of missing='significant': one split at a time, by the tests of scipy."""

from __future__ import annotations

import warnings
from itertools import chain, combinations, pairwise

import numpy as np
from scipy.stats import chi2_contingency, f_oneway


def p_alike(one, other, are_classes):
    """How probable it is that two groups of targets differ so much by chance."""
    if not are_classes:
        if len(one) + len(other) <= 2 or np.ptp([*one, *other]) == 0:
            return 1.0
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # groups without a spread
            return float(f_oneway(one, other).pvalue)
    classes = sorted({*one, *other})
    if len(classes) < 2:
        return 1.0
    table = [[list(group).count(c) for c in classes] for group in (one, other)]
    return float(chi2_contingency(table, correction=False, lambda_="log-likelihood").pvalue)


def unlikeness(one, other, are_classes):
    """Twice the logarithm of the likelihood ratio, or the sum of squares between two groups."""
    both = [*one, *other]
    if are_classes:
        return 2 * (_log_loss(both) - _log_loss(one) - _log_loss(other))
    return sum(len(group) * (np.mean(group) - np.mean(both)) ** 2 for group in (one, other))


def _log_loss(group):
    counts = np.unique(group, return_counts=True)[1]
    return -float((counts * np.log(counts / len(group))).sum())


def place_of(missing, branches, are_classes, alpha):
    """The branch of the samples without a value, from the targets of each."""
    heaviest = int(np.argmax([len(branch) for branch in branches]))
    if p_alike(missing, branches[heaviest], are_classes) > alpha:
        return heaviest
    off = np.array([unlikeness(missing, branch, are_classes) for branch in branches])
    least = off <= off.min() * (1 + 1e-9) + 1e-12  # of ties, rounding must not decide
    return heaviest if least[heaviest] else int(np.argmax(least))


def impurity(group, are_classes):
    """Gini's, or the variance."""
    if not are_classes:
        return float(np.var(group))
    shares = np.unique(group, return_counts=True)[1] / len(group)
    return 1 - float((shares**2).sum())


def best_split(values, targets, are_classes, alpha):
    """(score, where known values go as a key, the branch of missing ones) of the best question.

    A key is a threshold, a set of categories or "known"; of equal scores the first found is kept.
    """
    missing = [t for v, t in zip(values, targets, strict=True) if v is None]
    known = [(v, t) for v, t in zip(values, targets, strict=True) if v is not None]
    found = []
    for key, is_first in _questions([v for v, _ in known]):
        branches = [[t for v, t in known if is_first(v) == side] for side in (True, False)]
        place = place_of(missing, branches, are_classes, alpha) if missing else None
        if missing:
            branches[place] = [*branches[place], *missing]
        found.append((_gain(targets, branches, are_classes), key, place))
    of_known = [t for _, t in known]
    if missing and known and p_alike(missing, of_known, are_classes) <= alpha:
        found.append((_gain(targets, [of_known, missing], are_classes), "known", 1))
    return max(found, key=lambda one: round(one[0], 9), default=None)


def _gain(targets, branches, are_classes):
    rest = sum(len(b) * impurity(b, are_classes) for b in branches) / len(targets)
    return impurity(targets, are_classes) - rest


def _questions(values):
    """Every cut of numbers, or every set of texts that has the first of them."""
    distinct = sorted(set(values))
    if distinct and isinstance(distinct[0], str):
        first, rest = distinct[0], distinct[1:]
        for some in chain.from_iterable(combinations(rest, n) for n in range(len(rest))):
            yield frozenset({first, *some}), {first, *some}.__contains__
        return
    for low, high in pairwise(distinct):
        yield (low + high) / 2, lambda v, low=low: v <= low
