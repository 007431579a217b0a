"""A slow, obvious twin of fractional samples: plain lists and exact fractions.

A sample is a row of values (None is missing), its target, its weight and how many
samples it stands for; both shrink as parts of it go down several branches.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from tests.oracles.growth import questions


@dataclass(frozen=True)
class Sample:
    row: list
    target: object
    weight: Fraction
    count: Fraction

    def part(self, share):
        return replace(self, weight=self.weight * share, count=self.count * share)


def weight_of(samples):
    return sum((s.weight for s in samples), Fraction(0))


def count_of(samples):
    return sum((s.count for s in samples), Fraction(0))


def best_score(samples, impurity, min_leaf=1):
    """The best score of any question on the known samples, times their share; or None."""
    best = None
    for feature in range(len(samples[0].row)):
        known = [s for s in samples if s.row[feature] is not None]
        for _, inside in questions([s.row[feature] for s in samples]):
            sides = [[s for s in known if inside(s.row[feature]) is way] for way in (True, False)]
            if min(count_of(side) for side in sides) < min_leaf:
                continue
            score = impurity_of(known, impurity)
            for side in sides:
                score -= weight_of(side) / weight_of(known) * impurity_of(side, impurity)
            score *= weight_of(known) / weight_of(samples)
            best = score if best is None else max(best, score)
    return best


def impurity_of(samples, impurity):
    return impurity([s.target for s in samples], [s.weight for s in samples])


def send(samples, branch_of, arity, by_class=False):
    """The samples of each branch; ``branch_of`` a row is None where it cannot answer."""
    known = [[s for s in samples if branch_of(s.row) == b] for b in range(arity)]
    branches = [list(branch) for branch in known]
    for sample in [s for s in samples if branch_of(s.row) is None]:
        alike = [[s for s in branch if s.target == sample.target] for branch in known]
        for b, share in enumerate(_shares(alike if by_class and any(alike) else known)):
            if share:
                branches[b].append(sample.part(share))
    return branches


def _shares(branches):
    weights = [weight_of(branch) for branch in branches]
    return [w / sum(weights) for w in weights]
