"""What backs the numbers of the prose: programs beside them, and the register of what asserts them.

A number of three digits or more is backed by its own section, if a block there that runs holds it
or what it is rounded from; shorter ones may be there by chance.  Any number is backed by a line of
a table that a test prints again, or by the register.  ``prose_numbers/*.toml`` is the register:
under the name of a page, words of it with their numbers, and what asserts these,

- ``path.py::name``: the function, class or constant of that name uses each number;
- ``path::text``: lines of that file with this text hold each number;
- ``path``: the file holds each number; of a page, its blocks that run;
- ``here``: a block of the same page that runs;
- several of these, with ``and`` between: each number is in one of them at least;
- ``given: why``: no result, but something that the page chooses or quotes.

``tables`` under the name of a page lists files whose every line stands on it.
"""

from __future__ import annotations

import ast
import functools
import operator
import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from tests.docs.pages import ROOT
from tests.docs.prose import Number, Span, blocks_that_run, prose_numbers, section_of, values_of

__all__ = ["REGISTER", "complaints", "name_of", "pages", "tables_of"]

_CHECKED = ("start", "guide", "algorithms", "develop")
_FOLDER = Path(__file__).parent / "prose_numbers"
REGISTER: dict[str, dict[str, str | list[str]]] = {
    page: entries
    for file in sorted(_FOLDER.glob("*.toml"))
    for page, entries in tomllib.loads(file.read_text(encoding="utf-8")).items()
}
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def pages() -> list[Path]:
    """The pages whose prose is checked."""
    folders = [sorted((ROOT / "docs" / it).rglob("*.md")) for it in _CHECKED]
    return [ROOT / "README.md", *(page for folder in folders for page in folder)]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def tables_of(page: str) -> list[str]:
    """Files whose every line stands on a page."""
    return [_read(table) for table in REGISTER.get(page, {}).get("tables", [])]


def complaints(page: str, text: str) -> list[str]:
    """What is wrong with the numbers in the prose of a page that has this text."""
    entries, tables = REGISTER.get(page, {}), tables_of(page)
    words = {said: str(by) for said, by in entries.items() if said != "tables"}
    lines = text.splitlines()
    places = {said: _places(said, text) for said in words}
    wrong = [f"{page}: the page does not say {said!r}" for said in words if not places[said]]
    wrong += [
        f"{page}: lacks {line}" for it in tables for line in it.splitlines() if line not in text
    ]
    known_lines = {line for table in tables for line in table.splitlines()}
    for number in prose_numbers(text):
        said = [it for it in words if any(span.holds(number.span) for span in places[it])]
        if lines[number.line - 1] in known_lines:
            continue
        if said:
            by = re.sub(r"\bhere$", page, words[said[0]])
            wrong += [f"{page}: {it}" for it in _unfounded(number, by)]
        elif number.n_digits < 3 or not number.is_rounded_from(_shown(section_of(text, number))):
            wrong.append(f"{page}, line {number.line}: nothing asserts {number.text}")
    return wrong


def _places(said: str, text: str) -> list[Span]:
    """Where words stand on a page, however its lines are broken."""
    pattern = r"\s+".join(re.escape(word) for word in said.split())
    return [Span(*found.span()) for found in re.finditer(pattern, text)]


def _unfounded(number: Number, by: str) -> list[str]:
    if by.startswith("given: "):
        return []
    try:
        known = set().union(*(_values(part) for part in by.split(" and ")))
    except LookupError as error:
        return [str(error)]
    if number.is_rounded_from(known, whole=True):
        return []
    return [f"line {number.line}: {number.text} is not in {by}"]


@functools.cache
def _shown(section: str) -> set[Decimal]:
    return values_of(blocks_that_run(section))


@functools.cache
def _values(part: str) -> set[Decimal]:
    """The numbers of what an entry of the register names."""
    path, _, name = part.partition("::")
    text = _read(path)
    if path.endswith(".py") and name:
        return set(_values_of_program(_named(text, part)))
    if name:
        lines = [line for line in text.splitlines() if name in line]
        if not lines:
            raise LookupError(f"{path} has no line with {name!r}")
        return values_of("\n".join(lines))
    return values_of(
        blocks_that_run(text) if path.endswith(".md") and path.startswith("docs/") else text
    )


def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _named(text: str, part: str) -> ast.stmt:
    """The definition of a name, which may be dotted, in a program."""
    body: list[ast.stmt] = ast.parse(text).body
    found: ast.stmt | None = None
    for name in part.partition("::")[2].split("."):
        found = next((it for it in body if name in _defined(it)), None)
        if found is None:
            raise LookupError(f"{part} does not exist")
        body = getattr(found, "body", [])
    assert found is not None
    return found


def _defined(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [it.id for target in targets for it in ast.walk(target) if isinstance(it, ast.Name)]


def _values_of_program(tree: ast.stmt) -> Iterator[Decimal]:
    """Numbers that a program uses, also in texts and as a quotient; comments do not count."""
    docstrings = {
        it.body[0].value
        for it in ast.walk(tree)
        if isinstance(it, ast.FunctionDef | ast.ClassDef) and isinstance(it.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and node not in docstrings
        ):
            yield from values_of(node.value)
        value = _fold(node)
        if value is not None:
            yield Decimal(repr(value))


def _fold(node: ast.AST) -> float | None:
    """The value of a number or of a term of numbers."""
    if isinstance(node, ast.Constant) and not isinstance(node.value, bool):
        return node.value if isinstance(node.value, int | float) else None
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right = _fold(node.left), _fold(node.right)
        if left is not None and right is not None:
            try:
                return _OPERATIONS[type(node.op)](left, right)
            except (ZeroDivisionError, OverflowError):
                return None
    return None
