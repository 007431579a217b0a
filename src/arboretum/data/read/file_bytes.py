"""The bytes of a file, unpacked, and which format they are in."""

from __future__ import annotations

import gzip
import io
import sys
import zipfile
import zlib
from pathlib import Path
from typing import Literal

from arboretum.exceptions import DataError

__all__ = ["STDIN", "TEXT", "Format", "format_of", "load_bytes"]

Format = Literal["text", "parquet", "workbook", "arff"]

#: The name that stands for what another program writes to this one.
STDIN = "-"
TEXT = (".csv", ".tsv", ".txt", ".data", ".dat", ".tab")
PARQUET = (".parquet", ".pq")
WORKBOOKS = (".xlsx", ".xlsm")
ARFF = ".arff"
PACKED = (".gz", ".zip")


def format_of(path: Path) -> Format:
    """The format of a file, by its name; that of standard input is text."""
    name = path.name.lower()
    bare = name
    for suffix in PACKED:
        bare = bare.removesuffix(suffix)
    if bare.endswith(ARFF):
        return "arff"
    if str(path) == STDIN or bare.endswith(TEXT) or name.endswith(".zip"):
        return "text"
    if name.endswith(PARQUET):
        return "parquet"
    if name.endswith(WORKBOOKS):
        return "workbook"
    raise DataError(
        f"{path} cannot be read: its name must end in one of {', '.join((*TEXT, *PARQUET))}, "
        f"{', '.join(WORKBOOKS)}, {ARFF}; text and {ARFF} also with .gz or .zip."
    )


def load_bytes(path: Path) -> bytes:
    """The bytes of a file or of standard input, unpacked if they are packed."""
    if str(path) == STDIN:
        return _unpacked(path, sys.stdin.buffer.read())
    if not path.is_file():
        raise DataError(f"{path} does not exist, or is not a file.")
    data = path.read_bytes()
    if path.suffix.lower() == ".gz" and not data.startswith(b"\x1f\x8b"):
        raise DataError(f"{path} is not a whole gzip file: it begins otherwise.")
    return _unpacked(path, data)


def _unpacked(path: Path, data: bytes) -> bytes:
    if data.startswith(b"\x1f\x8b"):
        try:
            return gzip.decompress(data)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise DataError(f"{path} is not a whole gzip file: {error}.") from error
    if data.startswith(b"PK\x03\x04") and format_of(path) in ("text", "arff"):
        return _only_member(path, data)
    return data


def _only_member(path: Path, data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [
                name
                for name in archive.namelist()
                if not name.endswith("/") and not name.startswith("__MACOSX/")
            ]
            if "[Content_Types].xml" in names:
                raise DataError(
                    f"{path} is a workbook of a spreadsheet, not text. Give it a name that ends "
                    f"in .xlsx."
                )
            if len(names) != 1:
                raise DataError(
                    f"{path} holds {len(names)} files: {', '.join(names[:5])}. Unpack the one "
                    f"to read."
                )
            return archive.read(names[0])
    except zipfile.BadZipFile as error:
        raise DataError(f"{path} is not a whole zip file: {error}.") from error
