"""A tree ready to predict."""

from __future__ import annotations

import copy
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.data.schema import Schema
from arboretum.exceptions import ExtrapolationWarning, warn_the_user
from arboretum.missing import MissingPolicy, policy_of
from arboretum.model.model import FloatArray, Model, TreeGrower
from arboretum.tree import Tree
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.predict.routing import Columns, Ends, look_up
from arboretum.tree.tree import found_tree

__all__ = ["TreeModel", "model_of", "samples_like"]


class TreeModel(Model):
    """One tree, which predicts classes by its loss matrix, or numbers.

    Parameters
    ----------
    tree : Tree
    policy : MissingPolicy or None
        What the tree was grown by, unless something else is given.  The model keeps a copy:
        changing the parameters of an estimator does not change what is fitted.
    """

    takes_matrix = True

    def __init__(self, tree: Tree, policy: MissingPolicy | None = None) -> None:
        self.tree = tree
        policy = policy_of(tree) if policy is None else policy
        # One without parameters cannot change, and small data would notice the copy.
        self._policy = copy.copy(policy) if getattr(policy, "__dict__", None) else policy

    @property
    def schema(self) -> Schema:
        return self.tree.schema

    @property
    def policy(self) -> MissingPolicy | None:
        return self._policy

    def ends(self, columns: Columns, n_jobs: int | None = 1) -> Ends:
        """The nodes where encoded samples end; says how many predictions are held back."""
        ends = self.tree.ends(columns, n_jobs=n_jobs)
        n, models = len(ends.node), self.tree.models
        n_clipped = 0 if models is None else models.n_clipped(columns, np.arange(n), ends.node)
        if n_clipped:
            warn_the_user(
                f"{n_clipped} of {n} predictions lay outside the targets that training saw at "
                "their leaf and were held to that range; clip=False holds none back.",
                ExtrapolationWarning,
            )
        return ends

    def predict_encoded(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[Any]:
        return self.tree.predict(self.ends(columns, n_jobs), columns)

    def predict_named(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[Any]:
        if self._of_nodes is None:
            return super().predict_named(columns, n_jobs)
        return look_up(self.tree, columns, self._of_nodes, n_jobs)

    @cached_property
    def _of_nodes(self) -> npt.NDArray[Any] | None:
        """What each node predicts, by name; None where that is not all a sample gets, or text."""
        tree = self.tree
        if tree.models is not None or tree.predictor.spreads or len(self.schema.targets) > 1:
            return None
        found = self.named(tree.decisions if self.schema.is_classification else tree.value)
        return np.ascontiguousarray(found) if found.dtype.kind in "biuf" else None

    def predict_values(self, columns: Columns, n_jobs: int | None = 1) -> FloatArray:
        """The shares of all classes, target after target, or numbers, (n_samples, width)."""
        return self.tree.predict_values(self.ends(columns, n_jobs), columns)

    def predict_proba_encoded(self, columns: Columns, n_jobs: int | None = 1) -> list[FloatArray]:
        shares = self.predict_values(columns, n_jobs)
        return [shares[:, block] for block in class_blocks(self.schema)]


def model_of(fitted: Any) -> Model:
    """A model itself, that of a fitted estimator, or one made of a tree."""
    found = fitted if isinstance(fitted, Model) else getattr(fitted, "model_", None)
    return found if isinstance(found, Model) else TreeModel(found_tree(fitted))


def samples_like(fitted: Any, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
    """Encode more samples, with their targets, as those of a tree or a fitted estimator were."""
    if isinstance(fitted, TreeGrower):  # it may take targets in forms that a tree does not
        return fitted.dataset_like(X, y, sample_weight)
    return dataset_like(model_of(fitted).schema, X, y, sample_weight)
