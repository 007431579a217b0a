"""Priors and losses as multipliers of class weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from arboretum.criteria import AlteredPriors, Criterion
from arboretum.data import Dataset, Prior, Schema
from arboretum.data.weights import prior_multipliers
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.leaves import ClassDistribution, LeafModel, PriorDistribution
from arboretum.stopping import MinRisk

__all__ = ["ClassCosts", "refuse_prior"]

FloatArray = npt.NDArray[np.float64]

#: With more classes a matrix of losses costs more than the shortcut it is for saves.
MAX_CLASSES = 200


@dataclass(frozen=True, eq=False)
class ClassCosts:
    """How much each class counts, by priors and by losses.

    Attributes
    ----------
    held : weight of the samples of each class.
    by_prior : share of each class in the world over its share of the samples.
    loss : (n_classes, n_classes) ``loss[true, predicted]``
    """

    held: FloatArray
    by_prior: FloatArray
    loss: FloatArray

    @classmethod
    def of(cls, dataset: Dataset, prior: Any, loss: FloatArray | None) -> Self:
        """Of the classes of one target.

        ``prior`` maps classes to shares, or holds a share a class in their order.
        """
        assert dataset.targets is not None
        target = dataset.schema.targets[0]
        classes = target.classes or ()
        counted = np.bincount(dataset.targets[:, 0], dataset.weights, minlength=len(classes))
        held = np.asarray(counted, dtype=np.float64)
        by_prior = np.ones(len(classes))
        if prior is not None:
            by_prior = prior_multipliers(_as_prior(prior, classes), target.name, classes, held)
        return cls(held, by_prior, 1.0 - np.eye(len(classes)) if loss is None else loss)

    @property
    def costs(self) -> FloatArray:
        """What each decision costs a unit of weight of each class, (true, predicted)."""
        return np.asarray(self.by_prior[:, None] * self.loss)

    @property
    def root_risk(self) -> float:
        return float((self.held[:, None] * self.costs).sum(axis=0).min(initial=np.inf))

    def alter(self, criterion: Criterion) -> Criterion:
        """The criterion with each class counted by its prior and by all that mistaking it costs.

        The altered weights of all samples add up to their weight.
        """
        altered = self.by_prior * self.loss.sum(axis=1)
        if np.ptp(altered) == 0:
            return criterion
        altered *= self.held.sum() / (altered * self.held).sum()
        return AlteredPriors(criterion, tuple(altered.tolist()))

    def leaf(self) -> LeafModel:
        """The leaf model that predicts shares in the world."""
        if (self.by_prior == 1.0).all():
            return ClassDistribution()
        return PriorDistribution(tuple(self.by_prior.tolist()))

    def min_risk(self, value: float) -> MinRisk | None:
        """The rule that stops where less than ``value`` could be saved, for a tree to be cut."""
        if len(self.held) > MAX_CLASSES:
            return None
        return MinRisk(value, tuple(map(tuple, self.costs.tolist())), cuts_back=True)


def _as_prior(prior: Any, classes: tuple[Any, ...]) -> Prior:
    if isinstance(prior, Prior):
        return prior
    if isinstance(prior, Mapping):
        return Prior(prior)
    shares = np.asarray(prior).reshape(-1).tolist()
    if len(shares) != len(classes):
        raise ParameterError(
            f"prior has {len(shares)} shares for {len(classes)} classes. Give one a class in the "
            f"order {', '.join(map(repr, classes))}, or a mapping from class to share."
        )
    return Prior(dict(zip(classes, shares, strict=True)))


def refuse_prior(prior: Any, schema: Schema) -> None:
    """Refuse priors where there are several targets."""
    if prior is not None:
        raise UnsupportedCombination(
            f"prior is about the classes of one target, but there are {len(schema.targets)}. "
            "Fit one tree a target, or leave prior=None."
        )
