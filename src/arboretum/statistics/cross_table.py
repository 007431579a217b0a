"""How a node's rows lie in the bins of one feature and the branches of a split of another."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["CrossTable"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Weights and samples by bin and branch; rows that cannot answer the split are left out.

    ``bins`` are the codes of all rows of the node in ascending order, ``weights``
    and ``counts`` have shape (n_bins, arity), ``missing`` is the weight of each
    branch whose rows have no known value of the feature.
    """

    bins: npt.NDArray[np.integer]
    weights: FloatArray
    counts: FloatArray
    missing: FloatArray

    @property
    def n_bins(self) -> int:
        return len(self.bins)
