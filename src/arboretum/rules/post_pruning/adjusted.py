"""Rules for numbers, shortened by the training samples alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import UnsupportedCombination
from arboretum.rules.post_pruning.base import PostPruning, best_first
from arboretum.rules.post_pruning.draft import Draft, Samples
from arboretum.rules.post_pruning.expectation import AdjustedError, Expectation

__all__ = ["AdjustedRules"]

FloatArray = npt.NDArray[np.float64]


class AdjustedRules(PostPruning):
    """Rules for numbers by the training samples, whose error is raised where they are few.

    1. A condition is dropped where that does not raise the adjusted error.
    2. The rules are sorted, the smallest error first.

    References
    ----------
    J. R. Quinlan (1992), Learning with continuous classes, *AI '92*, 343-348.
    """

    name = "adjusted"

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        if samples.dataset.schema.is_classification:
            raise UnsupportedCombination(
                "method='adjusted' measures how far numbers are off, but the target is a class. "
                "Use method='c45rules' or 'validation'."
            )
        return AdjustedError(samples)

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        return best_first(drafts)
