"""How far predictions of numbers are off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["QUANTILES", "Residuals"]

FloatArray = npt.NDArray[np.float64]

#: Which of them a report tells.
QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)


@dataclass(frozen=True, eq=False)
class Residuals:
    """Observed numbers, predicted ones, and the weight of each sample."""

    observed: FloatArray
    predicted: FloatArray
    weights: FloatArray

    @property
    def values(self) -> FloatArray:
        """What was observed less what was predicted."""
        return self.observed - self.predicted

    @property
    def mean_absolute(self) -> float:
        """How far predictions are off on average, whichever way."""
        return float(np.average(np.abs(self.values), weights=self.weights))

    def quantiles(self) -> dict[float, float]:
        """Below what so large a share of the weight of the samples lies."""
        found = np.quantile(
            self.values, QUANTILES, weights=self.weights, method="inverted_cdf"
        ).tolist()
        return dict(zip(QUANTILES, found, strict=True))
