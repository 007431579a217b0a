"""More samples of a schema that is already known."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.encode.new_samples import encode_like
from arboretum.data.encode.targets import encode_targets
from arboretum.data.encode.weights import encode_weights
from arboretum.data.read.labels import read_label_sets
from arboretum.data.schema import Schema
from arboretum.exceptions import DataError

__all__ = ["dataset_like", "targets_like"]


def dataset_like(
    schema: Schema, X: Any, y: Any, sample_weight: Any = None, *, owner: str = "the tree"
) -> Dataset:
    """Encode samples with their targets by the names, categories and classes of a schema.

    Unlike features, targets may not be new: a class that the schema does not
    know is an error.
    """
    columns = encode_like(schema, X, owner=owner)
    values = targets_like(schema, y, len(columns[0]), owner=owner)
    weights, counts = encode_weights(sample_weight, len(values))
    return Dataset(schema, columns, values, weights, counts)


def targets_like(
    schema: Schema, y: Any, n_samples: int, *, owner: str = "the tree"
) -> npt.NDArray[Any]:
    """Encode the targets of so many samples by the classes of a schema, (n, n_targets).

    Labels may come in any form that :func:`~arboretum.data.read.labels.read_label_sets` takes.
    """
    if schema.are_labels and not hasattr(y, "columns"):
        y = np.asarray(read_label_sets(y, [target.name for target in schema.targets])[1])
    targets, values = encode_targets(y, nominal=schema.is_classification)
    if len(targets) != len(schema.targets):
        raise DataError(
            f"y has {len(targets)} columns, but {owner} has {len(schema.targets)} targets: "
            f"{', '.join(target.name for target in schema.targets)}."
        )
    if len(values) != n_samples:
        raise DataError(
            f"Found input variables with inconsistent numbers of samples: "
            f"[{n_samples}, {len(values)}]. X and y must have one row a sample."
        )
    if not schema.is_classification:
        return values
    columns = [
        _codes_of(known.classes or (), given.classes or (), known.name)[values[:, k]]
        for k, (known, given) in enumerate(zip(schema.targets, targets, strict=True))
    ]
    return np.stack(columns, axis=1)


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
