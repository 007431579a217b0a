"""Every estimator, with the options that small data sets are tried on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.stopping import ChiSquare, FTest, Permutation

__all__ = ["SPECIES", "Species"]

stopping_classes = st.sampled_from(
    [(), ChiSquare(0.3), ChiSquare(0.5, bonferroni=True, as_filter=True), Permutation(0.5, 3)]
)
stopping_numbers = st.sampled_from([(), FTest(0.3, as_filter=True), Permutation(0.5, 3)])


@dataclass(frozen=True)
class Species:
    """An estimator and what its parameters may be."""

    make: type
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def is_classifier(self) -> bool:
        return self.make._nominal

    @property
    def name(self) -> str:
        return self.make.__name__

    def estimators(self) -> st.SearchStrategy:
        return st.fixed_dictionaries(self.options).map(lambda options: self.make(**options))


SPECIES = [
    Species(
        TreeClassifier,
        {
            "splits": st.sampled_from(["binary", "multiway"]),
            "missing": st.sampled_from(["direction", "majority", "branch"]),
            "stopping": stopping_classes,
        },
    ),
    Species(
        TreeRegressor,
        {
            "splits": st.sampled_from(["binary", "multiway"]),
            "missing": st.sampled_from(["direction", "majority", "branch"]),
            "stopping": stopping_numbers,
        },
    ),
]
