"""What trees say of samples that they were not grown from, worked out once more."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.base import clone

from arboretum.data import Dataset
from tests.unit.report.tree_facts import TreeFacts

__all__ = ["FoldFacts", "wilson"]


class FoldFacts(TreeFacts):
    """The same of a report's errors."""

    #: Whether there are several targets, and whether these are labels; here there is one.
    is_several = False
    has_labels = False
    has_several_numbers = False

    @property
    def schema(self) -> Any:
        return self.tree.schema

    @property
    def target_name(self) -> str:
        return self.schema.targets[0].name

    @property
    def target(self) -> np.ndarray:
        return self.target_of(self.dataset)

    def target_of(self, samples: Dataset) -> np.ndarray:
        """The target of some of the samples."""
        return samples.targets[:, 0]

    @cached_property
    def has_target(self) -> np.ndarray:
        """Which rows have a value of the target."""
        return np.ones(self.dataset.n_rows, dtype=bool)

    @property
    def classes(self) -> tuple:
        return self.schema.targets[0].classes or ()

    @property
    def has_one_class(self) -> bool:
        """Whether one class is predicted: pages have colours for it, and say how sure it is."""
        return self.is_class and not self.is_several

    @property
    def has_models(self) -> bool:
        return self.tree.models is not None

    @cached_property
    def class_weights(self) -> np.ndarray:
        return np.bincount(self.target, self.dataset.weights, minlength=len(self.classes))

    @cached_property
    def trees_of_folds(self) -> list[Any]:
        return self.grown_without_folds(self.report.estimator)

    def grown_without_folds(self, estimator: Any) -> list[Any]:
        return [clone(estimator).fit_dataset(growing).tree_ for growing, _ in self.folds]

    def predicted(self, trees: list[Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Targets, predictions by trees that never saw them, and weights, fold after fold."""
        parts = []
        for (_, held_out), tree in zip(self.folds, trees, strict=True):
            found = tree.predict(tree.ends(held_out.columns), held_out.columns)
            parts.append((held_out.targets[:, 0], found[:, 0], held_out.weights))
        return tuple(np.concatenate(column) for column in zip(*parts, strict=True))

    @cached_property
    def held_out(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.predicted(self.trees_of_folds)

    def error(self, observed: np.ndarray, found: np.ndarray, weights: np.ndarray) -> float:
        if self.is_class:
            return float(np.average(observed != found, weights=weights))
        return math.sqrt(np.average((observed - found) ** 2, weights=weights))

    @cached_property
    def without_tree(self) -> float:
        """The error of the commonest class, or of the mean, of the other folds."""
        parts = []
        for growing, held_out in self.folds:
            target, weights = growing.targets[:, 0], growing.weights
            usual = (
                self.said_by_nobody(growing)
                if self.is_class
                else np.average(target, weights=weights)
            )
            observed = held_out.targets[:, 0]
            parts.append((observed, np.full(len(observed), usual), held_out.weights))
        return self.error(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def said_by_nobody(self, samples: Dataset) -> int:
        """The class that costs least to say of all samples: the commonest, if all cost the same."""
        counts = np.bincount(samples.targets[:, 0], samples.weights, minlength=len(self.classes))
        prior = getattr(self.report.estimator, "prior", None)
        if prior is not None:
            counts = np.array([prior[one] for one in self.classes])
        loss = 1 - np.eye(len(counts)) if self.tree.loss is None else self.tree.loss
        return int((counts @ loss).argmin())

    @property
    def usual_code(self) -> int:
        return self.said_by_nobody(self.dataset)

    @cached_property
    def interval(self) -> tuple[float, float]:
        observed, found, weights = self.held_out
        if self.is_class:
            n = weights.sum() ** 2 / self.held_out_squares.sum()
            return wilson(self.error(*self.held_out), n)
        squares = (observed - found) ** 2
        mean = np.average(squares, weights=weights)
        around = self.held_out_squares * (squares - mean) ** 2
        spread = math.sqrt(around.sum()) / weights.sum()
        half = 1.959964 * spread / (2 * math.sqrt(mean)) if mean > 0 else 0.0
        return max(math.sqrt(mean) - half, 0.0), math.sqrt(mean) + half

    @cached_property
    def held_out_squares(self) -> np.ndarray:
        """The squares of the weights of all samples, added up where a row stands for several."""
        held = [one for _, one in self.folds]
        return np.concatenate([one.weights**2 / one.counts for one in held])

    @cached_property
    def confusion(self) -> np.ndarray:
        counts = np.zeros((len(self.classes), len(self.classes)))
        for actual, found, weight in zip(*self.held_out, strict=True):
            counts[actual, found] += weight
        return counts

    @cached_property
    def held_out_shares(self) -> np.ndarray:
        """The share of each class that trees predict for samples they never saw."""
        parts = []
        for (_, held_out), tree in zip(self.folds, self.trees_of_folds, strict=True):
            values = tree.predict_values(tree.ends(held_out.columns), held_out.columns)
            parts.append(values / values.sum(axis=1, keepdims=True))
        return np.concatenate(parts)

    @cached_property
    def variance(self) -> float:
        observed, _, weights = self.held_out
        around = observed - np.average(observed, weights=weights)
        return float(np.average(around**2, weights=weights))

    @property
    def error_of_one_model(self) -> float:
        """Where the model of the root predicts all."""
        return self.error(*self.predicted([one.collapse([0]) for one in self.trees_of_folds]))

    @cached_property
    def losses(self) -> np.ndarray:
        actual, found, _ = self.held_out
        return np.asarray(self.tree.loss)[actual, found]

    @property
    def mean_loss(self) -> float:
        return float(np.average(self.losses, weights=self.held_out[2]))

    @property
    def interval_of_loss(self) -> tuple[float, float]:
        around = self.held_out_squares * (self.losses - self.mean_loss) ** 2
        spread = float(np.sqrt(around.sum())) / self.held_out[2].sum()
        return max(self.mean_loss - 1.959964 * spread, 0.0), self.mean_loss + 1.959964 * spread

    @property
    def mean_loss_without(self) -> float:
        parts = [
            (
                np.asarray(self.tree.loss)[held.targets[:, 0], self.said_by_nobody(rest)],
                held.weights,
            )
            for rest, held in self.folds
        ]
        losses, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
        return float(np.average(losses, weights=weights))

    @cached_property
    def explained(self) -> float:
        return max(1 - self.error(*self.held_out) ** 2 / self.variance, 0.0)


def wilson(share: float, n: float, z: float = 1.959964) -> tuple[float, float]:
    middle = (share + z**2 / (2 * n)) / (1 + z**2 / n)
    half = z * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2)) / (1 + z**2 / n)
    return middle - half, middle + half
