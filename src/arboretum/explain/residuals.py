"""How far each prediction is from what is true, sample by sample."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.growing.losses import loss_of
from arboretum.model import Model, model_of, samples_like
from arboretum.search.loss import ClassLoss, ResidualKind
from arboretum.tree.tree import found_tree

__all__ = ["residuals"]

FloatArray = npt.NDArray[np.float64]


def residuals(
    fitted: Any, X: Any, y: Any, kind: ResidualKind = "usual", *, sample_weight: Any = None
) -> FloatArray:
    r"""How far each prediction is from what is true: R's ``residuals()`` of an rpart tree.

    Of numbers, what is true less what is predicted, whatever the kind.  Of classes

    * ``usual``: what the prediction costs by the loss matrix; without one 1 if it is wrong, else 0;
    * ``pearson``: :math:`(1 - p) / \sqrt{p (1 - p)}`, p being the probability of the true class;
    * ``deviance``: :math:`\sqrt{-2 \log p}`.

    Of counts (``criterion="poisson"``) the events less those expected, and what McCullagh and
    Nelder define by these two names.

    Parameters
    ----------
    fitted : a fitted estimator, or a tree.
    X, y : samples with their targets.
    kind : {"usual", "pearson", "deviance"}
    sample_weight : of counts, the exposure of each sample; nothing else depends on it.

    Returns
    -------
    (n_samples,), or (n_samples, n_targets) for several targets
        Infinite by ``pearson`` and ``deviance`` where the true class had no probability.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> X, y = {"x": [1, 1, 1, 1, 2]}, ["no", "yes", "yes", "yes", "no"]
    >>> model = TreeClassifier().fit(X, y)
    >>> residuals(model, X, y)
    array([1., 0., 0., 0., 0.])
    >>> residuals(model, X, y, "deviance").round(4)
    array([1.6651, 0.7585, 0.7585, 0.7585, 0.    ])

    References
    ----------
    T. M. Therneau & E. J. Atkinson, *rpart*, ``residuals.rpart``; P. McCullagh & J. A. Nelder
    (1989), *Generalized Linear Models*, 2.4.
    """
    if kind not in get_args(ResidualKind):
        known = ", ".join(map(repr, get_args(ResidualKind)))
        raise ParameterError(f"kind={kind!r} is not known. Known: {known}.")
    model = model_of(fitted)
    dataset = samples_like(fitted, X, y, sample_weight)
    model.refuse(dataset.columns)
    truth = np.asarray(dataset.targets)
    if model.schema.is_classification:
        found = _of_classes(fitted, model, dataset, truth, kind)
    else:
        predicted = model.predict_encoded(dataset.columns)
        found = loss_of(found_tree(fitted)).residuals(truth, predicted, dataset.weights, kind)
    return found[:, 0] if found.shape[1] == 1 else found


def _of_classes(
    fitted: Any, model: Model, dataset: Dataset, truth: npt.NDArray[Any], kind: ResidualKind
) -> FloatArray:
    """Of class codes, (n_samples, n_targets)."""
    if kind == "usual":
        predicted = model.predict_encoded(dataset.columns)
        matrix = found_tree(fitted).loss if truth.shape[1] == 1 else None
        pairs = [(truth[:, [k]], predicted[:, [k]]) for k in range(truth.shape[1])]
        return np.stack([ClassLoss(matrix).of(*pair) for pair in pairs], axis=1)
    shares = model.predict_proba_encoded(dataset.columns)
    rows = np.arange(len(truth))
    true = np.stack([block[rows, truth[:, k]] for k, block in enumerate(shares)], axis=1)
    with np.errstate(divide="ignore"):
        if kind == "pearson":
            return np.asarray(np.sqrt((1.0 - true) / true))
        return np.asarray(np.sqrt(-2.0 * np.log(true)) + 0.0)
