"""What every part must do: keep its parameters and be copied by them."""

from __future__ import annotations

import inspect

from arboretum.part import Part
from arboretum.testing.complain import demand

__all__ = ["check_part"]


def check_part(part: Part, base: type[Part]) -> None:
    """Check parameters, copying and comparing.

    Raises
    ------
    AssertionError
        Says which part is at fault and what was expected.
    """
    cls = type(part)
    if inspect.isclass(part):
        raise AssertionError(f"Pass an object, {part.__name__}(), not the class itself.")
    if not isinstance(part, base):
        raise AssertionError(f"{cls.__name__} must derive from {base.__module__}.{base.__name__}.")
    for name in cls._parameter_names():
        demand(
            hasattr(part, name),
            part,
            f"__init__ takes {name!r} but does not keep it. Write self.{name} = {name}.",
        )
    _check_copy(part)


def _check_copy(part: Part) -> None:
    from sklearn.base import clone

    expected = (
        "__init__ must only assign its parameters, unchanged, to attributes of the same name, "
        "so that the part can be copied (sklearn.base.clone)."
    )
    try:
        copy = clone(part)
    except (RuntimeError, TypeError) as error:
        raise AssertionError(
            f"{type(part).__name__}: {expected} It failed with: {error}"
        ) from error
    demand(copy == part, part, f"{expected} The copy {copy!r} differs from {part!r}.")
