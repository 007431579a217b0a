"""Leaves that hold models of any kind: whatever fits and predicts."""

from __future__ import annotations

import copy
import inspect
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves.base import FloatArray, LeafModel
from arboretum.leaves.class_leaves import ClassDistribution
from arboretum.leaves.linear import NodeRows, equations
from arboretum.leaves.number_leaves import Mean
from arboretum.search.loss import ClassLoss, Loss, SquaredLoss
from arboretum.statistics.model_terms import each_category, term_matrix
from arboretum.tree import FittedModels, LinearModels, Tree

__all__ = ["ClassModel", "NumberModel"]

#: A model whose predictions are its coefficients' to this share is linear.
ROUNDING = 1e-9


class _AnyModel(LeafModel):
    """Fits a copy of an estimator to the samples of every node, once a tree is grown."""

    def __init__(self, estimator: Any, features: tuple[str, ...] | None = None) -> None:
        self.estimator = estimator
        self.features = features

    def after_growth(self, tree: Tree, dataset: Dataset) -> Tree:
        if len(dataset.schema.targets) > 1:
            raise UnsupportedCombination(
                f"leaf={self.estimator!r} is a model of one target, but there are "
                f"{len(dataset.schema.targets)}. Fit one tree per target."
            )
        features = dataset.schema.feature_names if self.features is None else self.features
        terms, _ = term_matrix(each_category(dataset.schema, features), dataset)
        matrix = terms.matrix(dataset.columns, dataset.n_rows)
        rows = NodeRows.of(tree, dataset)
        models = [self._fitted(matrix, dataset, rows.of_node(i)) for i in range(tree.n_nodes)]
        made = FittedModels(
            terms,
            tuple(models),
            tree.value,
            tree.schema.is_classification,
            np.zeros(tree.n_nodes),
            np.full(tree.n_nodes, 1 + len(terms)),
        )
        made = replace(made, risk=_risks(tree, made, dataset, rows))
        return replace(tree, models=_as_equations(made, matrix, rows) or made)

    def _fitted(self, matrix: FloatArray, dataset: Dataset, rows: npt.NDArray[np.int32]) -> Any:
        """A copy of the estimator that knows some rows; None if they all have the same target."""
        assert dataset.targets is not None
        target = dataset.targets[rows, 0]
        if len(rows) == 0 or (target == target[0]).all():
            return None
        model = _copied(self.estimator)
        weights = dataset.weights[rows]
        if (weights == weights[0]).all():
            return model.fit(matrix[rows], target)
        if "sample_weight" not in inspect.signature(model.fit).parameters:
            raise UnsupportedCombination(
                f"The samples have weights, which {type(model).__name__}.fit does not take. Use "
                "another leaf model, or no weights."
            )
        return model.fit(matrix[rows], target, sample_weight=weights)


class ClassModel(_AnyModel, ClassDistribution):
    """Predicts classes by a copy of an estimator that is fitted to the samples of the node.

    Parameters
    ----------
    estimator : an object with ``fit`` and ``predict_proba``, such as a LogisticRegression
    features : tuple of str or None
        The features that it gets, categories by indicators; None for all.
    """

    name = "class_model"


class NumberModel(_AnyModel, Mean):
    """Predicts numbers by a copy of an estimator that is fitted to the samples of the node.

    One whose predictions are linear, such as a Ridge, becomes an equation: it is shown with
    names and can be saved.

    Parameters
    ----------
    estimator : an object with ``fit`` and ``predict``, such as a Ridge
    features : tuple of str or None
        The features that it gets, categories by indicators; None for all.
    """

    name = "number_model"

    def loss(self, loss: Loss) -> Loss:
        return SquaredLoss()


def _copied(estimator: Any) -> Any:
    """The estimator as it was before any fit."""
    if hasattr(estimator, "get_params"):
        from sklearn.base import clone

        return clone(estimator)
    return copy.deepcopy(estimator)


def _risks(tree: Tree, models: FittedModels, dataset: Dataset, rows: NodeRows) -> FloatArray:
    """What the model of each node costs on its samples."""
    assert dataset.targets is not None
    loss: Loss = ClassLoss(tree.loss) if models.is_classes else SquaredLoss()
    risk = np.zeros(tree.n_nodes)
    for node in range(tree.n_nodes):
        here = rows.of_node(node)
        at = np.full(len(here), node, dtype=np.int32)
        values = models.evaluate(dataset.columns, here, at)
        predicted = tree.classes_of(values) if models.is_classes else values
        risk[node] = dataset.weights[here] @ loss.of(dataset.targets[here], predicted)
    return risk


def _as_equations(models: FittedModels, matrix: FloatArray, rows: NodeRows) -> LinearModels | None:
    """The same models as equations, if that is what all of them are."""
    n_terms, found = len(models.terms), np.zeros((len(models), 1 + len(models.terms)))
    for node, model in enumerate(models.models):
        if model is None:
            found[node, 0] = models.value[node, 0]
            continue
        numbers = _linear_numbers(model, n_terms)
        if models.is_classes or numbers is None:
            return None
        here = rows.of_node(node)
        predicted = np.ravel(model.predict(matrix[here]))
        by_hand = numbers[0] + matrix[here] @ numbers[1:]
        tolerance = ROUNDING * np.abs(predicted).max()
        if not np.allclose(predicted, by_hand, rtol=ROUNDING, atol=tolerance):
            return None
        found[node] = numbers
    return equations(models.terms, found, models.risk, models.n_parameters)


def _linear_numbers(model: Any, n_terms: int) -> FloatArray | None:
    """Intercept and coefficients of an estimator, if it has some."""
    coefficients = np.ravel(getattr(model, "coef_", ()))
    intercept = np.ravel(getattr(model, "intercept_", ()))
    if coefficients.shape != (n_terms,) or intercept.shape != (1,):
        return None
    return np.concatenate([intercept, coefficients]).astype(np.float64)
