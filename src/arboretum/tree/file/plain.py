"""Descriptions of parts as plain values that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

__all__ = ["plain"]

_PLAIN = (str, int, bool, type(None))


def plain(value: Any) -> Any:
    """A value made of dict, list, str, finite numbers, bool and None only.

    It describes and is never turned back into what it came from: a function
    becomes its name, an infinite number its text.
    """
    kind = type(value)
    if kind in _PLAIN:  # most are, and small trees notice each further question
        return value
    if kind is dict:
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, np.generic | np.ndarray):
        return plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return getattr(value, "__qualname__", None) or repr(value)
