"""What every classifier of label sets does: sets, probabilities, measures."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from arboretum.data import Dataset, LabelSets, Schema, Target, encode_like
from arboretum.data.encode.dataset_from import dataset_of, require_as_many
from arboretum.data.encode.weights import encode_weights
from arboretum.estimators.base import TreeEstimator
from arboretum.exceptions import ManyTreesError, ParameterError
from arboretum.measures import LabelReport, report_labels
from arboretum.model import LabelModel
from arboretum.part import is_number
from arboretum.tree import Tree

__all__ = ["LabelClassifier"]

FloatArray = npt.NDArray[np.float64]

#: The classes of a label: it is not there, or it is.
ABSENT_OR_THERE = (0, 1)


class LabelClassifier(ClassifierMixin, TreeEstimator):
    """A tree that predicts sets of labels.

    Attributes
    ----------
    labels_ : the labels, in the order of the columns of ``predict`` and ``predict_proba``.
    trees_ : the tree, or one per label.
    tree_ : the tree, where there is one.
    """

    _nominal = True
    labels_: npt.NDArray[Any]

    @abstractmethod
    def _read_labels(self, y: Any, is_training: bool) -> LabelSets:
        """Which labels samples have; in training also which labels there are (``labels_``)."""

    def _encode(self, X: Any, y: Any, sample_weight: Any) -> Dataset:
        def encode() -> tuple[tuple[Target, ...], LabelSets]:
            sets = self._read_labels(y, is_training=True)
            return self._label_targets(), sets

        return dataset_of(X, encode, kinds=self.kinds, sample_weight=sample_weight)

    def _label_targets(self) -> tuple[Target, ...]:
        labels = getattr(self, "labels_", ())
        return tuple(Target(str(label), ABSENT_OR_THERE) for label in labels)

    def _learn_labels(self, dataset: Dataset) -> None:
        """The labels of an encoded dataset, unless it is the one that was read here."""
        if self._label_targets() != dataset.schema.targets:
            self.labels_ = np.array([target.name for target in dataset.schema.targets])

    def dataset_like(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        check_is_fitted(self, "model_")
        schema = self.model_.schema
        columns = encode_like(schema, X, owner=type(self).__name__)
        weights, counts = encode_weights(sample_weight, len(columns[0]))
        targets: Any = self._sets_like(y, len(weights))
        return Dataset(schema, columns, targets, weights, counts)

    def _sets_like(self, y: Any, n_samples: int) -> LabelSets:
        sets = self._read_labels(y, is_training=False)
        require_as_many(n_samples, len(sets))
        return sets

    def _learn_targets(self) -> None:
        self.n_outputs_ = len(self.labels_)

    # The trees -----------------------------------------------------------------

    @property
    def model_(self) -> LabelModel:  # type: ignore[override]
        """What predicts: the trees, with the thresholds set now."""
        model = self._fitted_model
        if model.sets is not None and self.threshold is None:
            return model
        return model.with_thresholds(self._thresholds())

    @property
    def trees_(self) -> list[Tree]:
        """The tree of all labels, or one per label."""
        return list(self._fitted_model.trees)

    @trees_.setter
    def trees_(self, trees: Sequence[Tree]) -> None:
        self._fitted_model = self._make_model(trees)

    @property
    def tree_(self) -> Tree:
        """The tree of all labels."""
        trees = self._fitted_model.trees
        if len(trees) > 1:
            raise ManyTreesError(
                f"{self!r} grew {len(trees)} trees, one per label. Look at trees_, or use "
                "strategy='vector' for one tree of all labels."
            )
        return trees[0]

    @tree_.setter
    def tree_(self, tree: Tree) -> None:
        self.trees_ = [tree]

    def _make_model(self, trees: Sequence[Tree]) -> LabelModel:
        return LabelModel(self._label_schema(trees), trees)

    def _label_schema(self, trees: Sequence[Tree]) -> Schema:
        return Schema(trees[0].schema.features, self._label_targets())

    # Prediction ----------------------------------------------------------------

    def predict_proba(self, X: Any) -> FloatArray:
        """Probability of each label, (n_samples, n_labels)."""
        columns = self._columns(X)
        return self.model_.predict_shares(columns, self.n_jobs)

    def predict(self, X: Any) -> npt.NDArray[np.int64]:
        """Which labels each sample has, (n_samples, n_labels) of 0 and 1."""
        columns = self._columns(X)
        return self.model_.predict_encoded(columns, self.n_jobs)

    def predict_sets(self, X: Any) -> list[set[Any]]:
        """The labels of each sample by name."""
        named = LabelSets.from_indicators(self.predict(X)).named(self.labels_.tolist())
        return [set(labels) for labels in named]

    def _thresholds(self) -> FloatArray:
        """What the probability of each label must exceed."""
        given = 0.5 if self.threshold is None else self.threshold
        if isinstance(given, Mapping):
            names = [str(label) for label in self.labels_]
            unknown = {str(label) for label in given} - set(names)
            if unknown:
                raise ParameterError(
                    f"threshold names {min(unknown)!r}, which is not one of the labels."
                )
            by_name = {str(label): number for label, number in given.items()}
            given = [by_name.get(name, 0.5) for name in names]
        found = np.full(len(self.labels_), given) if is_number(given) else np.asarray(given)
        if found.shape != self.labels_.shape or not ((found >= 0) & (found <= 1)).all():
            raise ParameterError(
                f"threshold={self.threshold!r} must be a probability, a mapping from labels to "
                "probabilities, or one per label."
            )
        return found.astype(np.float64)

    # Judging -------------------------------------------------------------------

    def measure(self, X: Any, y: Any) -> LabelReport:
        """All measures of the predictions for samples whose labels are known."""
        shares = self.predict_proba(X)
        truth = np.asarray(self._sets_like(y, len(shares)))
        return report_labels(self.labels_.tolist(), truth, self.predict(X), shares)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of samples whose set of labels is right in every label."""
        return self._average(np.asarray(self._is_right(X, y).all(axis=1)), sample_weight)

    def risk(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of labels that are wrong, the Hamming loss; lower is better."""
        return self._average((~self._is_right(X, y)).mean(axis=1), sample_weight)

    def _is_right(self, X: Any, y: Any) -> npt.NDArray[np.bool_]:
        predicted = self.predict(X)
        return np.asarray(self._sets_like(y, len(predicted))) == predicted

    @staticmethod
    def _average(values: npt.NDArray, sample_weight: Any) -> float:
        return float(np.average(values, weights=encode_weights(sample_weight, len(values))[0]))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.single_output = False
        tags.target_tags.multi_output = True
        tags.classifier_tags.multi_class = False
        tags.classifier_tags.multi_label = True
        return tags
