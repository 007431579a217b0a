"""Classes by rules: those of a tree, shortened and put in order."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin

from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.c45 import C45Classifier
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.rule_estimator import RuleEstimator

__all__ = ["RuleClassifier"]


class RuleClassifier(ClassifierMixin, RuleEstimator):
    """Few short rules instead of a tree: C4.5rules, or post-pruning by validation samples.

    A tree is grown and read as rules.  Each rule loses the conditions it does
    not need, on its own, so that rules may overlap; rules that are not needed
    are left out, and the others are sorted.  The first rule that a sample
    meets decides, or the default class.

    Parameters
    ----------
    tree : an estimator of this library that grows a tree of classes, or None
        None is C4.5 without pruning but of what is needless.
    method : {"c45rules", "validation"}, C45Rules or ValidatedRules
        How rules are shortened, chosen and sorted; see
        ``arboretum.rules.post_pruning``.

    Attributes
    ----------
    classes_ : the classes, in the order of ``predict_proba``'s columns.
    n_classes_ : int

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5.

    Examples
    --------
    >>> from arboretum import RuleClassifier, datasets
    >>> weather = datasets.weather()
    >>> model = RuleClassifier().fit(weather.X, weather.y)
    >>> for rule in model.rules_:
    ...     print(rule)
    if outlook = sunny and humidity = high then y = no
    if outlook = rain and wind = strong then y = no
    if outlook = overcast then y = yes
    if humidity = normal then y = yes
    if outlook = rain and wind = weak then y = yes
    """

    _grower = Classifier

    def __init__(self, *, tree: Any = None, method: Any = "c45rules") -> None:
        self.tree = tree
        self.method = method

    def _default_tree(self) -> TreeEstimator:
        return C45Classifier(pruning="needless")

    def _learn_targets(self) -> None:
        self.classes_ = np.array(self.rules_.schema.classes)
        self.n_classes_ = len(self.classes_)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each sample: that of the first rule it meets."""
        columns = self._columns(X)
        return self.rules_.named(self.rules_.predict_encoded(columns))

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Share of each class among the training samples that meet the rule."""
        columns = self._columns(X)
        return self.rules_.predict_proba_encoded(columns)[0]

    def predict_log_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Logarithm of the probabilities; minus infinity for a class a rule never saw."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))
