"""What estimators with linear models in their leaves share."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import Criterion
from arboretum.data import Dataset, Schema
from arboretum.data.measured import RanksByMean
from arboretum.exceptions import DataError, ParameterError
from arboretum.growing import Recipe
from arboretum.leaves import Linear
from arboretum.part import is_number
from arboretum.species.base import NumberSpecies
from arboretum.species.parameters import resolve_missing
from arboretum.splits import FixedOrder, Splitter, Threshold
from arboretum.stopping import StoppingRule

__all__ = ["ModelTree"]


class ModelTree(NumberSpecies):
    """Predicts one number by questions, and then by an equation."""

    def training_samples(self, dataset: Dataset) -> Dataset:
        if len(dataset.schema.targets) > 1:
            names = ", ".join(repr(target.name) for target in dataset.schema.targets)
            raise DataError(
                f"{type(self).__name__} predicts one number, but there are several targets: "
                f"{names}. Fit one tree per target."
            )
        return dataset

    def _model_recipe(
        self,
        schema: Schema,
        criterion: Criterion,
        stopping: tuple[StoppingRule, ...],
        **linear: Any,
    ) -> Recipe:
        """The recipe; ``linear`` are parameters of the leaf model that are not the user's."""
        return Recipe(
            criterion=criterion,
            splitters=self._splitters(schema),
            missing=resolve_missing(self.missing),
            leaf=Linear(
                features=self._features("model_features", schema),
                smoothing=self._amount("smoothing"),
                ridge=self._amount("ridge"),
                clip=bool(self.clip),
                **linear,
            ),
            stopping=stopping,
            split_features=self._split_features(schema),
        )

    def _splitters(self, schema: Schema) -> tuple[Splitter, ...]:
        """Thresholds, and for categories cuts of the order of their mean targets."""
        kinds = {feature.kind for feature in schema.features}
        if "categorical" not in kinds:
            return (Threshold(),)
        return (Threshold(), FixedOrder(RanksByMean()))

    def _split_features(self, schema: Schema) -> tuple[int, ...] | None:
        names = self._features("split_features", schema)
        return None if names is None else tuple(sorted({schema.feature_index[n] for n in names}))

    def _features(self, parameter: str, schema: Schema) -> tuple[str, ...] | None:
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
                f"{parameter} names {unknown[0]!r}, which is not a feature. The features are "
                f"{', '.join(map(repr, schema.feature_names))}."
            )
        return tuple(value)

    def _amount(self, parameter: str) -> float:
        value = getattr(self, parameter)
        if not is_number(value) or not 0 <= value < float("inf"):
            raise ParameterError(f"{parameter}={value!r} must be a finite number of at least 0.")
        return float(value)
