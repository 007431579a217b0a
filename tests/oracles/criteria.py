"""Slow and obvious criteria: one candidate at a time, from samples or exact fractions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from scipy.stats import chi2

Weights = Sequence[Fraction]


def _shares(weights: Weights) -> list[Fraction]:
    total = sum(weights)
    return [weight / total for weight in weights] if total else []


def gini(weights: Weights) -> float:
    """Chance that two draws differ, over all pairs of classes."""
    shares = _shares(weights)
    return float(sum(p * q for i, p in enumerate(shares) for j, q in enumerate(shares) if i != j))


def entropy(weights: Weights) -> float:
    return math.fsum(-float(p) * math.log2(p) for p in _shares(weights) if p)


def error(weights: Weights) -> float:
    shares = sorted(_shares(weights))
    return float(sum(shares[:-1]))


def _decrease(impurity: Callable[[Weights], float], branches: Sequence[Weights]) -> float:
    parent = [sum(column) for column in zip(*branches, strict=True)]
    sizes = [sum(branch) for branch in branches]
    inside = math.fsum(
        float(size / sum(sizes)) * impurity(branch)
        for size, branch in zip(sizes, branches, strict=True)
    )
    return impurity(parent) - inside


def _split_information(branches: Sequence[Weights]) -> float:
    return entropy([sum(branch) for branch in branches])


def _class_entropy(branches: Sequence[Weights]) -> float:
    return entropy([sum(column) for column in zip(*branches, strict=True)])


def gain_ratio(branches: Sequence[Weights]) -> float:
    cost = _split_information(branches)
    return _decrease(entropy, branches) / cost if cost else 0.0


def symmetric_gain_ratio(branches: Sequence[Weights]) -> float:
    cost = _class_entropy(branches) + _split_information(branches)
    return 2 * _decrease(entropy, branches) / cost if cost else 0.0


def mantaras(branches: Sequence[Weights]) -> float:
    together = entropy([weight for branch in branches for weight in branch])
    if not together:
        return 0.0
    # H(class | branch) + H(branch | class) over H(class, branch).
    distance = (2 * together - _split_information(branches) - _class_entropy(branches)) / together
    return 1 - distance


def chi_square(branches: Sequence[Weights]) -> float:
    of_class = [sum(column) for column in zip(*branches, strict=True)]
    total = sum(of_class)
    statistic = Fraction(0)
    for branch in branches:
        for weight, class_weight in zip(branch, of_class, strict=True):
            chance = Fraction(sum(branch) * class_weight) / total
            statistic += (weight - chance) ** 2 / chance if chance else 0
    return float(statistic)


def chi_square_p_value(branches: Sequence[Weights]) -> float:
    n_branches = sum(map(any, branches))
    n_classes = sum(map(any, zip(*branches, strict=True)))
    df = (n_branches - 1) * (n_classes - 1)
    return -float(chi2.logsf(chi_square(branches), df)) / math.log(10) if df else 0.0


def twoing(branches: Sequence[Weights]) -> float:
    total = sum(sum(branch) for branch in branches)
    filled = [branch for branch in branches if sum(branch)]
    score = Fraction(0)
    for i, one in enumerate(filled):
        for other in filled[:i]:
            apart = sum(abs(p - q) for p, q in zip(_shares(one), _shares(other), strict=True))
            score += Fraction(sum(one) * sum(other)) / total**2 / 4 * apart**2
    return float(score)


def weight_of_evidence(branches: Sequence[Weights], max_odds: int = 1000) -> float:
    of_class = [sum(column) for column in zip(*branches, strict=True)]
    whole = sum(of_class)
    score = 0.0
    for k, weight in enumerate(of_class):
        if weight in (0, whole):
            continue
        for branch in branches:
            inside = branch[k] / weight
            outside = (sum(branch) - branch[k]) / (whole - weight)
            odds = inside / outside if outside else max_odds if inside else 1
            evidence = math.log(min(max(odds, Fraction(1, max_odds)), max_odds))
            score += float(weight / whole) * float(inside - outside) * evidence
    return score


#: Score of one candidate from the class weights of its branches.
CLASS_SCORES: dict[str, Callable[[Sequence[Weights]], float]] = {
    "gini": lambda branches: _decrease(gini, branches),
    "entropy": lambda branches: _decrease(entropy, branches),
    "error": lambda branches: _decrease(error, branches),
    "gain_ratio": gain_ratio,
    "symmetric_gain_ratio": symmetric_gain_ratio,
    "mantaras": mantaras,
    "chi_square": chi_square,
    "twoing": twoing,
    "chi_square_p_value": chi_square_p_value,
    "weight_of_evidence": weight_of_evidence,
}


def variance(values: Sequence[float], ddof: int = 0) -> float:
    if len(values) <= ddof:
        return 0.0
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - ddof)


def absolute_deviation(values: Sequence[float]) -> float:
    if not values:
        return 0.0
    return min(math.fsum(abs(y - centre) for y in values) for centre in values) / len(values)


def half_deviance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values) if values else 0.0
    if mean == 0:
        return 0.0
    return math.fsum(y * math.log(y / mean) for y in values if y > 0) / len(values)


def number_decrease(
    impurity: Callable[[Sequence[float]], float], branches: Sequence[Sequence[float]]
) -> float:
    """Decrease of an impurity of numbers, from the numbers in each branch."""
    everything = [value for branch in branches for value in branch]
    inside = math.fsum(len(branch) * impurity(branch) for branch in branches)
    return impurity(everything) - inside / len(everything)
