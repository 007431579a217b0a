"""Rules as files: JSON that is checked when read and whole when written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import RuleFileError, TreeFileError
from arboretum.rules.from_dict import from_dict
from arboretum.rules.to_dict import to_dict
from arboretum.tree.file.json_file import parse_document

if TYPE_CHECKING:
    from arboretum.rules.rule_set import RuleSet

__all__ = ["dumps", "load", "loads", "save"]


def save(rules: RuleSet, path: str | os.PathLike[str]) -> None:
    """Write beside the file, then put it in place: a stop half-way changes nothing."""
    with whole_file(path) as file:
        file.write(dumps(rules))


def load(path: str | os.PathLike[str]) -> RuleSet:
    """Read saved rules; a damaged file raises :class:`RuleFileError` that names it."""
    data = Path(path).read_bytes()
    try:
        return loads(data)
    except RuleFileError as error:
        raise RuleFileError(f"{os.fspath(path)}: {error}") from error


def dumps(rules: RuleSet) -> bytes:
    """The document, one rule a line, numbers so that they read back bit for bit."""
    fields = [f"{_json(key)}: {_entry(key, value)}" for key, value in to_dict(rules).items()]
    text = "{\n" + ",\n".join(fields) + "\n}\n"
    # Half of a surrogate pair cannot be UTF-8; its backslash form is JSON for the same text.
    return text.encode("utf-8", errors="backslashreplace")


def _entry(key: str, value: Any) -> str:
    if key != "rules" or not value:
        return _json(value)
    return "[\n" + ",\n".join(f"  {_json(rule)}" for rule in value) + "\n]"


def loads(data: bytes) -> RuleSet:
    """The rules of a document."""
    try:
        document = parse_document(data)
    except TreeFileError as error:
        raise RuleFileError(str(error).replace("saved tree", "saved rule set")) from error
    return from_dict(document)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
