"""Probabilities as people pass them: by name or in a row, checked before anything is computed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError

__all__ = ["Distribution", "as_fraction", "named", "pair", "probabilities"]

FloatArray = npt.NDArray[np.float64]
Distribution: TypeAlias = "Mapping[str, float] | Sequence[float] | FloatArray"

#: How far probabilities may miss 1, in sum: ten of them, written with three digits, may miss more.
ROUNDING = 1e-9
#: Denominators of the fractions that floats are taken for: 0.1 is 1/10, and 1/3 a third.
LARGEST_DENOMINATOR = 10**9


def probabilities(given: Any, name: str, *, normalise: bool = False, n_axes: int = 1) -> FloatArray:
    """The numbers of a distribution, or of a table of two; they add up to 1.

    >>> probabilities([3, 1], "P", normalise=True)
    array([0.75, 0.25])
    """
    try:
        values = np.array(
            list(given.values()) if isinstance(given, Mapping) else given, dtype=np.float64
        )
    except (TypeError, ValueError):
        raise ParameterError(
            f"{name} must hold numbers, but it is {given!r}. Pass probabilities, such as "
            f"{'[0.25, 0.75]' if n_axes == 1 else '[[0.25, 0.25], [0.5, 0]]'}."
        ) from None
    if values.ndim != n_axes or not values.size:
        shape = "one row of probabilities" if n_axes == 1 else "a table: one row per answer"
        raise ParameterError(f"{name} must be {shape}, but its shape is {values.shape}.")
    _check_values(values, given, name)
    total = float(values.sum())
    if normalise and total > 0:
        return values / total
    if abs(total - 1) > ROUNDING:
        remedy = (
            "Some number must be above 0."
            if total == 0
            else "Correct them, or pass normalise=True to divide them by their sum."
        )
        raise ParameterError(f"{name} adds up to {total:.10g}, not to 1. {remedy}")
    return values


def _check_values(values: FloatArray, given: Any, name: str) -> None:
    wrong = np.argwhere(~(np.isfinite(values) & (values >= 0)))
    if len(wrong):
        place = tuple(wrong[0].tolist())
        where = list(given)[place[0]] if isinstance(given, Mapping) else place
        where = where[0] if isinstance(where, tuple) and len(where) == 1 else where
        raise ParameterError(
            f"{name}[{where!r}] is {float(values[place])!r}, but a probability is 0 or more. "
            "Correct it or leave it out."
        )


def pair(first: Any, second: Any, names: tuple[str, str], *, normalise: bool) -> list[FloatArray]:
    """Two distributions over the same events, in the same order."""
    if isinstance(first, Mapping) and isinstance(second, Mapping):
        apart = [event for event in [*first, *second] if event not in first or event not in second]
        if apart:
            lacking = names[0] if apart[0] in second else names[1]
            raise ParameterError(
                f"{apart[0]!r} is missing in {lacking}. Name every event in both; "
                "one that cannot happen has probability 0."
            )
        second = {event: second[event] for event in first}
    values = [
        probabilities(given, name, normalise=normalise)
        for given, name in zip((first, second), names, strict=True)
    ]
    if len(values[0]) != len(values[1]):
        raise ParameterError(
            f"{names[0]} has {len(values[0])} probabilities and {names[1]} has {len(values[1])}. "
            "Pass one per event in both; one that cannot happen has probability 0."
        )
    return values


def named(given: Any, *, normalise: bool = False) -> dict[str, float]:
    """Symbols with their probabilities; without names they are x1, x2 and so on.

    >>> named([0.75, 0.25])
    {'x1': 0.75, 'x2': 0.25}
    """
    values = probabilities(given, "probabilities", normalise=normalise).tolist()
    symbols = (
        list(given) if isinstance(given, Mapping) else [f"x{i + 1}" for i in range(len(given))]
    )
    for symbol, value in zip(symbols, values, strict=True):
        if not isinstance(symbol, str):
            raise ParameterError(
                f"The symbol {symbol!r} is not text. Name it {str(symbol)!r}: "
                "a code finds out which name is meant."
            )
        if value == 0:
            raise ParameterError(
                f"{symbol!r} has probability 0: it never has to be found. Leave it out."
            )
    return dict(zip(symbols, values, strict=True))


def as_fraction(probability: float) -> Fraction:
    """What a number was meant to be, so that sums that look equal are.

    >>> 0.1 + 0.2 == 0.3, as_fraction(0.1) + as_fraction(0.2) == as_fraction(0.3)
    (False, True)
    """
    exact = Fraction(probability)
    return exact.limit_denominator(LARGEST_DENOMINATOR) or exact
