"""The user's data put together as a dataset: that of training, and more samples like it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.encode.features import encode_columns, encode_like
from arboretum.data.encode.targets import encode_targets, place_known
from arboretum.data.encode.weights import ClassWeight, class_weights, encode_weights
from arboretum.data.read.kinds import Override
from arboretum.data.read.labels import read_label_sets
from arboretum.data.read.notes import Notes
from arboretum.data.read.open_columns import open_columns
from arboretum.data.schema import Schema, Target
from arboretum.exceptions import DataError

__all__ = ["dataset_like", "dataset_of", "make_dataset", "require_as_many", "targets_like"]


def make_dataset(
    X: Any,
    y: Any = None,
    *,
    nominal: bool,
    kinds: Mapping[Any, Override] | None = None,
    sample_weight: Any = None,
    class_weight: ClassWeight | Sequence[ClassWeight] = None,
    name: str | Sequence[str] | None = None,
    notes: Notes | None = None,
) -> Dataset:
    """Encode training data; rows of weight 0 are left out.

    Parameters
    ----------
    X, kinds : see :func:`encode_features`
    y, nominal, name : see :func:`encode_targets`
    sample_weight : see :func:`encode_weights`
    class_weight : see :func:`class_weights`
    notes : see :func:`encode_features`

    Examples
    --------
    >>> data = make_dataset({"age": [20, 73, 37]}, ["A", "B", "A"], nominal=True, name="drug")
    >>> data.n_rows, data.schema.classes
    (3, ('A', 'B'))
    """
    return dataset_of(
        X,
        lambda: encode_targets(y, nominal=nominal, name=name),
        kinds=kinds,
        sample_weight=sample_weight,
        class_weight=class_weight,
        notes=notes,
    )


def dataset_of(
    X: Any,
    encode: Callable[[], tuple[tuple[Target, ...], Any]],
    *,
    kinds: Mapping[Any, Override] | None = None,
    sample_weight: Any = None,
    class_weight: ClassWeight | Sequence[ClassWeight] = None,
    notes: Notes | None = None,
) -> Dataset:
    """The same with targets that ``encode`` makes, once the features are known to be sound."""
    opened = open_columns(X)
    features, columns = encode_columns(opened, kinds=kinds, notes=notes)
    targets, values = encode()
    require_as_many(opened.n_rows, len(values))
    weights, counts = encode_weights(sample_weight, opened.n_rows)
    if class_weight is not None:
        weights = weights * class_weights(class_weight, targets, values, weights)
    schema, is_complete = Schema(features, targets), opened.are_all_finite
    dataset = Dataset(schema, columns, values, weights, counts, is_complete=is_complete)
    if weights.min() > 0:
        return dataset
    if not weights.any():
        raise DataError("class_weight is zero for every sample: nothing is left to learn from.")
    return dataset.take(np.flatnonzero(weights > 0))


def dataset_like(
    schema: Schema,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    owner: str = "the tree",
    notes: Notes | None = None,
) -> Dataset:
    """Encode samples with their targets by the names, categories and classes of a schema.

    Unlike features, targets may not be new: a class that the schema does not
    know is an error.
    """
    columns = encode_like(schema, X, owner=owner, notes=notes)
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
    require_as_many(n_samples, len(values))
    if not schema.is_classification:
        return values
    columns = [
        place_known(known.name, known.classes or (), given.classes or ())[values[:, k]]
        for k, (known, given) in enumerate(zip(schema.targets, targets, strict=True))
    ]
    return np.stack(columns, axis=1)


def require_as_many(n_samples: int, n_targets: int) -> None:
    """Refuse targets that are not as many as the samples."""
    if n_targets != n_samples:
        raise DataError(
            f"Found input variables with inconsistent numbers of samples: "
            f"[{n_samples}, {n_targets}]. Give X and y one row per sample."
        )
