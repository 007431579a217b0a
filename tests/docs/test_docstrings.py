"""The examples in docstrings print what they show, and public names say what they are for."""

from __future__ import annotations

import doctest
import inspect
import pkgutil
from importlib import import_module

import pytest

import arboretum

MODULES = [
    module.name
    for module in pkgutil.walk_packages(arboretum.__path__, "arboretum.")
    if module.name not in ("arboretum.__main__", "arboretum._core")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name):
    result = doctest.testmod(import_module(name))

    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_what_a_module_exports_is_documented(name):
    module = import_module(name)
    exported = {public: getattr(module, public) for public in getattr(module, "__all__", ())}
    own = {
        public: value
        for public, value in exported.items()
        if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == name
    }

    assert module.__doc__
    # A dataclass without a docstring gets its signature as one.
    assert [n for n, v in own.items() if not v.__doc__ or v.__doc__.startswith(f"{n}(")] == []
