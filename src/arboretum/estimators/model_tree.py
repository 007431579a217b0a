"""What the estimators share whose leaves hold linear models."""

from __future__ import annotations

import warnings
from typing import Any, Self

from sklearn.exceptions import DataConversionWarning

from arboretum.data import Dataset, Schema
from arboretum.estimators.parameters import is_number
from arboretum.estimators.regressor import Regressor
from arboretum.exceptions import DataError, ParameterError
from arboretum.splits import FixedOrder, Splitter, Threshold
from arboretum.splits.fixed_order import RanksByMean

__all__ = ["ModelTree"]


class ModelTree(Regressor):
    """Predicts one number by questions, and then by an equation."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples; as in every estimator, but for one target only."""
        if getattr(y, "shape", ())[1:] == (1,):
            warnings.warn(
                # The words that scikit-learn uses, and looks for.
                "A column-vector y was passed when a 1d array was expected. Pass the column.",
                DataConversionWarning,
                stacklevel=2,
            )
        return super().fit(X, y, sample_weight)

    def training_samples(self, dataset: Dataset) -> Dataset:
        if len(dataset.schema.targets) > 1:
            names = ", ".join(repr(target.name) for target in dataset.schema.targets)
            raise DataError(
                f"{type(self).__name__} predicts one number, but there are several targets: "
                f"{names}. Fit one tree a target."
            )
        return dataset

    def _splitters(self, schema: Schema) -> tuple[Splitter, ...]:
        """Thresholds, and for categories cuts of the order of their mean targets."""
        kinds = {feature.kind for feature in schema.features}
        if "categorical" not in kinds:
            return (Threshold(),)
        return (Threshold(), FixedOrder(RanksByMean()))

    def _split_features(self, schema: Schema) -> tuple[int, ...] | None:
        names = self._names("split_features", schema)
        return None if names is None else tuple(sorted({schema.feature_index[n] for n in names}))

    def _names(self, parameter: str, schema: Schema) -> tuple[str, ...] | None:
        """Names of features that a parameter holds, checked; None for all."""
        value = getattr(self, parameter)
        if value is None:
            return None
        if isinstance(value, str) or not all(isinstance(name, str) for name in value):
            raise ParameterError(
                f"{parameter}={value!r} must be a list of names of features, or None."
            )
        unknown = [name for name in value if name not in schema.feature_index]
        if unknown:
            raise ParameterError(
                f"{parameter} names {unknown[0]!r}, which is no feature. The features are "
                f"{', '.join(map(repr, schema.feature_names))}."
            )
        return tuple(value)

    def _amount(self, parameter: str) -> float:
        value = getattr(self, parameter)
        if not is_number(value) or not 0 <= value < float("inf"):
            raise ParameterError(f"{parameter}={value!r} must be a number that is not negative.")
        return float(value)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = False
        return tags
