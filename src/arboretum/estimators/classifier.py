"""What every classifier does: classes and their probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import ClassifierMixin

from arboretum.estimators.base import TreeEstimator
from arboretum.species import ClassSpecies

__all__ = ["Classifier"]


class Classifier(ClassifierMixin, TreeEstimator, ClassSpecies):
    """A tree that predicts classes.

    Attributes
    ----------
    classes_ : the classes, in the order of ``predict_proba``'s columns; a list
        of these for several targets.
    n_classes_ : their number, or a list of numbers.
    """

    def _learn_targets(self) -> None:
        classes = [np.array(target.classes) for target in self.tree_.schema.targets]
        numbers = [len(names) for names in classes]
        is_single = len(classes) == 1
        self.classes_ = classes[0] if is_single else classes
        self.n_classes_ = numbers[0] if is_single else numbers

    def predict(self, X: Any) -> npt.NDArray:
        """The class of each sample: the most probable, or with a loss matrix the cheapest."""
        columns = self._columns(X)
        return self.model_.predict_named(columns, self.n_jobs)

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64] | list[npt.NDArray[np.float64]]:
        """Probability of each class; a list of such arrays for several targets."""
        columns = self._columns(X)
        blocks = self.model_.predict_proba_encoded(columns, self.n_jobs)
        return blocks[0] if len(blocks) == 1 else blocks

    def predict_log_proba(self, X: Any) -> npt.NDArray[np.float64] | list[npt.NDArray[np.float64]]:
        """Logarithm of the probabilities; minus infinity for a class a leaf never saw."""
        probabilities = self.predict_proba(X)
        with np.errstate(divide="ignore"):
            if isinstance(probabilities, list):
                return [np.log(block) for block in probabilities]
            return np.log(probabilities)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = False
        return tags
