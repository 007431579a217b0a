"""A case of the register: an error is raised, says what to do, and doing that works."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import ArboretumError

X = {"a": [float(i * i) for i in range(12)], "b": list("xyzxyzxyzxyz")}
Y, NUMBERS = list("ppqqppqqppqq"), [float(i % 5) for i in range(12)]
TREE = TreeClassifier().fit(X, Y)


class Case(NamedTuple):
    """What raises, the words of the remedy, and the same with the remedy followed."""

    raises: Callable[..., Any]
    remedy: str
    follows: Callable[..., Any]


def tree(**parameters: Any) -> Any:
    return TreeClassifier(**parameters).fit(X, Y)


def numbers(**parameters: Any) -> Any:
    return TreeRegressor(**parameters).fit(X, NUMBERS)


def follow(case: Case, *arguments: Any) -> None:
    """Run into the error, read the remedy, and apply it."""
    with pytest.raises(ArboretumError) as caught:
        case.raises(*arguments)

    assert case.remedy in str(caught.value)
    case.follows(*arguments)
