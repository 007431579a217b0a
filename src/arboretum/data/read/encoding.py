"""Bytes to characters: UTF-8 unless the bytes say otherwise, and never a wrong letter unsaid."""

from __future__ import annotations

import codecs
import re

from arboretum.data.read.notes import Notes
from arboretum.exceptions import DataError

__all__ = ["to_utf8"]

_WIDE = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
#: So much of a file shows whether every second byte is zero.
_HEAD = 2000
_ALL_FOREIGN, _ANY_FOREIGN = re.compile(rb"[\xa8\xb8\xc0-\xff]{3,}"), re.compile(rb"[\x80-\xff]+")
_FOREIGN = re.compile(r"\w*[^\x00-\x7f]+\w*")


def to_utf8(data: bytes, what: str, notes: Notes, encoding: str | None = None) -> bytes:
    """The same text in UTF-8, without a byte order mark.

    Parameters
    ----------
    data : of the whole file
    what : the file, for messages
    notes : told which encoding was assumed, if it is not UTF-8
    encoding : the one that the user names
    """
    bare = data.removeprefix(codecs.BOM_UTF8)
    if encoding is not None:
        same = codecs.lookup(encoding).name in ("utf-8", "utf-8-sig", "ascii")
        return bare if same and bare.isascii() else _decode(data, what, encoding)
    for mark, name in _WIDE.items():
        if data.startswith(mark):
            notes.add(f"{what} is stored as {name.upper()}, and read so.")
            return _decode(data, what, name)
    if bare.isascii() and b"\0" not in bare[:_HEAD]:
        return bare
    wide = _wide_without_mark(bare[:_HEAD])
    if wide is not None:
        notes.add(f"{what} looks like {wide.upper()}, and is read so.", _OTHERWISE)
        return _decode(data, what, wide)
    try:
        bare.decode("utf-8")
    except UnicodeDecodeError:
        return _as_western(bare, what, notes)
    return bare


_OTHERWISE = "If letters look wrong, name the encoding: encoding='latin-1'."


def _decode(data: bytes, what: str, encoding: str) -> bytes:
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8")
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        line = data[:at].count(b"\n") + 1
        raise DataError(
            f"{what} is not {encoding} throughout: line {line} has the bytes "
            f"{data[at : at + 4]!r}. Name its encoding: encoding='cp1252'."
        ) from error


def _wide_without_mark(head: bytes) -> str | None:
    """UTF-16 by its zeros: in western text every second byte is one."""
    pairs = len(head) // 2
    if pairs == 0 or b"\0" not in head:
        return None
    if head[1 : 2 * pairs : 2].count(0) > 0.7 * pairs:
        return "utf-16-le"
    return "utf-16-be" if head[: 2 * pairs : 2].count(0) > 0.7 * pairs else None


def _another(data: bytes) -> str:
    """The encoding to try first if this is not western: words of such letters alone are Russian."""
    head = data[: 1 << 20]
    n_in_words = sum(map(len, _ALL_FOREIGN.findall(head)))
    n_foreign = sum(map(len, _ANY_FOREIGN.findall(head)))
    return "cp1251" if 2 * n_in_words > n_foreign else "cp1250"


def _as_western(data: bytes, what: str, notes: Notes) -> bytes:
    """What Windows writes in western Europe and America; a byte it does not know is Latin-1."""
    name = "cp1252"
    try:
        text = data.decode(name)
    except UnicodeDecodeError:
        name = "latin-1"
        text = data.decode(name)
    words = list(dict.fromkeys(_FOREIGN.findall(text[: 1 << 20])))[:3]
    shown = f", with words such as {', '.join(map(repr, words))}" if words else ""
    notes.add(
        f"{what} is not UTF-8: it is read as {name} (western European){shown}.",
        f"If letters look wrong, name the encoding: encoding={_another(data)!r}.",
    )
    return text.encode("utf-8")
