"""All exercises by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from inspect import getdoc

from arboretum.exceptions import UnknownPartError
from arboretum.exercises.exercise import Exercise, Make

__all__ = ["exercise", "exercises", "fixed", "varied"]

_MADE: dict[str, Callable[[], Exercise]] = {}


def varied(topic: str) -> Callable[[Make], Make]:
    """Put an exercise into the catalogue that can be made with other numbers."""

    def register(make: Make) -> Make:
        name = make.__name__
        _MADE[name] = lambda: replace(
            make(None), name=name, topic=topic, about=getdoc(make) or "", make=make
        )
        return make

    return register


def fixed(topic: str) -> Callable[[Callable[[], Exercise]], Callable[[], Exercise]]:
    """Put an exercise into the catalogue that has no variants."""

    def register(make: Callable[[], Exercise]) -> Callable[[], Exercise]:
        name = make.__name__
        _MADE[name] = lambda: replace(make(), name=name, topic=topic, about=getdoc(make) or "")
        return make

    return register


def exercise(name: str) -> Exercise:
    """The exercise of a name.

    >>> import arboretum.exercises
    >>> print(arboretum.exercises.exercise("surprise").check(2.079))
    You took the natural logarithm. In base 2 the unit is the bit.
    """
    if name not in _MADE:
        near = get_close_matches(str(name), _MADE, n=1)
        meant = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownPartError(
            f"There is no exercise {name!r}.{meant} The known ones are: {', '.join(_MADE)}."
        )
    return _MADE[name]()


def exercises(topic: str | None = None) -> list[Exercise]:
    """All exercises, or those of a topic, in the order of a course."""
    every = [make() for make in _MADE.values()]
    topics = list(dict.fromkeys(one.topic for one in every))
    if topic is not None and topic not in topics:
        raise UnknownPartError(
            f"topic={topic!r} is not known. Known topics: {', '.join(map(repr, topics))}."
        )
    return [one for one in every if topic in (None, one.topic)]
