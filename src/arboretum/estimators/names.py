"""The columns of new samples must be those of training."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import _check_feature_names

from arboretum.data import Schema
from arboretum.data.column import describe_values
from arboretum.data.encode.one_row import has_names
from arboretum.exceptions import DataError

__all__ = ["check_names"]


def check_names(model: BaseEstimator, schema: Schema, X: Any) -> None:
    """Compare the names of a frame with those of training, as scikit-learn does."""
    is_named = hasattr(model, "feature_names_in_")
    # scikit-learn asks X for names in many ways; a plain array has none, nor had training.
    if (type(X) is np.ndarray) if not is_named else has_names(X, schema.feature_names):
        return
    try:
        _check_feature_names(model, X, reset=False)
    except ValueError as error:
        names = describe_values(schema.feature_names, 20)
        raise DataError(
            f"{str(error).strip()}\nGive the columns of training in their order: {names}."
        ) from None
