"""What is known about a set of labels as a whole: which there are, and how well each is found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, LabelSets
from arboretum.data.hierarchy import Hierarchy
from arboretum.judging import CrossValidation
from arboretum.measures import precision_recall
from arboretum.model import LabelModel

__all__ = ["Labels", "even_label", "labels_of"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Labels:
    """A set of labels in the samples, and what trees that never saw a sample say of it.

    Attributes
    ----------
    counts : weight of the samples that have each label
    mean_size, sizes : how many labels a sample has, on average, least and most
    n_sets : how many different sets occur
    commonest : the positions of the labels of the set that most samples have
    share_of_commonest : the share of the samples with it
    areas, areas_without : of each label, the area under its precision-recall curve in
        cross-validation, by a tree and by none; NaN for one that no sample has
    thresholds : the probability that each must exceed to be predicted
    even : the label that the number of samples nearest to half has
    hierarchy : which is below which, or None
    """

    counts: FloatArray
    mean_size: float
    sizes: tuple[int, int]
    n_sets: int
    commonest: tuple[int, ...]
    share_of_commonest: float
    areas: FloatArray
    areas_without: FloatArray
    thresholds: FloatArray
    even: int
    hierarchy: Hierarchy | None

    @property
    def n_present(self) -> int:
        """How many labels some sample has."""
        return int((self.counts > 0).sum())

    @property
    def mean_areas(self) -> tuple[float, float]:
        """The means of the areas of the labels that some sample has, by a tree and by none."""
        known = np.isfinite(self.areas)
        if not known.any():
            return float("nan"), float("nan")
        return float(self.areas[known].mean()), float(self.areas_without[known].mean())

    def order(self) -> list[int]:
        """The labels that some sample has, the most frequent first."""
        by_count = np.argsort(-self.counts, kind="stable")
        return [label for label in by_count.tolist() if self.counts[label] > 0]


def even_label(sets: LabelSets, weights: FloatArray) -> int:
    """The label that the number of samples nearest to half has."""
    return int(np.abs(sets.sums(weights) - weights.sum() / 2).argmin())


def labels_of(
    dataset: Dataset, estimator: Any, found: CrossValidation, without: CrossValidation
) -> Labels | None:
    """What is known about the labels of a dataset; None if its targets are none."""
    sets = dataset.label_sets
    if sets is None:
        return None
    weights = dataset.weights
    common: Counter[tuple[int, ...]] = Counter()
    for labels, weight in zip(sets.named(range(sets.n_labels)), weights.tolist(), strict=True):
        common[tuple(labels)] += weight
    # Of equally common ones the first in the order of their labels, whatever the rows' order.
    commonest = min(common, key=lambda one: (-common[one], len(one), one))
    model = estimator.model_
    thresholds = model.thresholds if isinstance(model, LabelModel) else None
    return Labels(
        sets.sums(weights),
        float(np.average(sets.sizes, weights=weights)),
        (int(sets.sizes.min()), int(sets.sizes.max())),
        len(common),
        commonest,
        common[commonest] / float(weights.sum()),
        _areas(found),
        _areas(without),
        np.full(sets.n_labels, 0.5) if thresholds is None else thresholds,
        even_label(sets, weights),
        getattr(estimator, "hierarchy_", dataset.hierarchy),
    )


def _areas(found: CrossValidation) -> FloatArray:
    assert found.shares is not None  # of labels they are kept
    truth, weights = np.asarray(found.held_out.targets), found.held_out.weights
    pairs = zip(truth.T, found.shares.T, strict=True)
    return np.array([precision_recall(one, share, weights).area for one, share in pairs])
