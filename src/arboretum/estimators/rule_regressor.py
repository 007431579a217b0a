"""Numbers by rules: those of a tree, shortened and put in order."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import RegressorMixin

from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.cart_regressor import CARTRegressor
from arboretum.estimators.regressor import Regressor
from arboretum.estimators.rule_estimator import RuleEstimator

__all__ = ["RuleRegressor"]


class RuleRegressor(RegressorMixin, RuleEstimator):
    """Few short rules instead of a regression tree; each predicts the mean of its samples.

    Rules are made as by :class:`RuleClassifier`: each loses the conditions it
    does not need, and the first that a sample meets decides.

    Parameters
    ----------
    tree : an estimator of this library that grows a tree of numbers, or None
        None is CART with its defaults.
    method : {"adjusted", "validation"}, AdjustedRules or ValidatedRules
        How rules are shortened, chosen and sorted; see
        ``arboretum.rules.post_pruning``.

    Examples
    --------
    >>> from arboretum import RuleRegressor, datasets
    >>> steps = datasets.steps()
    >>> print(RuleRegressor().fit(steps.X, steps.y).rules_)
    1. if 1000 < x <= 2000 then y = 10.06229  (n=20, sd 0.6964, expected error 0.77)
    2. if x <= 1000 then y = 19.81682  (n=20, sd 0.8509, expected error 0.94)
    3. if x > 2000 then y = 20.35278  (n=20, sd 1.031, expected error 1.14)
    otherwise y = 16.74396  (n=0)
    """

    _grower = Regressor

    def __init__(self, *, tree: Any = None, method: Any = "adjusted") -> None:
        self.tree = tree
        self.method = method

    def _default_tree(self) -> TreeEstimator:
        return CARTRegressor()

    def _learn_targets(self) -> None:
        """Numbers need no further description."""

    def predict(self, X: Any) -> npt.NDArray[np.float64]:
        """The number of the first rule that each sample meets."""
        columns = self._columns(X)
        return self.rules_.predict_encoded(columns)[:, 0]
