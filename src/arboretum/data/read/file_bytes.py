"""The bytes of a file, unpacked, and which format they are in."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Final, Literal

from arboretum.data.read.notes import Notes
from arboretum.exceptions import DataError

__all__ = ["STDIN", "TEXT", "Format", "format_of", "load_bytes", "require_format"]

Format = Literal["text", "parquet", "workbook", "arff"]

#: The name that stands for what another program writes to this one.
STDIN = "-"
TEXT = (".csv", ".tsv", ".txt", ".data", ".dat", ".tab")
#: Names that text has in other places.
MORE_TEXT = (".log", ".test", ".train", ".asc", ".prn", ".psv", ".ssv", ".out")
PARQUET = (".parquet", ".pq")
WORKBOOKS = (".xlsx", ".xlsm")
ARFF = ".arff"
PACKED = (".gz", ".zip", ".bz2", ".xz")
_GZIP, _BZIP, _XZ = b"\x1f\x8b", b"BZh", b"\xfd7zXZ"
_ABOUT = re.compile(r"read.?me|licen[cs]e|codebook|description|metadata|\bnotes?\b", re.IGNORECASE)
#: So many bytes show the format of a file.
_HEAD = 400
#: How files begin that are no text of cells, what they are, and what to do.
_OTHERS: Final = (
    (b"PAR1", "a Parquet file", "Let its name end in .parquet."),
    (
        b"\xd0\xcf\x11\xe0",
        "a workbook of old Excel (.xls)",
        "Open it in a spreadsheet and save it as .xlsx or .csv.",
    ),
    (rb"(%[^\n]*\n\s*)*@relation\b", "an ARFF file of Weka", "Let its name end in .arff."),
    (b"%PDF-", "a PDF document", "Copy its table into a spreadsheet and save that as .csv."),
    (
        rb"<(!doctype html|html|table|\?xml|head|body)\b",
        "a page of HTML or XML",
        "Open it in a spreadsheet and save it as .xlsx or .csv.",
    ),
    (
        rb"(\{|\[\s*\{)\s*\"",
        "JSON",
        "Read it into a data frame, such as by pandas.read_json, and write that as .csv.",
    ),
    (
        rb"(--[^\n]*\n\s*|/\*.*?\*/;?\s*)*(insert\s+into|create\s+table|drop\s+table)\s",
        "a list of commands for a database (SQL)",
        "Export the table itself as .csv.",
    ),
)


def format_of(path: Path) -> Format:
    """The format of a file, by its name; that of standard input is text."""
    name = path.name.lower()
    bare = name
    for suffix in PACKED:
        bare = bare.removesuffix(suffix)
    if bare.endswith(ARFF):
        return "arff"
    if str(path) == STDIN or bare.endswith((*TEXT, *MORE_TEXT)) or name.endswith(".zip"):
        return "text"
    if name.endswith(PARQUET):
        return "parquet"
    if name.endswith(WORKBOOKS):
        return "workbook"
    if path.is_dir():
        raise DataError(f"{path} is a folder. Name a file in it.")
    if name.endswith((".xls", ".ods")):
        raise DataError(
            f"{path} cannot be read: of workbooks, those in {' and '.join(WORKBOOKS)} are. Open it "
            f"in a spreadsheet and save it as .xlsx or .csv."
        )
    raise DataError(
        f"{path} cannot be read: its name must end in one of {', '.join((*TEXT, *PARQUET))}, "
        f"{', '.join(WORKBOOKS)}, {ARFF}; text and {ARFF} also with .gz, .bz2, .xz or .zip."
    )


def load_bytes(path: Path, notes: Notes) -> bytes:
    """The bytes of a file or of standard input, unpacked if they are packed."""
    if str(path) == STDIN:
        return _unpacked(path, sys.stdin.buffer.read(), notes)
    if not path.is_file():
        raise DataError(f"{path} does not exist, or is not a file.")
    data = path.read_bytes()
    if path.suffix.lower() == ".gz" and data and not data.startswith(_GZIP):
        notes.add(f"{path} is called a gzip file, but is not packed, and read so.")
    return _unpacked(path, data, notes)


def require_format(path: Path, kind: Format, data: bytes) -> None:
    """Refuse bytes that are plainly of another format than the name says, and say which."""
    head = data[:_HEAD].lstrip(b"\xef\xbb\xbf \t\r\n")
    if kind == "parquet" and not data.startswith(b"PAR1"):
        raise DataError(
            f"{path} is not a Parquet file: it begins otherwise. If it is text, let its name end "
            f"in .csv."
        )
    if kind != "text":
        return
    for begin, what, remedy in _OTHERS:
        if re.match(begin, head, re.IGNORECASE):
            raise DataError(f"{path} is {what}, not a table of text. {remedy}")


def _unpacked(path: Path, data: bytes, notes: Notes) -> bytes:
    for begin, kind, unpack in (
        (_GZIP, "gzip", gzip.decompress),
        (_BZIP, "bzip2", bz2.decompress),
        (_XZ, "xz", lzma.decompress),
    ):
        if data.startswith(begin):
            try:
                return unpack(data)
            except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
                raise DataError(f"{path} is not a whole {kind} file: {error}.") from error
    if data.startswith(b"PK\x03\x04") and format_of(path) in ("text", "arff"):
        return _table_in_archive(path, data, notes)
    return data


def _table_in_archive(path: Path, data: bytes, notes: Notes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name for name in archive.namelist() if not _is_hidden(name)]
            if "[Content_Types].xml" in names:
                raise DataError(
                    f"{path} is a workbook of a spreadsheet, not text. Give it a name that ends "
                    f"in .xlsx."
                )
            tables = names if len(names) == 1 else [n for n in names if _is_table(n)]
            if len(tables) != 1:
                raise DataError(
                    f"{path} holds {len(names)} files: {', '.join(names[:5])}. Unpack the one "
                    f"to read."
                )
            if len(names) > 1:
                notes.add(f"of {len(names)} files in {path}, {tables[0]} is read.")
            return archive.read(tables[0])
    except (zipfile.BadZipFile, EOFError, zlib.error) as error:
        raise DataError(f"{path} is not a whole zip file: {error}.") from error
    except RuntimeError as error:  # it needs a password, or a method that Python does not have
        raise DataError(f"{path} cannot be unpacked: {error}. Unpack it by other means.") from error


def _is_hidden(name: str) -> bool:
    """Whether a member of an archive is a folder, or what a system adds for itself."""
    return name.endswith("/") or name.startswith("__MACOSX/") or name.split("/")[-1][0] == "."


def _is_table(name: str) -> bool:
    """Whether a member of an archive is called like a table, and not like a text about one."""
    return name.lower().endswith((*TEXT, ARFF)) and _ABOUT.search(name) is None
