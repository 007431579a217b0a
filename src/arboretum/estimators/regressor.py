"""What every regressor does: numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import RegressorMixin

from arboretum.estimators.base import TreeEstimator
from arboretum.species import NumberSpecies

__all__ = ["Regressor"]


class Regressor(RegressorMixin, TreeEstimator, NumberSpecies):
    """A tree that predicts one number, or several at once."""

    def _learn_targets(self) -> None:
        """Numbers need no further description."""

    def predict(self, X: Any) -> npt.NDArray[np.float64]:
        """What the leaf predicts that each sample ends at; (n_samples, n_targets) for several."""
        columns = self._columns(X)
        return self.model_.predict_named(columns, self.n_jobs)
