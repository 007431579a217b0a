"""Writes the list of public names beside this file, from the docstrings.

Run it after a public name or the first line of its docstring has changed.
"""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import arboretum

PAGE = Path(__file__).with_name("README.md")

INTRODUCTION = """\
# Public names

By module, with the first line of each docstring; `help(name)` has the rest. Names that start with
an underscore, and modules not listed here, may change without notice. This page is written by
`docs/reference/write.py`.
"""


def main() -> None:
    PAGE.write_text(reference(), encoding="utf-8")


def reference() -> str:
    """The whole page."""
    modules = [arboretum, *(import_module(f"arboretum.{name}") for name in public_modules())]
    return "\n".join([INTRODUCTION, *map(section, modules)])


def public_modules() -> list[str]:
    """The modules that are attributes of the package."""
    return sorted(name for name in dir(arboretum) if inspect.ismodule(getattr(arboretum, name)))


def section(module: ModuleType) -> str:
    """One module: what it is for, and a line for each of its names."""
    names = sorted((name for name in module.__all__ if not name.startswith("__")), key=str.lower)
    lines = [f"## {module.__name__}", "", first_line(module), "", "| name | |", "| --- | --- |"]
    lines += [f"| `{name}` | {describe(getattr(module, name))} |" for name in names]
    return "\n".join(lines) + "\n"


def describe(value: object) -> str:
    """What a name stands for, on one line of a table."""
    if inspect.isclass(value) or inspect.isfunction(inspect.unwrap(value)):
        return first_line(value).replace("|", "\\|")
    if isinstance(value, dict):
        return "By name: " + (", ".join(f"`{name}`" for name in value) or "none yet")
    return f"`{value!r}`".replace("|", "\\|")


def first_line(value: object) -> str:
    """The first paragraph of a docstring."""
    paragraph = (inspect.getdoc(value) or "").split("\n\n")[0]
    without_roles = re.sub(r":\w+:`~?([^`]+)`", r"`\1`", paragraph.replace("``", "`"))
    return " ".join(without_roles.split())


if __name__ == "__main__":
    main()
