"""Samples to predict, encoded as the rules' own training data was."""

from __future__ import annotations

import warnings
from typing import Any

import numpy.typing as npt

from arboretum.data import count_unseen, encode_like
from arboretum.data.schema import Schema
from arboretum.exceptions import CategoryWarning
from arboretum.missing import Error

__all__ = ["encode_samples"]


def encode_samples(
    schema: Schema, refuses: tuple[str, ...], X: Any, owner: str = "the rule set"
) -> tuple[tuple[npt.NDArray[Any], ...], int]:
    """Encoded columns and the number of rows; some values are refused."""
    columns = encode_like(schema, X, owner=owner)
    if "missing" in refuses:
        policy = Error("error" if "unseen" in refuses else "stays")
        policy.check_prediction(schema, columns)
    for name, n in count_unseen(schema, columns).items():
        warnings.warn(
            f"Feature {name!r}: {n} samples have categories that were never seen in training; "
            "they are treated as missing.",
            CategoryWarning,
            stacklevel=4,
        )
    return columns, len(columns[0])
