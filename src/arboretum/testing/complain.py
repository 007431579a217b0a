"""How a check tells the author of a part what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.part import Part

__all__ = ["calling", "demand", "demand_array"]


def demand(holds: bool, part: Part, expected: str, example: str = "") -> None:
    """Raise an AssertionError that names the part and says what was expected."""
    if not holds:
        shown = f"\nExample: {example}" if example else ""
        raise AssertionError(f"{type(part).__name__}: {expected}{shown}")


def demand_array(
    value: Any, shape: tuple[int, ...], part: Part, what: str, example: str = ""
) -> npt.NDArray:
    """Raise unless ``value`` is an array of finite numbers of a shape; return it."""
    demand(
        isinstance(value, np.ndarray | np.generic),
        part,
        f"{what} must return a NumPy array, but it returned {type(value).__name__}.",
        example,
    )
    demand(
        value.shape == shape,
        part,
        f"{what} must have shape {shape}, but it has {value.shape}.",
        example,
    )
    finite = bool(np.isfinite(value).all())
    demand(finite, part, f"{what} must be finite, but it holds {value}.", example)
    return np.asarray(value)


@contextmanager
def calling(part: Part, what: str, example: str = "") -> Iterator[None]:
    """Turn an error inside a part into one that says which call failed, and on what.

    Division by zero counts as an error: it is how a missing value gets into a
    score without anybody noticing.
    """
    try:
        with np.errstate(divide="raise", invalid="raise", over="raise"):
            yield
    except FloatingPointError as error:
        demand(
            False,
            part,
            f"{what} computes {error}. Empty branches have zero weight: "
            "use np.divide(a, b, out=np.zeros_like(a), where=b > 0).",
            example,
        )
    except AssertionError:
        raise
    except Exception as error:
        raise AssertionError(
            f"{type(part).__name__}: {what} raised {type(error).__name__}: {error}"
            + (f"\nExample: {example}" if example else "")
        ) from error
