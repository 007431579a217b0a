"""Every estimator, with the options that small data sets are tried on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from arboretum import (
    C45Classifier,
    C50Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    CHAIDRegressor,
    ID3Classifier,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.splits import Buckets
from arboretum.stopping import ChiSquare, FTest, Permutation
from tests.properties.small_data import (
    dyadic_weights,
    letters,
    maybe_letters,
    maybe_numbers,
    numbers,
    small_data,
)

__all__ = ["SPECIES", "Species"]

stopping_classes = st.sampled_from(
    [(), ChiSquare(0.3), ChiSquare(0.5, bonferroni=True, as_filter=True), Permutation(0.5, 3)]
)
stopping_numbers = st.sampled_from([(), FTest(0.3, as_filter=True), Permutation(0.5, 3)])
policies = st.sampled_from(["direction", "majority", "branch", "fractional", "impute"])
like_rpart = {
    "missing": policies,
    "complexity": st.sampled_from([0.0, 0.01, 0.3]),
    "min_samples_split": st.integers(2, 5),
    "max_competitors": st.sampled_from([0, 4]),
}

CHI_SQUARES = ["pearson", "likelihood_ratio"]
chaid = {
    "alpha_merge": st.sampled_from([0.05, 0.4]),
    "alpha_split": st.sampled_from([0.05, 1.0]),
    "alpha_resplit": st.sampled_from([None, 0.04]),
    "n_bins": st.integers(2, 10),
    "min_samples_split": st.just(2),
    "min_samples_leaf": st.integers(1, 4),
}


@dataclass(frozen=True)
class Species:
    """An estimator and what its parameters may be."""

    make: type
    options: dict[str, Any] = field(default_factory=dict)
    takes_missing: bool = True

    @property
    def is_classifier(self) -> bool:
        return self.make._nominal

    @property
    def name(self) -> str:
        return self.make.__name__

    def estimators(self) -> st.SearchStrategy:
        return st.fixed_dictionaries(self.options).map(lambda options: self.make(**options))

    def data(self) -> st.SearchStrategy:
        holes = (maybe_numbers, maybe_letters)
        return small_data(
            columns=holes if self.takes_missing else (numbers, letters),
            weights=dyadic_weights,
            numeric=not self.is_classifier,
        )

    def strange_values(self, is_text: bool) -> st.SearchStrategy:
        """Values that training never saw, of a column of text or of numbers."""
        new = ["new"] if is_text else [1e300, -1e300]
        return st.sampled_from([*new, None] if self.takes_missing else new)


SPECIES = [
    Species(
        TreeClassifier,
        {
            "splits": st.sampled_from(["binary", "multiway"]),
            "missing": policies,
            "stopping": stopping_classes,
        },
    ),
    Species(
        TreeRegressor,
        {
            "splits": st.sampled_from(["binary", "multiway"]),
            "missing": policies,
            "stopping": stopping_numbers,
        },
    ),
    Species(
        ID3Classifier,
        {
            "numeric": st.sampled_from(["buckets", Buckets("mdl")]),
            "stopping": stopping_classes,
            "max_depth": st.sampled_from([None, 2]),
        },
        takes_missing=False,
    ),
    Species(
        C45Classifier,
        {
            "splits": st.sampled_from(["multiway", "grouped"]),
            "threshold": st.sampled_from(["value", "midpoint"]),
            "missing": policies,
            "min_samples_leaf": st.integers(1, 3),
            "pruning": st.sampled_from(["error_based", None]),
            "stopping": stopping_classes,
        },
    ),
    Species(
        C50Classifier,
        {
            "splits": st.sampled_from(["multiway", "grouped"]),
            "missing": policies,
            "min_samples_leaf": st.integers(1, 3),
            "pruning": st.sampled_from(["error_based", None]),
            "global_pruning": st.booleans(),
            "winnow": st.booleans(),
            "stopping": stopping_classes,
        },
    ),
    Species(CARTClassifier, {"criterion": st.sampled_from(["gini", "entropy"]), **like_rpart}),
    Species(
        CARTRegressor,
        {
            "criterion": st.sampled_from(["squared_error", "absolute_error", "poisson"]),
            **like_rpart,
        },
    ),
    Species(CHAIDClassifier, {**chaid, "statistic": st.sampled_from(CHI_SQUARES)}),
    Species(CHAIDRegressor, chaid),
]
