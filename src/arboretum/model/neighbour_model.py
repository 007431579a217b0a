"""A model of numbers, corrected by how wrong it was on the training samples nearby."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.missing import MissingPolicy
from arboretum.model.distances import Distances
from arboretum.model.model import Encoded, Model
from arboretum.tree.predict.routing import Columns

__all__ = ["NeighbourModel", "Neighbours", "TrainingSamples"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

#: What is added to a distance before a neighbour's share is made of its inverse.
NEAREST = 0.5
#: Distances are sums; those that differ by this much are equal.
_ROUNDING = 1e-9
#: This many distances are held at once.
_AT_ONCE = 4_000_000


@dataclass(frozen=True, eq=False)
class TrainingSamples:
    """What is kept of the training samples.

    Attributes
    ----------
    columns : one encoded array per feature
    target : (n,) the number that was to be predicted
    said : (n,) what the model says, without correction
    weights, counts : (n,)
        How much each row counts, and how many samples it stands for.
    """

    columns: Encoded
    target: FloatArray
    said: FloatArray
    weights: FloatArray
    counts: FloatArray


@dataclass(frozen=True, eq=False)
class Neighbours:
    """The training samples that correct one prediction.

    Attributes
    ----------
    said : float
        What the model says of the sample, without correction.
    rows : (k,) int
        Of the training samples, the nearest first.
    distances : (k,) how far each is away
    shares : (k,) how much each counts; they add up to 1
    targets, model_said : (k,) the number of each, and what the model says of it
    """

    said: float
    rows: IntArray
    distances: FloatArray
    shares: FloatArray
    targets: FloatArray
    model_said: FloatArray

    @property
    def correction(self) -> float:
        """What is added to what the model says."""
        return float(self.shares @ (self.targets - self.model_said))

    @property
    def prediction(self) -> float:
        """What is predicted of the sample."""
        return self.said + self.correction

    def __str__(self) -> str:
        lines = [f"model {self.said:.7g}, corrected by {self.correction:+.4g}"]
        each = (self.rows, self.distances, self.shares, self.targets, self.model_said)
        for row, distance, share, target, said in zip(*(it.tolist() for it in each), strict=True):
            lines.append(
                f"  row {row}: {share:.3f} of {target - said:+.4g} "
                f"({target:.7g}, model {said:.7g}; distance {distance:.3g})"
            )
        return "\n".join(lines)


class NeighbourModel(Model):
    r"""Adds to what a model says how wrong it was, on average, on the nearest training samples.

    .. math:: \hat y = f(x) + \frac{\sum_i w_i (y_i - f(x_i))}{\sum_i w_i}, \qquad
              w_i = \frac{1}{d_i + 1/2}

    with the nearest samples :math:`i` at the distances :math:`d_i` (Quinlan 1993).  Samples that
    are equally far share what is left of the number of neighbours.
    """

    def __init__(self, model: Model, samples: TrainingSamples, n_neighbors: int) -> None:
        self.model = model
        self.samples = samples
        self.n_neighbors = n_neighbors
        features = model.schema.features
        self._distances = Distances(features, samples.columns, samples.counts)

    @property
    def schema(self) -> Schema:
        return self.model.schema

    @property
    def policy(self) -> MissingPolicy | None:
        return self.model.policy

    @property
    def on_unseen(self) -> str:
        return self.model.on_unseen

    def predict_encoded(self, columns: Columns, n_jobs: int | None = 1) -> FloatArray:
        found = self.neighbours(columns, n_jobs)
        return np.array([[one.prediction] for one in found]).reshape(-1, 1)

    def predict_proba_encoded(self, columns: Columns, n_jobs: int | None = 1) -> list[FloatArray]:
        """Numbers have no shares of classes."""
        return self.model.predict_proba_encoded(columns, n_jobs)

    def neighbours(self, columns: Columns, n_jobs: int | None = 1) -> Iterator[Neighbours]:
        """For each encoded sample the training samples that correct its prediction."""
        samples = self.samples
        said = self.model.predict_encoded(columns, n_jobs)[:, 0]
        step = max(1, _AT_ONCE // len(samples.target))
        for first in range(0, len(said), step):
            some = [column[first : first + step] for column in columns]
            for k, distances in enumerate(self._distances.to(some)):
                rows, shares = self._shares(distances)
                yield Neighbours(
                    float(said[first + k]),
                    rows,
                    distances[rows],
                    shares,
                    samples.target[rows],
                    samples.said[rows],
                )

    def _shares(self, distances: FloatArray) -> tuple[IntArray, FloatArray]:
        """The nearest rows, and how much each counts."""
        counts = self.samples.counts
        k = min(self.n_neighbors, len(distances))
        # As many rows hold as many samples, if not more.
        limit = np.partition(distances, k - 1)[k - 1] + _ROUNDING
        rows = np.flatnonzero(distances <= limit)
        rows = rows[np.argsort(distances[rows], kind="stable")]
        group = np.cumsum(np.diff(distances[rows], prepend=distances[rows[0]]) > _ROUNDING)
        of_group = np.bincount(group, weights=counts[rows])
        before = np.cumsum(of_group) - of_group
        taken = np.clip(self.n_neighbors - before, 0, of_group) / of_group
        weight = taken[group] * self.samples.weights[rows] / (distances[rows] + NEAREST)
        is_taken = weight > 0
        if not is_taken.any():  # the nearest weigh nothing
            return rows[:0], weight[:0]
        return rows[is_taken], weight[is_taken] / weight.sum()
