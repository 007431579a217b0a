"""Parts: small objects with parameters, of which a learner is made.

A part is written like a scikit-learn estimator: ``__init__`` only assigns its
keyword parameters.  That is all it takes for ``clone``, ``get_params`` and
``GridSearchCV`` (``pruning__alpha``) to reach inside.

A parameter may be :class:`Measured`: then the part says what was asked, and
``part.fitted(dataset)`` is the part with what was measured.
"""

from __future__ import annotations

import copy
import inspect
import json
from abc import abstractmethod
from collections.abc import Mapping
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, ClassVar, Self, TypeGuard, TypeVar

import numpy as np

from arboretum.exceptions import ParameterError, UnknownPartError

__all__ = [
    "Measured",
    "Parameters",
    "Part",
    "Spec",
    "is_number",
    "is_whole",
    "native_spec",
    "own",
    "part_from",
    "require_number",
    "require_whole",
    "resolve",
    "value_in",
]

#: A part as the native core knows it: its name there and what it needs to know.
Spec = dict[str, Any]

#: A longer text is a table that a part was given; a saved tree need not hold it once more.
MOST_TEXT = 200
#: Parameters that JSON holds as they are.
SIMPLE = (str, int, float, bool)


class Parameters:
    """What has parameters, read off ``__init__``, by the names that scikit-learn asks for."""

    #: The names of the parameters.
    _names: ClassVar[tuple[str, ...]] = ()
    #: Those that are True or False.
    _flags: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Read the parameters off ``__init__`` once per class."""
        super().__init_subclass__(**kwargs)
        if cls.__init__ is not object.__init__:
            parameters = inspect.signature(cls.__init__).parameters
            cls._names = tuple(name for name in parameters if name != "self")
            cls._flags = tuple(n for n in cls._names if isinstance(parameters[n].default, bool))

    def _keep(self, given: dict[str, Any]) -> None:
        """Assign the parameters: the ``locals()`` of an ``__init__`` that does nothing else."""
        del given["self"]
        vars(self).update(given)

    def require_flags(self) -> None:
        """Refuse what stands where True or False must, here and in parts: "no" would mean yes."""
        for name in self._flags:
            value = getattr(self, name)
            if not isinstance(value, bool | np.bool_):
                raise ParameterError(
                    f"{name}={value!r} of {type(self).__name__} must be True or False."
                )
        for name in self._names:
            if isinstance(part := getattr(self, name), Parameters):
                part.require_flags()

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return the parameters; ``deep`` adds those of nested parts as ``part__name``."""
        params: dict[str, Any] = {name: getattr(self, name) for name in self._names}
        for name in self._names if deep else ():
            if isinstance(value := params[name], Parameters):
                inner = value.get_params(deep=True)
                params.update({f"{name}__{key}": item for key, item in inner.items()})
        return params

    def set_params(self, **params: Any) -> Self:
        """Set parameters by name, nested ones by ``part__name``."""
        known = self._names
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


class Part(Parameters):
    """Base of everything that can be plugged into a learner."""

    #: The short name: ``criterion="gini"`` stands for ``Gini()``.
    name: ClassVar[str] = ""

    #: This part as it was asked for, if other samples are to be measured again.
    asked: Part | None = None

    def describe(self) -> dict[str, Any]:
        """Name and parameters, ready for JSON; :func:`part_from` makes the part again.

        A custom part is described by its class.
        """
        cls = type(self)
        is_ours = cls.__module__.startswith("arboretum.")
        name = self.name if is_ours and self.name else f"{cls.__module__}.{cls.__qualname__}"
        params = {key: _plain(getattr(self, key)) for key in self._names}
        described = {"name": name, "params": params}
        return described if self.asked is None else described | {"asked": self.asked.describe()}

    def native(self) -> Spec | None:
        """This part as the native core knows it; None if only the readable loop can use it.

        A class that the core knows returns ``self.spec()``, with ``fast=True`` where the fast core
        knows it as well.  Subclasses do not inherit that: see ``native_spec``.
        """
        return None

    def spec(self, **more: Any) -> Spec:
        """The name, the parameters, and what else the native core needs."""
        return {"name": self.name, **self.get_params(deep=False), **more}

    def fitted(self, dataset: Any) -> Any:
        """This part with all that its parameters ask for measured; itself if they ask for nothing.

        A part that was fitted before is measured again: a recipe can be grown on any samples.
        """
        if not vars(self):  # the quick question first: many parts have no parameters
            return self
        asked = self if self.asked is None else self.asked
        inner_parts = asked._inner_parts()
        if not inner_parts:
            return asked
        kept: dict[str, Any] = {}
        found: dict[str, Any] = {}
        for name, part in inner_parts:
            if isinstance(part, Measured):
                (found if part.again else kept)[name] = part.measure(dataset)
            elif (inner := part.fitted(dataset)) is not part:
                kept[name] = inner
        asked = asked._with(kept)
        fitted = asked._with(found)
        if found:
            fitted.asked = asked
        return fitted

    @property
    def is_fitted(self) -> bool:
        """Whether nothing that its parameters ask for is still to be measured."""
        inner = self._inner_parts()
        return all(not isinstance(part, Measured) and part.is_fitted for _, part in inner)

    def _inner_parts(self) -> list[tuple[str, Part]]:
        """The parameters that are parts themselves."""
        return [
            (name, value) for name in self._names if isinstance(value := getattr(self, name), Part)
        ]

    def _with(self, params: Mapping[str, Any]) -> Self:
        """A copy with other parameters; itself if there are none."""
        if not params:
            return self
        other = copy.copy(self)
        for name, value in params.items():
            setattr(other, name, value)
        return other

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._names)
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other) or not isinstance(other, Part):
            return NotImplemented
        return repr(self.get_params()) == repr(other.get_params())

    def __hash__(self) -> int:
        return hash((type(self), repr(self.get_params())))


def own(part: Part, name: str) -> Any:
    """A member that the class of a part itself defines; None if it is inherited.

    What others may rely on is true of one class: a subclass of ``Gini`` with another impurity
    would be grown by Gini's, and nobody would notice.
    """
    return getattr(part, name) if name in vars(type(part)) else None


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a parameter is a number, which True and False are not."""
    is_plain = type(value) in (int, float)  # the quick question first
    return is_plain or (isinstance(value, Real) and not isinstance(value, bool))


def is_whole(value: Any) -> TypeGuard[int]:
    """Whether a parameter is a whole number, which True and False are not."""
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def require_number(part: Part, name: str) -> None:
    """Refuse a parameter that must be a non-negative number and is not."""
    value: Any = getattr(part, name)
    if not is_number(value) or not value >= 0:
        raise ParameterError(
            f"{name}={value!r} of {type(part).__name__} must be a non-negative number."
        )


def require_whole(part: Part, name: str, at_least: int) -> None:
    """Refuse a parameter that must be a whole number and is not."""
    value: Any = getattr(part, name)
    if not is_whole(value) or value < at_least:
        raise ParameterError(
            f"{name}={value!r} of {type(part).__name__} must be a whole number "
            f"of at least {at_least}."
        )


def native_spec(part: Part) -> Spec | None:
    """A part as the native core knows it; None if the readable loop has to use it."""
    native = own(part, "native")
    return None if native is None else native()


def _plain(value: Any) -> Any:
    """A parameter as JSON can hold it."""
    if value is None or isinstance(value, SIMPLE):
        return value
    if isinstance(value, Part):
        return value.describe()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    text = repr(value)
    return text if len(text) <= MOST_TEXT else f"a {type(value).__name__}"


class Measured(Part):
    """A parameter that is measured from the samples a tree is grown from.

    ``MinImpurity(ShareOfDeviation(0.05))`` asks for a share; fitted to samples it
    is ``MinImpurity(0.31)``.
    """

    #: Whether other samples, such as those of a fold, are measured again.
    again: ClassVar[bool] = True

    #: Every class of such parameters, by name.
    kinds: ClassVar[dict[str, type[Measured]]] = {}

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls.name:
            Measured.kinds[cls.name] = cls

    @abstractmethod
    def measure(self, dataset: Any) -> Any:
        """The parameter, from the samples that a tree is grown from."""


P = TypeVar("P", bound=Part)


def part_from(described: Any, known: Mapping[str, type[P]], exact: bool = True) -> P:
    """The part that :meth:`Part.describe` described, made again.

    Raises :class:`~arboretum.exceptions.UnknownPartError` if the name is not known, or a
    parameter is not.  Unless ``exact``, parameters that this version does not have, such as
    those of a later one, are left out.
    """
    described = described if isinstance(described, Mapping) else {"name": described}
    name, params = described.get("name"), described.get("params")
    if not isinstance(name, str) or name not in known:
        raise UnknownPartError(f"No part is called {name!r}. Known: {', '.join(known)}.")
    if not exact:
        params = params if isinstance(params, Mapping) else {}
        params = {key: params[key] for key in known[name]._names if key in params}
    try:
        part = known[name](**{key: _read(value, known, exact) for key, value in params.items()})
    except (AttributeError, TypeError) as error:
        raise UnknownPartError(f"{name!r} cannot be made from {params!r}.") from error
    if "asked" in described:
        part.asked = part_from(described["asked"], known, exact)
    return part


def _read(value: Any, known: Mapping[str, type[P]], exact: bool) -> Any:
    """A parameter that was made plain: lists were tuples, descriptions were parts."""
    if isinstance(value, list):
        return tuple(_read(item, known, exact) for item in value)
    if not isinstance(value, Mapping):
        return value
    every: dict[str, type[Part]] = {**known, **Measured.kinds}
    return part_from(value, every, exact)


def resolve(value: Any, base: type[P], known: Mapping[str, type[P]], argument: str) -> P:
    """Turn a short name or a ready part into a part.

    A name may have the first parameter of its part: ``"m5=1"``.  ``argument`` is the name of
    the parameter the user wrote, for the message.
    """
    if isinstance(value, base):
        return value
    name, has_parameter, text = value.partition("=") if isinstance(value, str) else (value, "", "")
    if isinstance(name, str) and name in known:
        first = known[name]._names[:1] if has_parameter else ()
        if has_parameter and not first:
            raise ParameterError(f"{argument}={value!r}: {name} takes no parameter. Leave it out.")
        return known[name](**{parameter: value_in(text) for parameter in first})
    near = get_close_matches(name, known, n=1) if isinstance(name, str) else []
    hint = f" Did you mean {near[0]!r}?" if near else ""
    why = "is not known" if isinstance(value, str) else f"is a {type(value).__name__}"
    raise UnknownPartError(
        f"{argument}={value!r} {why}.{hint} "
        f"Known names: {', '.join(map(repr, known)) or 'none yet'}; "
        f"or pass an object derived from {base.__module__}.{base.__name__}."
    )


def value_in(text: str) -> Any:
    """A number, true, false or null as JSON writes them; anything else is text."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
