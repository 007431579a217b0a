"""Trees as files: JSON that is checked when read and whole when written."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import TreeFileError
from arboretum.tree.file.from_dict import from_dict
from arboretum.tree.file.to_dict import to_dict

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["as_json", "dumps", "load", "loads", "parse_document", "save", "write_document"]

_TABLES = ("nodes", "splits", "runner_ups", "rows")


def save(tree: Tree, path: str | os.PathLike[str], rows: bool = False) -> None:
    """Write beside the file, then put it in place: a stop half-way changes nothing."""
    document = dumps(tree, rows)
    with whole_file(path) as file:
        file.write(document)


def load(path: str | os.PathLike[str]) -> Tree:
    """Read a saved tree; a damaged file raises :class:`TreeFileError` that names it."""
    data = Path(path).read_bytes()
    try:
        return loads(data)
    except TreeFileError as error:
        raise TreeFileError(f"{os.fspath(path)}: {error}") from error


def dumps(tree: Tree, rows: bool = False) -> bytes:
    """The document, one column per line, with numbers that read back bit for bit."""
    return write_document(to_dict(tree, rows=rows), _entry)


def write_document(document: dict[str, Any], entry: Callable[[str, Any], str]) -> bytes:
    """A document field by field; ``entry(name, value)`` writes a value in its lines."""
    fields = [f"{as_json(key)}: {entry(key, value)}" for key, value in document.items()]
    text = "{\n" + ",\n".join(fields) + "\n}\n"
    # Half of a surrogate pair cannot be UTF-8; its backslash form is JSON for the same text.
    return text.encode("utf-8", errors="backslashreplace")


def loads(data: bytes) -> Tree:
    """The tree of a document."""
    return from_dict(parse_document(data))


def parse_document(data: bytes) -> Any:
    """The JSON value of a file, or :class:`TreeFileError`."""
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_without_doubles,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError as error:
        raise TreeFileError(
            f"This is not a saved tree: byte {error.start} is not UTF-8 text."
        ) from error
    except json.JSONDecodeError as error:
        text = data.removeprefix(b"\xef\xbb\xbf").lstrip()
        if text and not text.startswith(b"{"):
            raise TreeFileError(
                "This is not a saved tree, which begins with a brace. Name a file that a tree was "
                "saved to, such as one that arboretum grow --out has written."
            ) from error
        raise TreeFileError(
            f"The saved tree is cut off or damaged in line {error.lineno}, "
            f"column {error.colno}: {error.msg}."
        ) from error
    except RecursionError as error:
        raise TreeFileError("The saved tree is damaged: it is nested too deeply.") from error
    except TreeFileError:
        raise
    except ValueError as error:  # a number of thousands of digits
        raise TreeFileError(f"The saved tree is damaged: {error}.") from error


def _entry(key: str, value: Any) -> str:
    if key not in _TABLES:
        return as_json(value)
    columns = [f"  {as_json(name)}: {as_json(column)}" for name, column in value.items()]
    return "{\n" + ",\n".join(columns) + "\n}"


def as_json(value: Any) -> str:
    """JSON as people read it; a number that is none in JSON is refused."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise TreeFileError(f"The saved tree is damaged: {name[:40]!r} appears twice.")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise TreeFileError(f"The saved tree is damaged: {name} is not a JSON number.")
