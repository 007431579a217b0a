"""A file to a table: text, Parquet, a workbook of a spreadsheet, or ARFF."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arboretum.data.column import describe_values
from arboretum.data.read.arff_table import read_arff_file
from arboretum.data.read.file_bytes import STDIN, format_of, load_bytes, require_format
from arboretum.data.read.file_columns import read_meanings
from arboretum.data.read.layout import lay_out
from arboretum.data.read.notes import Notes, taking_notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.repair import write_rows
from arboretum.data.read.request import Request
from arboretum.data.read.second_look import look_again
from arboretum.data.read.sentinels import note_sentinels
from arboretum.data.read.text_file import RawTable, parse_rows, read_text_file
from arboretum.data.read.workbook import read_sheet
from arboretum.exceptions import DataError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_frame"]


def read_frame(
    path: str | Path,
    columns: Sequence[str] | None = None,
    *,
    text: Collection[str] = (),
    numeric: Collection[str] = (),
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> pa.Table:
    """Read a text file, a Parquet file, a workbook or an ARFF file, and say what was assumed.

    Parameters
    ----------
    path : file ending in .csv, .tsv, .txt, .data, .dat, .tab (these also with .gz or .zip),
        .parquet, .pq, .xlsx, .xlsm or .arff (also with .gz or .zip); "-" for standard input
        What divides the cells of a text file is found among comma, semicolon, tab, bar and
        runs of blanks; its encoding, where the table begins and whether it has column names
        are found, too.
    columns : names of the columns to read; all if None.
    text : columns of a text file to read as text even if they look like numbers.
        Dates stay text here; whoever encodes the table reads them.
    numeric : columns that must be numbers: what is not a number there, is missing.
    options : how to read the file, where it does not show it; see :class:`ReadOptions`.
    notes : told everything that was assumed
        Without it, each assumption is an :class:`~arboretum.exceptions.IntakeWarning`.
    """
    what = "standard input" if str(path) == STDIN else str(path)
    with taking_notes(notes) as taken:
        request = Request(what, columns, text, numeric, options or ReadOptions(), taken)
        return _read(Path(path), request)


def _read(path: Path, request: Request) -> pa.Table:
    kind, data = format_of(path), load_bytes(path, request.notes)
    require_format(path, kind, data)
    if request.options.sheet is not None and kind != "workbook":
        raise DataError(
            f"{path} is not a workbook: it has no sheets, and sheet={request.options.sheet!r} says "
            f"nothing of it."
        )
    try:
        import pyarrow as pa
    except ImportError as error:
        raise ImportError(
            'Reading files needs pyarrow, which is not installed: pip install "arboretum[cli]".'
        ) from error
    raw: RawTable | None = None
    try:
        if kind == "parquet":
            table = _read_parquet(data, request)
        elif kind == "arff":
            table = read_arff_file(data, request)
        elif kind == "workbook":
            table, raw = _read_workbook(data, request)
        else:
            table, raw = read_text_file(data, path.name, request)
    except (pa.ArrowInvalid, OSError) as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    decimal = None
    if raw is not None:
        table, decimal = look_again(table, raw, request)
    table = read_meanings(table, request, decimal=decimal, is_typed=kind in ("parquet", "arff"))
    note_sentinels(table, request.notes)
    return table


def _read_parquet(data: bytes, request: Request) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file = pq.ParquetFile(pa.BufferReader(data))
    names = file.schema_arrow.names
    request.require(names)
    wanted = names if request.columns is None else request.columns
    odd = [f.name for f in file.schema_arrow if f.name in wanted and not _holds_cells(f.type)]
    if odd:
        shown = describe_values(odd, 12)
        said = f"column{'s' * (len(odd) > 1)} {shown} hold{'s' * (len(odd) == 1)} lists, records "
        if request.columns is not None:
            raise DataError(f"{request.what}: {said}or bytes, not values. Take them apart.")
        request.note(f"{said}or bytes: left out.", "Take them apart into columns to use them.")
    # pandas writes the row names of a frame as a column of this name.
    kept = [name for name in wanted if name not in odd and not name.startswith("__index_level_")]
    if not kept:
        raise DataError(f"{request.what} has no column of values.")
    return file.read(columns=kept)


def _holds_cells(kind: pa.DataType) -> bool:
    """Whether a type of Parquet holds one value per row that may be asked about."""
    import pyarrow as pa

    known = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_fixed_size_binary)
    return not pa.types.is_nested(kind) and not any(is_of(kind) for is_of in known)


def _read_workbook(data: bytes, request: Request) -> tuple[pa.Table, RawTable]:
    records = read_sheet(data, request)[request.options.skip or 0 :]
    if not records:
        raise DataError(f"{request.what}: the sheet is empty.")
    layout = lay_out(records, request, request.options.header)
    request.require(layout.names)
    below = [record for record in records if record.line > layout.n_above]
    rows = write_rows([record.cells for record in below])
    return parse_rows(rows, layout.names, [record.line for record in below], request, word="row")
