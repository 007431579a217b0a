"""Sets of labels: one tree for all labels, one per label, or one of whole sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from arboretum.criteria import (
    CLASS_CRITERIA,
    NUMBER_CRITERIA,
    Criterion,
    PerTarget,
    VectorVariance,
)
from arboretum.data import Dataset, LabelSets, Schema, Target
from arboretum.data.read.labels import read_label_sets
from arboretum.estimators.label_classifier import ABSENT_OR_THERE, LabelClassifier
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.explain import impurity_importance
from arboretum.growing import Progress, Recipe
from arboretum.growing.keep_rows import keep_rows
from arboretum.growing.to_binary import binary_of
from arboretum.leaves import ClassDistribution
from arboretum.model import LabelModel
from arboretum.pruning import Pruner
from arboretum.species.parameters import (
    own_rules,
    resolve_criterion,
    resolve_missing,
    resolve_splits,
    size_rules,
)
from arboretum.tree import Tree
from arboretum.tree.words.threshold import learn_digits

__all__ = ["MultiLabelClassifier"]

FloatArray = npt.NDArray[np.float64]
Strategy = Literal["vector", "binary_relevance", "label_powerset"]


class MultiLabelClassifier(LabelClassifier):
    """Predicts which of several labels a sample has: any number of them.

    Parameters
    ----------
    strategy : {"vector", "binary_relevance", "label_powerset"}
        ``"vector"`` grows one tree that lowers the variance of all labels at once, and so
        shows what goes together.  ``"binary_relevance"`` grows one tree per label, each by
        itself.  ``"label_powerset"`` grows one tree whose classes are the sets that occur,
        and so predicts only sets that were seen.
    criterion : {"entropy", "gini", "gain_ratio", "error", "chi_square", "twoing"}, object, or None
        How splits are scored, on average over the labels of a vector.  ``"gini"`` scores a vector
        by its variance, which is half of that, and quicker where labels are many.  None is
        entropy, except with ``weights`` and for ``"binary_relevance"``, which do with gini.
    weights : one number per label, or None
        How much each label counts in the variance of the vector; None counts all alike.
    threshold : probability, one per label, mapping from labels to probabilities, or None
        A label is predicted if its probability is above.  None is 0.5, except for
        ``"label_powerset"``, which predicts the most probable set.
    splits : "binary", "multiway", or splitters
        What may be asked.
    missing : {"direction", "majority", "fractional", "branch", "error"} or a policy
        What happens to samples that cannot answer.
    stopping : rules, or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`.
    pruning : Pruner, its name, or None
        Makes each grown tree smaller: by default error-based pruning, by the mistakes that are
        expected of all labels together.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    min_samples_leaf : int or share
        As in scikit-learn, but 2.
    max_depth, min_samples_split, n_jobs
        As in scikit-learn.

    Attributes
    ----------
    labels_ : the labels.

    References
    ----------
    G. Tsoumakas & I. Katakis (2007), Multi-label classification: an overview,
    *International Journal of Data Warehousing and Mining* 3(3), 1-13.

    Examples
    --------
    >>> from arboretum import MultiLabelClassifier
    >>> X = {"height": [1, 2, 3, 4, 5, 6]}
    >>> y = [{"grass"}, {"grass"}, {"grass", "shrub"}, {"shrub"}, {"shrub", "tree"}, {"tree"}]
    >>> model = MultiLabelClassifier(max_depth=1, pruning=None).fit(X, y)
    >>> model.predict_sets({"height": [1, 6]})[0]
    {'grass'}
    """

    def __init__(
        self,
        *,
        strategy: str = "vector",
        criterion: Any = None,
        weights: Any = None,
        threshold: Any = None,
        splits: Any = "binary",
        missing: Any = "direction",
        stopping: Any = (),
        pruning: Any = "error_based",
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 2,
        min_samples_leaf: int | float = 2,
        n_jobs: int | None = None,
    ) -> None:
        self.strategy = strategy
        self.criterion = criterion
        self.weights = weights
        self.threshold = threshold
        self.splits = splits
        self.missing = missing
        self.stopping = stopping
        self.pruning = pruning
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.n_jobs = n_jobs

    def _read_labels(self, y: Any, is_training: bool) -> LabelSets:
        if not is_training:
            return read_label_sets(y, self.labels_.tolist())[1]
        labels, sets = read_label_sets(y)
        self.labels_ = np.array(labels)
        return sets

    # Growing -------------------------------------------------------------------

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        """Grow the tree, or one per label, from an encoded dataset, reporting progress."""
        if self.strategy not in get_args(Strategy):
            known = ", ".join(map(repr, get_args(Strategy)))
            raise ParameterError(f"strategy={self.strategy!r} is not known. Known: {known}.")
        if self.weights is not None and self.strategy != "vector":
            raise UnsupportedCombination(
                f"weights set how much labels count in a vector, but strategy={self.strategy!r} "
                "has no vector. Use strategy='vector', or leave out weights."
            )
        self._learn_labels(dataset)
        if self.strategy == "label_powerset":
            self._learn_sets(dataset)
        pruner = self.chosen_pruner()
        trees = []
        for task in self._tasks(dataset):
            growing, judging = (task, task) if pruner is None else pruner.partition(task)
            grown = self.grow_dataset(growing, progress)
            pruned = self._pruned(pruner, grown, judging, progress)
            trees.append(learn_digits(pruned, task.columns))
        self.n_features_in_ = dataset.schema.n_features
        self.trees_ = trees
        self._learn_targets()
        return self

    def _learn_sets(self, dataset: Dataset) -> None:
        """The sets that occur, which are the classes of a powerset, the most frequent first.

        Of classes that are equally frequent in a leaf the first is predicted.
        """
        sets = _sets_of(dataset)
        counted = Counter(map(tuple, sets.named(range(sets.n_labels))))
        seen = sorted(counted, key=lambda labels: (-counted[labels], len(labels), labels))
        self._seen_sets = LabelSets.of(seen, sets.n_labels)

    def _tasks(self, dataset: Dataset) -> list[Dataset]:
        """What trees are grown from: all labels, each label, or the sets as classes."""
        sets, features = _sets_of(dataset), dataset.schema.features
        if self.strategy == "vector":
            return [dataset]
        if self.strategy == "binary_relevance":
            cells = np.asarray(sets)
            return [
                replace(dataset, schema=Schema(features, (target,)), targets=cells[:, k : k + 1])
                for k, target in enumerate(self._label_targets())
            ]
        place = {
            tuple(one): i for i, one in enumerate(self._seen_sets.named(range(len(self.labels_))))
        }
        codes = [self._code(place, one) for one in sets.named(range(len(self.labels_)))]
        target = Target("labels", _set_names(self._seen_sets.named(self.labels_.tolist())))
        values = np.array(codes, dtype=np.int32)[:, None]
        return [replace(dataset, schema=Schema(features, (target,)), targets=values)]

    def _code(self, place: dict[tuple[int, ...], int], labels: list[int]) -> int:
        if tuple(labels) not in place:
            names = self.labels_[labels].tolist()
            raise UnsupportedCombination(
                f"The set of labels {names} does not occur in training, and strategy="
                "'label_powerset' predicts only sets that do. Leave out samples with this set."
            )
        return place[tuple(labels)]

    def _recipe(self, schema: Schema) -> Recipe:
        return Recipe(
            criterion=self._own_criterion(),
            splitters=resolve_splits(self.splits),
            missing=resolve_missing(self.missing),
            leaf=ClassDistribution(),
            stopping=(*size_rules(self), *own_rules(self.stopping)),
        )

    def _own_criterion(self) -> Criterion:
        is_gini = self.weights is not None or self.strategy == "binary_relevance"
        given = ("gini" if is_gini else "entropy") if self.criterion is None else self.criterion
        criterion = resolve_criterion(given, CLASS_CRITERIA, NUMBER_CRITERIA, "class", "number")
        if self.strategy != "vector":
            return criterion
        if criterion.is_variance_of_labels:
            return VectorVariance(self._label_weights())
        if self.weights is not None:
            raise UnsupportedCombination(
                f"weights set how much labels count in the variance of a vector, but "
                f"criterion={criterion.name!r} counts all alike. Use criterion='gini', or leave "
                "out weights."
            )
        return PerTarget(criterion, (len(ABSENT_OR_THERE),) * len(self.labels_))

    def _label_weights(self) -> tuple[float, ...]:
        n = len(self.labels_)
        own = np.ones(n) if self.weights is None else np.asarray(self.weights, dtype=np.float64)
        if own.shape != (n,) or not (own >= 0).all() or not 0 < own.sum() < np.inf:
            raise ParameterError(
                f"weights={self.weights!r} must be {n} numbers of at least 0, one per label, and "
                "not all 0."
            )
        return tuple((own / own.sum()).tolist())

    # The trees -----------------------------------------------------------------

    def _make_model(self, trees: Sequence[Tree]) -> LabelModel:
        sets = self._seen_sets if self.strategy == "label_powerset" else None
        return LabelModel(self._label_schema(trees), trees, sets=sets)

    def _prune_by(self, pruner: Pruner, samples: Dataset | None) -> None:
        tasks = [None] * len(self.trees_) if samples is None else self._tasks(samples)
        pairs = zip(self.trees_, tasks, strict=True)
        self.trees_ = [self._pruned(pruner, tree, task, None) for tree, task in pairs]

    def _make_binary(self, samples: Dataset | None, balanced: bool) -> None:
        tasks = [None] * len(self.trees_) if samples is None else self._tasks(samples)
        pairs = zip(self.trees_, tasks, strict=True)
        self.trees_ = [binary_of(tree, task, balanced).tree for tree, task in pairs]

    def _keep_rows(self, samples: Dataset) -> None:
        pairs = zip(self.trees_, self._tasks(samples), strict=True)
        self.trees_ = [keep_rows(tree, task) for tree, task in pairs]

    @property
    def feature_importances_(self) -> FloatArray:
        """Share of each feature in the decrease of impurity; of several trees the mean."""
        return np.mean([impurity_importance(tree) for tree in self.trees_], axis=0)


def _sets_of(dataset: Dataset) -> LabelSets:
    assert dataset.label_sets is not None
    return dataset.label_sets


def _set_names(sets: list[list[Any]]) -> tuple[str, ...]:
    """Sets as texts; as they are written in Python where two would look the same."""
    names = tuple(" + ".join(map(str, labels)) or "none" for labels in sets)
    return names if len(set(names)) == len(names) else tuple(map(repr, sets))
