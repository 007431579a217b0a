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
# A case per module would be 800 tests, which cost more than what they run.
PACKAGES = sorted({".".join(name.split(".")[:2]) for name in MODULES})


def modules_of(package):
    return [name for name in MODULES if name == package or name.startswith(f"{package}.")]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_examples_of_a_package_hold(package):
    failed = {name: doctest.testmod(import_module(name)).failed for name in modules_of(package)}

    assert [name for name, count in failed.items() if count] == []


@pytest.mark.parametrize("package", PACKAGES)
def test_what_the_modules_of_a_package_export_is_documented(package):
    for name in modules_of(package):
        module = import_module(name)
        exported = {public: getattr(module, public) for public in getattr(module, "__all__", ())}
        own = {
            public: value
            for public, value in exported.items()
            if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == name
        }

        assert module.__doc__, name
        # A dataclass without a docstring gets its signature as one.
        bare = [n for n, v in own.items() if not v.__doc__ or v.__doc__.startswith(f"{n}(")]
        assert bare == [], name
