"""More samples of a schema that is already known."""

from __future__ import annotations

from typing import Any

import numpy as np

from arboretum.data.dataset import Dataset
from arboretum.data.encode_like import encode_like
from arboretum.data.schema import Schema
from arboretum.data.targets import encode_targets
from arboretum.data.weights import encode_weights
from arboretum.exceptions import DataError

__all__ = ["dataset_like"]


def dataset_like(
    schema: Schema, X: Any, y: Any, sample_weight: Any = None, *, owner: str = "the tree"
) -> Dataset:
    """Encode samples with their targets by the names, categories and classes of a schema.

    Unlike features, targets may not be new: a class that the schema does not
    know is an error.
    """
    columns = encode_like(schema, X, owner=owner)
    targets, values = encode_targets(y, nominal=schema.is_classification)
    if len(targets) != len(schema.targets):
        raise DataError(
            f"y has {len(targets)} columns, but {owner} has {len(schema.targets)} targets: "
            f"{', '.join(target.name for target in schema.targets)}."
        )
    if len(values) != len(columns[0]):
        raise DataError(
            f"Found input variables with inconsistent numbers of samples: "
            f"[{len(columns[0])}, {len(values)}]. X and y must have one row a sample."
        )
    if schema.is_classification:
        values = np.stack(
            [
                _codes_of(known.classes or (), given.classes or (), known.name)[values[:, k]]
                for k, (known, given) in enumerate(zip(schema.targets, targets, strict=True))
            ],
            axis=1,
        )
    weights, counts = encode_weights(sample_weight, len(values))
    return Dataset(schema, columns, values, weights, counts)


def _codes_of(known: tuple, given: tuple, target: str) -> np.ndarray:
    """The code in ``known`` of each class in ``given``."""
    position = {name: code for code, name in enumerate(known)}
    for name in given:
        if name not in position:
            raise DataError(
                f"Target {target!r} has the class {name!r}, which training never saw. "
                f"The classes are: {', '.join(map(repr, known))}."
            )
    return np.array([position[name] for name in given], dtype=np.int32)
