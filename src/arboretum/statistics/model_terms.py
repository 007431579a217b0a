"""Which terms linear models may use."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset, Schema
from arboretum.data.measured import ranks_by_mean
from arboretum.exceptions import ParameterError
from arboretum.part import Measured
from arboretum.statistics.base import FloatArray
from arboretum.tree.models.linear_models import Terms

__all__ = [
    "SamplesPerTerm",
    "Term",
    "each_category",
    "model_features",
    "ordered_terms",
    "term_matrix",
]

IntArray = npt.NDArray[np.integer]

#: A category has at most so many terms: an equation of more is neither read nor fitted well.
MOST_CUTS = 31
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


def each_category(schema: Schema, names: Sequence[str]) -> list[Term]:
    """The terms of some features; categories have one each except the first."""
    terms: list[Term] = []
    for index in model_features(schema, names):
        feature = schema.features[index]
        every = range(feature.n_categories)
        terms += (
            [(index, tuple(k == code for k in every)) for code in every if code > 0]
            if feature.kind == "categorical"
            else [(index, ())]
        )
    return terms


def ordered_terms(dataset: Dataset, names: Sequence[str] | None) -> list[Term]:
    """The terms of some features, None for all; categories have one for each cut of their order.

    The order is that of their mean targets, as in M5': k categories are k - 1 terms, each of
    which says whether a category is above a cut.  Of more cuts than ``MOST_CUTS`` those are
    taken that part the samples most evenly.
    """
    ranks = ranks_by_mean(dataset)
    terms: list[Term] = []
    for index in model_features(dataset.schema, names):
        if dataset.schema.features[index].kind != "categorical":
            terms.append((index, ()))
            continue
        rank = np.array(ranks[index])
        for cut in _cuts(rank, dataset.columns[index], dataset.weights):
            terms.append((index, tuple((rank >= cut).tolist())))
    return terms


def _cuts(rank: IntArray, column: IntArray, weights: FloatArray) -> list[int]:
    """The cuts of an order of categories that become terms: the rank of the first above each."""
    n_cuts = len(rank) - 1
    if n_cuts <= MOST_CUTS:
        return list(range(1, n_cuts + 1))
    known = column >= 0
    held = np.bincount(rank[column[known]], weights[known], minlength=len(rank))
    below = np.cumsum(held)[:-1]
    wanted = held.sum() * np.arange(1, MOST_CUTS + 1) / (MOST_CUTS + 1)
    found = np.minimum(np.searchsorted(below, wanted), n_cuts - 1)
    return sorted({1 + int(cut) for cut in found})


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


class SamplesPerTerm(Measured):
    """So many samples for each number of an equation: the intercept, and the terms that survive.

    A term that those before it explain in all samples, or that does not vary, counts for nothing.
    """

    name = "samples_per_term"

    def __init__(self, times: int, features: tuple[str, ...] | None = None) -> None:
        self.times = times
        self.features = features

    def measure(self, dataset: Dataset) -> int:
        _, matrix = term_matrix(ordered_terms(dataset, self.features), dataset)
        n_rows, n_terms = matrix.shape
        whole = np.array([0], dtype=np.int64), np.array([n_rows], dtype=np.int64)
        found = _core.fit_linear_models(
            terms=matrix,
            targets=np.zeros(n_rows),
            weights=dataset.weights,
            counts=dataset.counts,
            rows=np.arange(n_rows, dtype=np.int32),
            begin=whole[0],
            end=whole[1],
            start=np.array([0, n_terms], dtype=np.int64),
            term=np.arange(n_terms, dtype=np.int32),
            scale=np.ones(n_terms),
            drop="none",
            ridge=0.0,
        )
        return self.times * int(found["n_parameters"][0])
