"""Which terms linear models may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arboretum.data import Dataset, Schema
from arboretum.exceptions import ParameterError
from arboretum.statistics.base import FloatArray
from arboretum.tree.terms import Terms

__all__ = ["Term", "filled_terms", "model_features", "terms_of"]

#: A feature, and the set of categories that a term asks for; () for a number.
Term = tuple[int, tuple[bool, ...]]


def model_features(schema: Schema, names: Sequence[str] | None) -> list[int]:
    """Positions of features given by name; None for all."""
    if names is None:
        return list(range(schema.n_features))
    for name in names:
        if name not in schema.feature_index:
            raise ParameterError(
                f"Models are to use {name!r}, which is no feature. The features are "
                f"{', '.join(map(repr, schema.feature_names))}."
            )
    return sorted({schema.feature_index[name] for name in names})


def terms_of(dataset: Dataset, names: Sequence[str] | None) -> Terms:
    """The terms of some features: categorical ones, if named, have one a category but the first."""
    terms: list[Term] = []
    for index in model_features(dataset.schema, names):
        feature = dataset.schema.features[index]
        if feature.kind != "categorical":
            terms.append((index, ()))
        elif names is not None:
            every = range(feature.n_categories)
            terms += [(index, tuple(k == code for k in every)) for code in every if code > 0]
    return filled_terms(terms, dataset)


def filled_terms(terms: Sequence[Term], dataset: Dataset) -> Terms:
    """The terms, with their means over all samples whose value is known."""
    blank = Terms.make(terms, [np.nan] * len(terms))
    return Terms.make(terms, [_mean(column, dataset) for column in blank.values(dataset.columns)])


def _mean(values: FloatArray, dataset: Dataset) -> float:
    """The mean of the values that are known; 0 if none is."""
    is_known = ~np.isnan(values)
    weights = dataset.weights
    if not is_known.all():
        values, weights = values[is_known], weights[is_known]
    weight = float(weights.sum())
    return float(weights @ values) / weight if weight > 0 else 0.0
