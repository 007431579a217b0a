"""Parts: small objects with parameters that a learner is put together from.

A part is written like a scikit-learn estimator: ``__init__`` only assigns its
keyword parameters.  That is all it takes for ``clone``, ``get_params`` and
``GridSearchCV`` (``pruning__alpha``) to reach inside.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, ClassVar, TypeVar

from arboretum.exceptions import ParameterError, UnknownPartError

__all__ = ["Part", "resolve"]


class Part:
    """Base of everything that can be plugged into a learner."""

    #: The short name: ``criterion="gini"`` stands for ``Gini()``.
    name: ClassVar[str] = ""

    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Read the parameters off ``__init__`` once a class."""
        super().__init_subclass__(**kwargs)
        if cls.__init__ is not object.__init__:
            parameters = inspect.signature(cls.__init__).parameters
            cls._names = tuple(name for name in parameters if name != "self")

    @classmethod
    def _parameter_names(cls) -> tuple[str, ...]:
        return cls._names

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; ``deep`` adds those of nested parts as ``part__name``."""
        params: dict[str, Any] = {}
        for name in self._parameter_names():
            value = getattr(self, name)
            params[name] = value
            if deep and isinstance(value, Part):
                inner = value.get_params(deep=True)
                params.update({f"{name}__{key}": item for key, item in inner.items()})
        return params

    def set_params(self, **params: Any) -> Part:
        """Set parameters by name, nested ones by ``part__name``."""
        known = self._parameter_names()
        for key, value in params.items():
            name, _, rest = key.partition("__")
            if name not in known:
                raise ParameterError(
                    f"{type(self).__name__} has no parameter {name!r}. "
                    f"It has: {', '.join(known) or 'none'}."
                )
            if rest:
                getattr(self, name).set_params(**{rest: value})
            else:
                setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._parameter_names())
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Part):
            return NotImplemented
        return repr(self.get_params()) == repr(other.get_params())

    def __hash__(self) -> int:
        return hash((type(self), repr(self.get_params())))


P = TypeVar("P", bound=Part)


def resolve(value: Any, base: type[P], known: Mapping[str, type[P]], argument: str) -> P:
    """Turn a short name or a ready part into a part.

    ``argument`` is the name of the parameter the user wrote, for the message.
    """
    if isinstance(value, base):
        return value
    if isinstance(value, str):
        if value in known:
            return known[value]()
        near = get_close_matches(value, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownPartError(
            f"{argument}={value!r} is not known.{hint} "
            f"Known names: {', '.join(map(repr, known)) or 'none yet'}; "
            f"or pass an object derived from {base.__module__}.{base.__name__}."
        )
    raise UnknownPartError(
        f"{argument}={value!r} is a {type(value).__name__}; it must be one of the names "
        f"{', '.join(map(repr, known)) or '(none yet)'} or an object derived from "
        f"{base.__module__}.{base.__name__}."
    )
