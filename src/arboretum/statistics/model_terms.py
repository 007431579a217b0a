"""Which terms linear models may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arboretum.data import Dataset, Schema
from arboretum.exceptions import ParameterError
from arboretum.statistics.base import FloatArray
from arboretum.tree.models.linear_models import Terms

__all__ = ["Term", "listed_terms", "model_features", "term_matrix"]

#: A feature, and the set of categories that a term asks for; () for a number.
Term = tuple[int, tuple[bool, ...]]


def model_features(schema: Schema, names: Sequence[str] | None) -> list[int]:
    """Positions of features given by name; None for all."""
    if names is None:
        return list(range(schema.n_features))
    for name in names:
        if name not in schema.feature_index:
            raise ParameterError(
                f"Linear models cannot use {name!r}, which is not a feature. The features are "
                f"{', '.join(map(repr, schema.feature_names))}."
            )
    return sorted({schema.feature_index[name] for name in names})


def listed_terms(schema: Schema, names: Sequence[str] | None) -> list[Term]:
    """The terms of some features; categories, if named, have one each but the first."""
    terms: list[Term] = []
    for index in model_features(schema, names):
        feature = schema.features[index]
        if feature.kind != "categorical":
            terms.append((index, ()))
        elif names is not None:
            every = range(feature.n_categories)
            terms += [(index, tuple(k == code for k in every)) for code in every if code > 0]
    return terms


def term_matrix(terms: Sequence[Term], dataset: Dataset) -> tuple[Terms, FloatArray]:
    """The terms, and the values of all samples; the mean of those known where one is missing."""
    blank = Terms.make(terms, [np.nan] * len(terms))
    matrix = blank.matrix(dataset.columns, dataset.n_rows)
    # Not by a matrix product, for which BLAS would start its own threads.
    mean = np.einsum("i,ij->j", dataset.weights, matrix) / dataset.weights.sum()
    for k in np.flatnonzero(np.isnan(mean)):
        is_known = ~np.isnan(matrix[:, k])
        weights = dataset.weights[is_known]
        weight = float(weights.sum())
        total = float(np.einsum("i,i", weights, matrix[is_known, k]))
        mean[k] = total / weight if weight > 0 else 0.0
        matrix[~is_known, k] = mean[k]
    return Terms.make(terms, mean.tolist()), matrix
