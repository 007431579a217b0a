"""Numbers by a model, corrected by the training samples nearby."""

from __future__ import annotations

import os
import warnings
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import _check_feature_names, check_is_fitted

from arboretum.data import Dataset
from arboretum.estimators.base import check_names, warn_of_column
from arboretum.estimators.m5 import M5Regressor
from arboretum.estimators.neighbour_file import load, save
from arboretum.estimators.regressor import Regressor
from arboretum.estimators.rules import RuleRegressor
from arboretum.exceptions import DataError, ExtrapolationWarning, ParameterError
from arboretum.model import model_of
from arboretum.model.neighbour_model import NeighbourModel, Neighbours, TrainingSamples
from arboretum.part import is_whole
from arboretum.tree.predict.routing import Columns

__all__ = ["NeighbourCorrection"]


class NeighbourCorrection(RegressorMixin, BaseEstimator):
    r"""Adds to each prediction how wrong the model was on the training samples nearby.

    .. math:: \hat y = f(x) + \frac{\sum_i w_i (y_i - f(x_i))}{\sum_i w_i}, \qquad
              w_i = \frac{1}{d_i + 1/2}

    for the nearest training samples :math:`i`, at the distances :math:`d_i`: Quinlan's way to
    combine models with instances, an option of Cubist.  Often that lowers the error; but the
    prediction is then no longer what the model says alone.  :meth:`neighbours` tells for each
    sample which training samples corrected it, and by how much.

    The distance is the sum over the features of how far two values are apart, each from 0 to 1:
    numbers as a share of their range in training, categories by 1 unless they are the same.  A
    missing value is as far from any other as two values are on average.  All features count,
    also those that the model does not ask about.

    Parameters
    ----------
    estimator : an estimator of this library that predicts one number by a tree or rules, or None
        None is :class:`~arboretum.M5Regressor`.
    n_neighbors : int
        How many training samples correct a prediction.  Samples that are equally far share what
        is left of that number.

    Attributes
    ----------
    estimator_ : the fitted estimator
    model_ : NeighbourModel
    n_features_in_ : int
    feature_names_in_ : names of the columns, when fitted on a data frame.

    References
    ----------
    J. R. Quinlan (1993), Combining instance-based and model-based learning, *ICML*, 236-243.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import NeighbourCorrection
    >>> x = np.arange(60.0)
    >>> y = np.where(x < 30, x, 100 - x) + 5 * np.sin(x / 4)
    >>> model = NeighbourCorrection(n_neighbors=2).fit({"x": x}, y)
    >>> print(model.neighbours({"x": [10.4]})[0])
    model 13.04582, corrected by +0.01124
      row 10: 0.502 of +0.2251 (12.99236, model 12.76727; distance 0.00678)
      row 11: 0.498 of -0.204 (12.9083, model 13.11235; distance 0.0102)
    """

    def __init__(self, estimator: Any = None, *, n_neighbors: int = 5) -> None:
        self.estimator = estimator
        self.n_neighbors = n_neighbors

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Fit the model, and keep the training samples.

        Parameters
        ----------
        X : data frame, array or mapping of columns, as the estimator takes them
        y : one number per sample
        sample_weight : how much each sample counts.  Whole numbers mean repetition.
        """
        warn_of_column(y)
        grower = self._new_estimator()
        if not is_whole(self.n_neighbors) or self.n_neighbors < 1:
            raise ParameterError(
                f"n_neighbors={self.n_neighbors!r} must be a whole number of at least 1."
            )
        dataset = grower.make_dataset(X, y, sample_weight)
        if len(dataset.schema.targets) > 1:
            raise DataError(
                f"{type(self).__name__} predicts one number, but there are "
                f"{len(dataset.schema.targets)} targets. Fit one per target."
            )
        _check_feature_names(self, X, reset=True)
        self.estimator_: Regressor | RuleRegressor = grower.fit_dataset(dataset)
        self.n_features_in_ = dataset.schema.n_features
        samples = _training_samples(self.estimator_, dataset)
        self.model_ = NeighbourModel(model_of(self.estimator_), samples, int(self.n_neighbors))
        return self

    def _new_estimator(self) -> Regressor | RuleRegressor:
        if self.estimator is None:
            return M5Regressor()
        if not isinstance(self.estimator, Regressor | RuleRegressor):
            raise ParameterError(
                f"estimator={self.estimator!r} of {type(self).__name__} must be an estimator of "
                "this library that predicts a number by a tree or rules, or None."
            )
        found: Regressor | RuleRegressor = clone(self.estimator)
        return found

    def _columns(self, X: Any) -> Columns:
        """Encode samples as training did; warn of new categories."""
        check_is_fitted(self, "model_")
        check_names(self, self.model_.schema, X)
        return self.model_.encode(X, owner=type(self).__name__)

    def predict(self, X: Any) -> npt.NDArray[np.float64]:
        """What the model says of each sample, corrected by its neighbours."""
        columns = self._columns(X)  # which refuses what is not fitted
        return np.asarray(self.model_.predict_encoded(columns)[:, 0])

    def neighbours(self, X: Any) -> list[Neighbours]:
        """For each sample the training samples that correct its prediction; printed, in words."""
        columns = self._columns(X)
        return list(self.model_.neighbours(columns))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model and the training samples it needs as JSON, whole or not at all."""
        check_is_fitted(self, "model_")
        save(self.model_, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read what was saved, ready to predict; nothing in the file is ever executed."""
        model = load(path)
        loaded = cls(n_neighbors=model.n_neighbors)
        loaded.model_ = model
        loaded.n_features_in_ = model.schema.n_features
        return loaded

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        grower = M5Regressor() if self.estimator is None else self.estimator
        tags.input_tags = get_tags(grower).input_tags
        tags.target_tags.required = True
        return tags


def _training_samples(fitted: Regressor | RuleRegressor, dataset: Dataset) -> TrainingSamples:
    assert dataset.targets is not None
    with warnings.catch_warnings():
        # That training samples are held to the range of their leaf is no news.
        warnings.simplefilter("ignore", ExtrapolationWarning)
        said = model_of(fitted).predict_encoded(list(dataset.columns))[:, 0]
    return TrainingSamples(
        tuple(dataset.columns),
        np.asarray(dataset.targets[:, 0], dtype=np.float64),
        np.asarray(said, dtype=np.float64),
        np.asarray(dataset.weights, dtype=np.float64),
        np.asarray(dataset.counts, dtype=np.float64),
    )
