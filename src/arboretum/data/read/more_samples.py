"""Files with more samples of a schema that is already known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum.data.dataset import Dataset
from arboretum.data.encode.dataset_from_new import dataset_like
from arboretum.data.read.table_file import read_frame, text_columns
from arboretum.data.schema import Schema

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

__all__ = ["read_like", "read_samples"]


def read_like(path: str | Path, schema: Schema, weights: str | None = None) -> Dataset:
    """Read a CSV or Parquet file that has the features and targets of a schema, by name.

    Parameters
    ----------
    path : as in :func:`read_frame`
    schema : Schema
    weights : name of the column that says how much each row counts.
    """
    X, y, sample_weight = read_samples(path, schema, weights)
    return dataset_like(schema, X, y, sample_weight, owner=str(path))


def read_samples(
    path: str | Path, schema: Schema, weights: str | None = None
) -> tuple[pa.Table, pa.Table, npt.NDArray[Any] | None]:
    """The features, the targets and the weights in such a file, not encoded yet."""
    targets = [target.name for target in schema.targets]
    of_text = [
        target.name
        for target in schema.targets
        if any(isinstance(name, str) for name in target.classes or ())
    ]
    needed = dict.fromkeys([*schema.feature_names, *targets, *([weights] if weights else [])])
    table = read_frame(path, list(needed), text=[*text_columns(schema), *of_text])
    X, y = table.select(list(schema.feature_names)), table.select(targets)
    return X, y, table[weights].to_numpy() if weights else None
