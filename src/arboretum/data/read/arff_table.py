"""ARFF files to tables: each attribute becomes a column of the type that it declares."""

from __future__ import annotations

import datetime
import json
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from arboretum.data.column import Codes, Column, describe_values
from arboretum.data.hierarchy import Hierarchy
from arboretum.data.read.arff import Arff, Attribute, Cell, parse_arff
from arboretum.data.read.arff_dates import USUAL, reader_of
from arboretum.data.read.encoding import to_utf8
from arboretum.data.read.kinds import recode
from arboretum.data.read.labels import AND
from arboretum.data.read.line_numbers import LineNumbers
from arboretum.data.read.request import Request
from arboretum.exceptions import DataError

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "as_declared",
    "declared_values",
    "hierarchies_of",
    "load_arff",
    "numbers_of_cells",
    "read_arff_file",
]

#: In the metadata of a table: the values that attributes declare, and the hierarchies of labels.
DECLARED_MARK, HIERARCHY_MARK = b"arboretum_declared", b"arboretum_hierarchies"


def load_arff(data: bytes, request: Request) -> Arff:
    """The attributes and the cells of a file that was unpacked."""
    data = to_utf8(data, request.what, request.notes, request.options.encoding)
    text = data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")
    return parse_arff(text, request.what)


def read_arff_file(data: bytes, request: Request) -> pa.Table:
    """The columns that are wanted of an ARFF file, which say in metadata what was declared."""
    import pyarrow as pa

    arff = load_arff(data, request)
    names = [attribute.name for attribute in arff.attributes]
    request.require(names)
    request.notes.name_rows = LineNumbers(lambda: arff.lines)
    wanted = names if request.columns is None else list(request.columns)
    kept = {name: arff.attributes[names.index(name)] for name in wanted}
    cells = {name: arff.columns[names.index(name)] for name in wanted}
    columns = {
        name: _column(arff, attribute, cells[name], request) for name, attribute in kept.items()
    }
    declared = {
        name: list(attribute.declared)
        for name, attribute in kept.items()
        if attribute.kind == "nominal" and name not in request.numeric
    }
    hierarchies = {
        name: {"labels": attribute.hierarchy.labels, "parents": attribute.hierarchy.parents}
        for name, attribute in kept.items()
        if attribute.hierarchy is not None
    }
    marks = {DECLARED_MARK: json.dumps(declared), HIERARCHY_MARK: json.dumps(hierarchies)}
    return pa.table(columns).replace_schema_metadata(marks)


def declared_values(table: Any) -> dict[str, tuple[str, ...]]:
    """The values that the file of a table declares, by column; none for other tables."""
    return {name: tuple(values) for name, values in _marked(table, DECLARED_MARK).items()}


def hierarchies_of(table: Any) -> dict[str, Hierarchy]:
    """The hierarchies of labels that the file of a table declares, by column."""
    return {
        name: Hierarchy(tuple(one["labels"]), tuple(map(tuple, one["parents"])))
        for name, one in _marked(table, HIERARCHY_MARK).items()
    }


def _marked(table: Any, mark: bytes) -> Mapping[str, Any]:
    metadata = table.schema.metadata if hasattr(table, "column_names") else None
    found: Mapping[str, Any] = json.loads((metadata or {}).get(mark, "{}"))
    return found


def as_declared(column: Column, values: tuple[str, ...]) -> Column:
    """A column with the values that its file declares, those that do not occur, too."""
    if not isinstance(column, Codes):
        return column
    return Codes(recode(column, values), values, is_declared=True)


# Cells to columns ---------------------------------------------------------------


def _column(arff: Arff, attribute: Attribute, cells: Collection[Cell], request: Request) -> Any:
    import pyarrow as pa

    absent = set(request.options.na)
    held = [None if cell in absent else cell for cell in cells] if absent else list(cells)
    if attribute.kind == "nominal":
        _require_declared(arff, attribute, held)
        if attribute.name in request.numeric:
            return pa.array(held, pa.string())
        place = {value: code for code, value in enumerate(attribute.declared)}
        codes = pa.array([None if cell is None else place[cell] for cell in held], pa.int32())
        return pa.DictionaryArray.from_arrays(codes, pa.array(attribute.declared, pa.string()))
    if attribute.kind == "date":
        return _dates(arff, attribute, held)
    if attribute.kind == "numeric" and attribute.name not in request.text:
        values = numbers_of_cells(arff, attribute, held)
        return pa.array(values, pa.float64(), mask=np.isnan(values))
    if attribute.hierarchy is not None:
        _require_labels(arff, attribute, held)
    return pa.array(held, pa.string())


def _require_declared(arff: Arff, attribute: Attribute, cells: Collection[Cell]) -> None:
    new = set(cells) - {*attribute.declared, None}
    for row, cell in enumerate(cells if new else ()):
        if cell in new:
            raise arff.wrong(
                row,
                attribute,
                f"holds {cell!r}, which line {attribute.line} does not declare. It declares: "
                f"{describe_values(attribute.declared, 20)}.",
            )


def _require_labels(arff: Arff, attribute: Attribute, cells: Collection[Cell]) -> None:
    assert attribute.hierarchy is not None  # asked only then
    for row, cell in enumerate(cells):
        for label in (cell or "").split(AND):
            if label.strip() and label.strip() not in attribute.hierarchy.place:
                raise arff.wrong(
                    row,
                    attribute,
                    f"has the label {label.strip()!r}, which is not in the hierarchy that line "
                    f"{attribute.line} declares. Add it there.",
                )


def numbers_of_cells(
    arff: Arff, attribute: Attribute, cells: Collection[Cell]
) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The cells of a numeric attribute as numbers, NaN where one is missing."""
    found = np.empty(len(cells))
    for row, cell in enumerate(cells):
        try:
            found[row] = np.nan if cell is None else float(cell)
            is_number = cell is None or "_" not in cell  # Python's own numbers may have them
        except ValueError:
            is_number = False
        if not is_number:
            raise arff.wrong(
                row,
                attribute,
                f"is numeric, but holds {cell!r}. Declare it as a string or with its values in "
                "braces, or write ? where a number is missing.",
            )
    return found


def _dates(arff: Arff, attribute: Attribute, cells: Collection[Cell]) -> Any:
    import pyarrow as pa

    pattern = attribute.pattern or USUAL
    try:
        read, has_time = reader_of(pattern)
    except ValueError as error:
        raise DataError(
            f"{arff.what}, line {attribute.line}: attribute {attribute.name!r} has dates like "
            f"{pattern!r}, in which {str(error)!r} is not known. Declare it as a string."
        ) from None
    values: list[datetime.datetime | None] = []
    for row, cell in enumerate(cells):
        try:
            values.append(None if cell is None else read(cell))
        except ValueError:
            why = f"has dates like {pattern!r}, but holds {cell!r}."
            raise arff.wrong(row, attribute, why) from None
    if has_time:
        return pa.array(values, pa.timestamp("ms"))
    return pa.array([None if value is None else value.date() for value in values], pa.date32())
