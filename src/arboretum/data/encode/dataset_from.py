"""The user's data put together as a dataset."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from arboretum.data.dataset import Dataset
from arboretum.data.encode.features import encode_columns
from arboretum.data.encode.targets import encode_targets
from arboretum.data.encode.weights import ClassWeight, class_weights, encode_weights
from arboretum.data.read.kinds import Override
from arboretum.data.read.open_columns import open_columns
from arboretum.data.schema import Schema, Target
from arboretum.exceptions import DataError

__all__ = ["dataset_of", "make_dataset"]


def make_dataset(
    X: Any,
    y: Any = None,
    *,
    nominal: bool,
    kinds: Mapping[Any, Override] | None = None,
    sample_weight: Any = None,
    class_weight: ClassWeight | Sequence[ClassWeight] = None,
    name: str | Sequence[str] | None = None,
) -> Dataset:
    """Encode training data; rows of weight 0 are left out.

    Parameters
    ----------
    X, kinds : see :func:`encode_features`
    y, nominal, name : see :func:`encode_targets`
    sample_weight : see :func:`encode_weights`
    class_weight : see :func:`class_weights`

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
    )


def dataset_of(
    X: Any,
    encode: Callable[[], tuple[tuple[Target, ...], Any]],
    *,
    kinds: Mapping[Any, Override] | None = None,
    sample_weight: Any = None,
    class_weight: ClassWeight | Sequence[ClassWeight] = None,
) -> Dataset:
    """The same with targets that ``encode`` makes, once the features are known to be sound."""
    opened = open_columns(X)
    features, columns = encode_columns(opened, kinds=kinds)
    targets, values = encode()
    if len(values) != opened.n_rows:
        raise DataError(
            f"Found input variables with inconsistent numbers of samples: "
            f"[{opened.n_rows}, {len(values)}]. X and y must have one row a sample."
        )
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
