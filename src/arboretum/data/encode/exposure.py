"""Events in a time or an area, as rates."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from arboretum.data.dataset import Dataset
from arboretum.data.encode.weights import encode_weights
from arboretum.exceptions import DataError

__all__ = ["rates"]


def rates(dataset: Dataset, exposure: Any) -> Dataset:
    """The dataset of events a unit of exposure, weighted by exposure.

    Sums over its rows are sums of events and of exposure.  Samples still count
    as often as before.
    """
    assert dataset.targets is not None
    units, _ = encode_weights(exposure, dataset.n_rows, argument="exposure")
    if units.min() == 0:
        raise DataError(
            f"exposure is 0 in row {units.argmin()}; events need some time or place to happen in. "
            "Leave the sample out."
        )
    return replace(
        dataset, targets=dataset.targets / units[:, None], weights=dataset.weights * units
    )
