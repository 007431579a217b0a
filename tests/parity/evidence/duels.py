"""Who is less wrong than whom on how many tables, and where that is more than chance."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tests.parity.evidence.measure import N_FOLDS
from tests.parity.evidence.record import all_of

__all__ = ["DUELS", "ERRORS", "Duel", "fought"]

#: The measure that counts, by field, and the error in percent where it is 0, and for each unit.
ERRORS = {
    "classes": ("accuracy", 100.0, -100.0),
    "others": ("accuracy", 100.0, -100.0),
    "rules": ("accuracy", 100.0, -100.0),
    "numbers": ("RRSE", 0.0, 1.0),
    "targets": ("RRMSE", 0.0, 100.0),
    "labels": ("Hamming loss", 0.0, 100.0),
}
#: Every default beside every program: the readable one, and each species beside its original.
DUELS = {
    "classes": {
        "readable": ("C5.0", "J48", "rpart", "rpart 1-SE", "ctree", "scikit-learn"),
        "TreeClassifier": ("scikit-learn",),
        "CART": ("rpart",),
        "C4.5": ("J48",),
        "C50": ("C5.0",),
    },
    "others": {"readable": ("scikit-learn", "C50"), "TreeClassifier": ("scikit-learn",)},
    "rules": {"RuleClassifier": ("C5.0 rules",), "RuleClassifier, c5rules": ("C5.0 rules",)},
    "numbers": {
        "readable": ("Cubist", "M5P", "rpart", "rpart 1-SE", "scikit-learn"),
        "RuleRegressor": ("Cubist",),
        "M5'": ("M5P",),
        "CART": ("rpart",),
        "TreeRegressor": ("scikit-learn",),
    },
    "targets": {"MultiTargetRegressor": ("CLUS",)},
    "labels": {"vector": ("CLUS",), "binary_relevance": ("CLUS",), "label_powerset": ("CLUS",)},
}
#: Student's quantile of 97.5 % for one degree of freedom less than there are folds.
QUANTILE = 2.262157
#: Means of errors that differ by less, in percent, are even.
EVEN = 0.005


@dataclass(frozen=True)
class Duel:
    """One contender beside another on one table: errors in percent, and sizes."""

    table: str
    error: float
    their_error: float
    is_chance: bool
    size: float
    their_size: float

    @property
    def gained(self) -> float:
        return self.their_error - self.error

    @property
    def is_even(self) -> bool:
        return abs(self.gained) < EVEN


def fought(field: str, ours: str, theirs: str) -> Iterator[Duel]:
    """A duel per table on which both were run."""
    measure, none, unit = ERRORS[field]
    for table, found in all_of(field).items():
        if ours not in found or theirs not in found:
            continue
        errors = none + unit * np.array([found[one][measure] for one in (ours, theirs)])
        # A default without any other rule is one, too.
        sizes = [float(np.maximum(found[one]["size"], 1).mean()) for one in (ours, theirs)]
        yield Duel(
            table,
            float(errors[0].mean()),
            float(errors[1].mean()),
            within_chance(errors[1] - errors[0]),
            *sizes,
        )


def within_chance(gains: np.ndarray) -> bool:
    """Whether the mean over folds may be chance at a level of 5 %.

    Student's test with the variance that Nadeau & Bengio (2003) correct for samples that the
    trees of two folds share: times 1 / folds + 1 / (folds - 1) instead of 1 / folds.
    """
    spread = gains.var(ddof=1) * (1 / N_FOLDS + 1 / (N_FOLDS - 1))
    return bool(abs(gains.mean()) <= QUANTILE * math.sqrt(spread))
