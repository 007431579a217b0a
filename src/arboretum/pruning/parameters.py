"""Refusing parameters of pruners that make no sense."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.pruning.base import Pruner

__all__ = ["require_number", "require_whole"]


def require_number(pruner: Pruner, name: str) -> None:
    """Refuse a parameter that must be a number from 0 up and is not."""
    value: Any = getattr(pruner, name)
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not float(value) >= 0:
        raise ParameterError(
            f"{name}={value!r} of {type(pruner).__name__} must be a number that is not negative."
        )


def require_whole(pruner: Pruner, name: str, at_least: int) -> None:
    """Refuse a parameter that must be a whole number and is not."""
    value: Any = getattr(pruner, name)
    is_whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not is_whole or value < at_least:
        raise ParameterError(
            f"{name}={value!r} of {type(pruner).__name__} must be a whole number "
            f"of at least {at_least}."
        )
