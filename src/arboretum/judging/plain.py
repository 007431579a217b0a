"""Results as plain values, ready for JSON."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

__all__ = ["finite"]


def finite(value: Any) -> Any:
    """The same without what JSON lacks: such numbers become None, and arrays lists.

    >>> finite({"error": 0.5, "spread": (float("nan"), 1.0)})
    {'error': 0.5, 'spread': [None, 1.0]}
    """
    if isinstance(value, np.ndarray):
        return finite(value.tolist())
    if isinstance(value, dict):
        return {key: finite(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
