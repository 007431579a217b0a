"""What a certificate is about, in one number that changes with any of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset

__all__ = ["ABOUT", "columns_of", "digest"]

#: The fields of a certificate that say what is claimed of which samples.
ABOUT = ("schema", "limits", "loss", "scale", "sets")


def columns_of(dataset: Dataset) -> list[npt.NDArray[np.float64]]:
    """The features of the samples that weigh something; codes for categories, NaN for missing."""
    samples = np.flatnonzero(dataset.weights > 0)
    columns = []
    for f in range(dataset.schema.n_features):
        values = np.asarray(dataset.columns[f])[samples].astype(np.float64)
        values[dataset.is_missing(f, samples)] = np.nan
        columns.append(values + 0.0)  # there is one nought
    return columns


def digest(document: Mapping[str, Any], dataset: Dataset) -> str:
    """The SHA-256 of the claim and of the samples, whatever their order.

    That is of the fields ``ABOUT`` as JSON, then of the samples as doubles: features, target,
    weight, and how many samples it stands for.
    """
    assert dataset.targets is not None
    weighs = dataset.weights > 0
    others = (np.asarray(dataset.targets)[:, 0], dataset.weights, dataset.counts)
    table = np.stack([*columns_of(dataset), *(one[weighs].astype(np.float64) for one in others)], 1)
    table = table[np.lexsort(table.T)]
    about = json.dumps({name: document[name] for name in ABOUT}, sort_keys=True)
    return sha256(about.encode() + np.ascontiguousarray(table).tobytes()).hexdigest()
