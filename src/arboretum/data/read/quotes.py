"""Quotation marks that other programs write in another way, as tables have them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arboretum.data.read.records import cut_lines, how_regular
from arboretum.data.read.request import Request

__all__ = ["usual_quotes"]

_ESCAPED, _DOUBLED = b'\\"', b'""'
#: A single quotation mark at the end of a cell, and one that is doubled inside.
_AROUND = re.compile(rb"(?m)^'|(?<=[,;|\t])'|(?<=[,;|\t] )'|'(?= ?[,;|\t]|$)")
_INNER = re.compile(b"''")
_CURLY = str.maketrans("\u201c\u201d\u201e", '"""')


def usual_quotes(data: bytes, lines: Sequence[str], request: Request) -> bytes:
    """A text in which a quotation mark inside a cell is doubled, and every one is straight.

    Databases write a backslash before it; letters of word processors are curly around cells.
    ``lines`` are the first of the text.
    """
    first = next((line.strip() for line in lines if line.strip()), "")
    if first.startswith("\u201c") and first.endswith("\u201d") and b'"' not in data:
        request.note("curly quotation marks stand around its cells, and are read as straight ones.")
        return data.decode("utf-8").translate(_CURLY).encode("utf-8")
    if first.startswith("'") and first.endswith("'") and b'"' not in data:
        request.note("single quotation marks stand around its cells, and are read as double ones.")
        return _INNER.sub(b"'", _AROUND.sub(b'"', data))
    if b"\\" not in data or _ESCAPED not in data:  # one sign is found much faster than two
        return data
    head = "".join(lines)
    doubled = cut_lines(head.replace(_ESCAPED.decode(), _DOUBLED.decode()))
    if how_regular(doubled) <= how_regular(lines):
        return data
    request.note('a quotation mark inside a cell is written \\", and read so.')
    return data.replace(_ESCAPED, _DOUBLED)
