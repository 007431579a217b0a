"""A part on trial: what every part must do, and how its author learns what is wrong."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Generic, NoReturn, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ArboretumError
from arboretum.part import Part

__all__ = ["Trial", "accepts", "on_trial"]

P = TypeVar("P", bound=Part)


@dataclass(frozen=True, eq=False)
class Trial(Generic[P]):
    """A part, and the example that it is tried on."""

    part: P
    example: str = ""

    def on(self, example: str) -> Trial[P]:
        return replace(self, example=example)

    def fail(self, expected: str, error: Exception | None = None) -> NoReturn:
        """Raise an AssertionError that names the part and says what was expected."""
        shown = f"\nExample: {self.example}" if self.example else ""
        raise AssertionError(f"{type(self.part).__name__}: {expected}{shown}") from error

    def demand(self, holds: Any, expected: str) -> None:
        if not holds:
            self.fail(expected)

    def array(self, value: Any, shape: tuple[int, ...], what: str) -> npt.NDArray:
        """Demand an array of finite numbers of a shape, and return it."""
        is_array = isinstance(value, np.ndarray | np.generic)
        found = type(value).__name__
        self.demand(is_array, f"{what} must return a NumPy array, but it returned {found}.")
        is_shaped = value.shape == shape
        self.demand(is_shaped, f"{what} must have shape {shape}, but it has {value.shape}.")
        self.demand(np.isfinite(value).all(), f"{what} must be finite, but it holds {value}.")
        return np.asarray(value)

    @contextmanager
    def calling(self, what: str) -> Iterator[None]:
        """Turn an error inside a part into one that says which call failed, and on what.

        Division by zero counts as an error: it is how a missing value gets into a
        score without anybody noticing.
        """
        try:
            with np.errstate(divide="raise", invalid="raise", over="raise"):
                yield
        except FloatingPointError as error:
            self.fail(
                f"{what} computes {error}. Empty branches have zero weight: "
                "use np.divide(a, b, out=np.zeros_like(a), where=b > 0)."
            )
        except AssertionError:
            raise
        except Exception as error:
            self.fail(f"{what} raised {type(error).__name__}: {error}", error)


def on_trial(part: P, base: type[Part]) -> Trial[P]:
    """A part whose parameters, copies and comparisons are as they must be."""
    cls, trial = type(part), Trial(part)
    if inspect.isclass(part):
        raise AssertionError(f"Pass an object, {part.__name__}(), not the class itself.")
    if not isinstance(part, base):
        raise AssertionError(f"{cls.__name__} must derive from {base.__module__}.{base.__name__}.")
    for name in cls._names:
        is_kept = hasattr(part, name)
        trial.demand(
            is_kept, f"__init__ takes {name!r} but does not keep it. Write self.{name} = {name}."
        )
    _check_copy(trial)
    return trial


def _check_copy(trial: Trial[Any]) -> None:
    from sklearn.base import clone

    expected = (
        "__init__ must only assign its parameters, unchanged, to attributes of the same name, "
        "so that the part can be copied (sklearn.base.clone)."
    )
    try:
        copy = clone(trial.part)
    except (RuntimeError, TypeError) as error:
        trial.fail(f"{expected} It failed with: {error}", error)
    differs = f"{expected} The copy {copy!r} differs from {trial.part!r}."
    trial.demand(copy == trial.part, differs)


def accepts(
    check: Callable[[Any], None], asked: Any, refusal: type[ArboretumError] = ArboretumError
) -> bool:
    """Whether a part takes something; its own check must refuse it by an error of ours if not."""
    try:
        check(asked)
    except refusal:
        return False
    return True
