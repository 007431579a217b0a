"""Recursive entropy cuts that stop by description length (Fayyad & Irani 1993)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum import _core

__all__ = ["description_length_cuts"]

FloatArray = npt.NDArray[np.float64]


def description_length_cuts(table: FloatArray) -> npt.NDArray[np.integer]:
    """Positions after which to cut the bins of a (n_bins, n_classes) table, ascending.

    Each stretch of bins is cut where the class entropy is least, if that cut pays for
    its own description: with N samples, k classes and entropy E, and the same for both
    sides, when its gain in bits a sample exceeds
    ``(log2(N-1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N``.
    """
    return _core.description_length_cuts(np.ascontiguousarray(table))
