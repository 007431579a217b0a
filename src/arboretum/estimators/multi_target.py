"""One tree for many targets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import RegressorMixin

from arboretum.criteria import VectorVariance
from arboretum.data import Dataset, Schema
from arboretum.data.encode.dataset_from import dataset_of, require_as_many
from arboretum.data.encode.features import encode_like
from arboretum.data.encode.vector_targets import (
    decode_vector,
    encode_vector,
    vector_weights,
)
from arboretum.data.encode.weights import encode_weights
from arboretum.data.measured import Standardised
from arboretum.data.schema import VectorTarget
from arboretum.estimators.base import TreeEstimator
from arboretum.growing import Progress, Recipe
from arboretum.growing.losses import loss_of
from arboretum.leaves import MeanVector
from arboretum.search.loss import VectorLoss
from arboretum.species.parameters import (
    own_rules,
    resolve_missing,
    resolve_splits,
    size_rules,
    whole_number,
)

__all__ = ["MultiTargetRegressor"]

FloatArray = npt.NDArray[np.float64]


class MultiTargetRegressor(RegressorMixin, TreeEstimator):
    r"""One tree that predicts many targets at once: a predictive clustering tree.

    A split is as good as the decrease of the variance of the whole vector of targets,

    .. math:: \sum_j c_j \operatorname{Var}_j

    and a leaf predicts the mean of each.  Targets may be numbers or classes, in any mixture;
    a class is a number that is 1 where it holds.  Cells of the targets that are not known are
    left out of means and variances, and their samples are kept.

    Parameters
    ----------
    weights : {"standardised", "equal"}, mapping from target name to weight, or sequence
        How much the variance of each target counts, c.  ``"standardised"`` divides it by the
        variance of the target over all samples, so that units do not matter; ``"equal"``
        takes all variances as they are, as scikit-learn does, and so do given weights.
    splits : "binary", "multiway", or splitters
        What may be asked.
    missing : {"direction", "majority", "fractional", "branch", "error"} or a policy
        What happens to samples that cannot answer.
    stopping : rules, or functions of a node
        Further reasons to stop, such as :class:`~arboretum.stopping.FTest`.
    pruning : Pruner, its name, or None
        Makes the grown tree smaller: by default M5's pruning with a cost of 1, Quinlan's.
        None grows to the end, where several targets are mostly predicted worse.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    min_samples_leaf : int or share
        As in scikit-learn, but 2.
    max_depth, min_samples_split, max_leaf_nodes, n_jobs
        As in scikit-learn.

    Attributes
    ----------
    targets_ : the targets, with the classes of those that have some.
    target_weights_ : what each number of the vector counts.

    References
    ----------
    H. Blockeel, L. De Raedt & J. Ramon (1998), Top-down induction of clustering trees,
    *Proceedings of the 15th International Conference on Machine Learning*, 55-63.

    Examples
    --------
    >>> from arboretum import MultiTargetRegressor
    >>> X = {"hour": [1, 2, 3, 4, 5, 6]}
    >>> y = {"speed": [9, 8, 9, 2, 1, None], "road": ["dry"] * 3 + ["wet"] * 3}
    >>> model = MultiTargetRegressor(pruning=None, max_depth=1).fit(X, y)
    >>> model.predict({"hour": [2, 6]}).tolist()
    [[8.666666666666666, 'dry'], [1.5, 'wet']]
    """

    _nominal = False

    def __init__(
        self,
        *,
        weights: Any = "standardised",
        splits: Any = "binary",
        missing: Any = "direction",
        stopping: Any = (),
        pruning: Any = "m5=1",
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 2,
        max_leaf_nodes: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self.weights = weights
        self.splits = splits
        self.missing = missing
        self.stopping = stopping
        self.pruning = pruning
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.n_jobs = n_jobs

    def _encode(self, X: Any, y: Any, sample_weight: Any) -> Dataset:
        read: list[tuple[VectorTarget, ...]] = []

        def encode() -> Any:
            targets, values = encode_vector(y)
            read.append(targets)
            return tuple(column for target in targets for column in target.columns), values

        dataset = dataset_of(X, encode, kinds=self.kinds, sample_weight=sample_weight)
        self.targets_ = read[0]
        return replace(dataset, vector=self.targets_)

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        """Grow a tree from an encoded dataset; unless it was read here, its targets are numbers."""
        read = tuple(c for target in getattr(self, "targets_", ()) for c in target.columns)
        if read != dataset.schema.targets:
            places = enumerate(dataset.schema.targets)
            self.targets_ = dataset.vector or tuple(
                VectorTarget(t.name, None, slice(k, k + 1)) for k, t in places
            )
        return super().fit_dataset(dataset, progress)

    def _recipe(self, schema: Schema) -> Recipe:
        max_leaf_nodes = whole_number(self, "max_leaf_nodes", at_least=1)
        return Recipe(
            criterion=VectorVariance(self._own_weights()),
            splitters=resolve_splits(self.splits),
            missing=resolve_missing(self.missing),
            leaf=MeanVector(),
            stopping=(*size_rules(self), *own_rules(self.stopping)),
            order="depth" if max_leaf_nodes is None else "best",
            max_leaf_nodes=max_leaf_nodes,
        )

    def _own_weights(self) -> Any:
        """What each number of the vector counts, or how that is measured."""
        if isinstance(self.weights, str) and self.weights == "standardised":
            places = (target.place for target in self.targets_)
            return Standardised(tuple(place.stop - place.start for place in places))
        return vector_weights(self.weights, self.targets_)

    def _learn_targets(self) -> None:
        loss = loss_of(self.tree_)
        assert isinstance(loss, VectorLoss)
        self.target_weights_ = np.array(loss.weights)
        self.n_outputs_ = len(self.targets_)

    def _values(self, X: Any) -> FloatArray:
        columns = self._columns(X)  # which refuses an estimator that is not fitted
        return self.model_.predict_encoded(columns, self.n_jobs)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The mean of each number and the most probable class, (n_samples, n_targets).

        One column is a plain array; with classes among the targets it holds objects.
        """
        values = self._values(X)
        predicted = decode_vector(self.targets_, values)
        return predicted[:, 0] if self.n_outputs_ == 1 else predicted

    def predict_shares(self, X: Any) -> dict[str, FloatArray]:
        """Shares of the classes of each nominal target by name, (n_samples, n_classes)."""
        values = self._values(X)
        return {
            target.name: values[:, target.place]
            for target in self.targets_
            if target.classes is not None
        }

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The mean over the targets of R², and of accuracy where there are classes.

        Cells that are not known do not count.
        """
        values = self._values(X)
        truth, (weights, _) = (
            self._truth(y, len(values)),
            encode_weights(sample_weight, len(values)),
        )
        scores = []
        for target in self.targets_:
            block, predicted = truth[:, target.place], values[:, target.place]
            known = ~np.isnan(block[:, 0])
            if known.any():
                scores.append(_score(target, block[known], predicted[known], weights[known]))
        return float(np.mean(scores)) if scores else np.nan

    def risk(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The mean squared error of the vector, by the weights of the targets; lower is better."""
        values = self._values(X)
        losses = loss_of(self.tree_).of(self._truth(y, len(values)), values)
        return float(np.average(losses, weights=encode_weights(sample_weight, len(values))[0]))

    def _truth(self, y: Any, n_samples: int) -> FloatArray:
        _, values = encode_vector(y, self.targets_)
        require_as_many(n_samples, len(values))
        return values

    def dataset_like(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        schema = self.tree_.schema
        columns = encode_like(schema, X, owner=type(self).__name__)
        weights, counts = encode_weights(sample_weight, len(columns[0]))
        return Dataset(schema, columns, self._truth(y, len(weights)), weights, counts)


def _score(
    target: VectorTarget, truth: FloatArray, predicted: FloatArray, weights: FloatArray
) -> float:
    """R², as scikit-learn has it, or accuracy."""
    if target.classes is not None:
        return float(np.average(truth.argmax(axis=1) == predicted.argmax(axis=1), weights=weights))
    mean = np.average(truth, weights=weights.reshape(-1, 1) * np.ones_like(truth))
    left = float((weights[:, None] * np.square(truth - predicted)).sum())
    whole = float((weights[:, None] * np.square(truth - mean)).sum())
    if whole == 0.0:
        return 1.0 if left == 0.0 else 0.0
    return 1.0 - left / whole
