"""One or several trees that predict sets of labels."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.hierarchy import Hierarchy
from arboretum.data.label_sets import LabelSets
from arboretum.data.schema import Schema
from arboretum.missing import MissingPolicy, policy_of
from arboretum.model.model import FloatArray, Model
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import label_shares
from arboretum.tree.predict.routing import Columns

__all__ = ["LabelModel"]


class LabelModel(Model):
    """Trees that predict labels, each where its probability is above a threshold.

    Parameters
    ----------
    schema : Schema
        One target of 0 and 1 per label.
    trees : one of all labels, one per label, or one whose classes are sets
    sets : LabelSets or None
        The sets that the classes of the tree stand for.
    hierarchy : Hierarchy or None
        A label is never more probable than the one above it, nor predicted without it.

    Attributes
    ----------
    thresholds : one probability per label, or None
        None predicts the most probable of ``sets``.
    """

    takes_matrix = True

    def __init__(
        self,
        schema: Schema,
        trees: Sequence[Tree],
        sets: LabelSets | None = None,
        hierarchy: Hierarchy | None = None,
    ) -> None:
        self._schema = schema
        self.trees = tuple(trees)
        self.thresholds: FloatArray | None = None
        self.sets = sets
        self.hierarchy = hierarchy
        self._policy = copy.copy(policy_of(self.trees[0]))

    @property
    def schema(self) -> Schema:
        return self._schema

    @property
    def policy(self) -> MissingPolicy | None:
        return self._policy

    def with_thresholds(self, thresholds: FloatArray) -> LabelModel:
        """The same with what the probability of each label must exceed."""
        self.row_encoder  # noqa: B018  (made once for all copies)
        other = copy.copy(self)
        other.thresholds = (
            thresholds if self.hierarchy is None else self.hierarchy.raised(thresholds)
        )
        return other

    def predict_shares(self, columns: Columns, n_jobs: int | None = 1) -> FloatArray:
        """Probability of each label, (n_samples, n_labels)."""
        ends = [tree.ends(columns, n_jobs=n_jobs) for tree in self.trees]
        if self.sets is not None:
            return ends[0].average(self.trees[0].probabilities[0]) @ np.asarray(self.sets)
        if self.trees[0].schema.targets == self.schema.targets:
            shares = ends[0].average(label_shares(self.trees[0].value))
            return shares if self.hierarchy is None else self.hierarchy.capped(shares)
        pairs = zip(ends, self.trees, strict=True)
        return np.column_stack([end.average(tree.probabilities[0])[:, 1] for end, tree in pairs])

    def predict_encoded(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[np.int64]:
        if self.thresholds is not None:
            return (self.predict_shares(columns, n_jobs) > self.thresholds).astype(np.int64)
        assert self.sets is not None  # without thresholds the most probable set is predicted
        tree = self.trees[0]
        codes = tree.predict_classes(tree.ends(columns, n_jobs=n_jobs))[:, 0]
        return np.asarray(self.sets, dtype=np.int64)[codes]

    def predict_proba_encoded(self, columns: Columns, n_jobs: int | None = 1) -> list[FloatArray]:
        there = self.predict_shares(columns, n_jobs)
        return [np.column_stack([1.0 - share, share]) for share in there.T]
