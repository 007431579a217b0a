"""The names in a registry of the library, read from its source, without importing what it names.

A word that is not known on a command line is answered before any library is loaded.
"""

from __future__ import annotations

import ast
from functools import cache
from importlib import import_module
from pathlib import Path

import arboretum

__all__ = ["registered_names"]

_ROOT = Path(arboretum.__file__).parent


def registered_names(at: str) -> list[str]:
    """The keys of a mapping, written ``module:mapping``.

    >>> registered_names("arboretum.splits:RECIPES")
    ['binary', 'multiway', 'grouped', 'by_arity']
    """
    module, mapping = at.split(":")
    try:
        return _keys(module, mapping)
    except (LookupError, OSError):  # written in another way, or there is no source
        return list(getattr(import_module(module), mapping))


def _keys(module: str, mapping: str) -> list[str]:
    """The keys of a mapping of constants, or of one of classes by what they call themselves."""
    where, value = _value(module, mapping)
    if isinstance(value, ast.Dict):
        return [_key(where, key) for key in value.keys]
    if not isinstance(value, ast.DictComp) or not isinstance(value.generators[0].iter, ast.Tuple):
        raise LookupError(mapping)
    return [_own_name(where, one) for one in value.generators[0].iter.elts]


def _key(module: str, node: ast.expr | None) -> str:
    if isinstance(node, ast.Attribute) and node.attr == "name":
        return _own_name(module, node.value)
    return _constant(node)


def _own_name(module: str, node: ast.expr) -> str:
    """The ``name`` of a class that a module defines or imports."""
    if not isinstance(node, ast.Name):
        raise LookupError(ast.dump(node))
    _, found = _value(module, node.id)
    if isinstance(found, ast.ClassDef):
        for statement in found.body:
            if _assigned(statement) == "name":
                return _constant(statement.value)  # type: ignore[attr-defined]
    raise LookupError(node.id)


def _value(module: str, name: str) -> tuple[str, ast.AST]:
    """The class or the value that a module calls so, and the module that has it."""
    for statement in _source(module).body:
        if isinstance(statement, ast.ImportFrom):
            if any((one.asname or one.name) == name for one in statement.names):
                return _value(str(statement.module), name)
        elif isinstance(statement, ast.ClassDef) and statement.name == name:
            return module, statement
        elif _assigned(statement) == name:
            return module, statement.value  # type: ignore[attr-defined]
    raise LookupError(f"{module}:{name}")


def _assigned(statement: ast.stmt) -> str | None:
    """What a statement gives a value, by name."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign):
        target = statement.target
    else:
        return None
    return target.id if isinstance(target, ast.Name) else None


def _constant(node: ast.expr | None) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    raise LookupError("not a text")


@cache
def _source(module: str) -> ast.Module:
    path = _ROOT.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))
