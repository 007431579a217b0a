"""The columns of a file's table that came out as text, as what they mean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Numbers
from arboretum.data.dataset import MISSING
from arboretum.data.read.column import chunk_to_numpy
from arboretum.data.read.meaning import meaning_of
from arboretum.data.read.number_notation import Style, possible_styles, take_apart
from arboretum.data.read.open_columns import READ_MARK
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.request import Request
from arboretum.data.read.texts import Texts

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_meanings"]

#: How the names of the metadata begin that this library writes.
MARKS = b"arboretum_"


def read_meanings(
    table: pa.Table, request: Request, *, decimal: str | None = None, is_typed: bool = False
) -> pa.Table:
    """A table whose columns of text hold numbers or times where that is what they mean.

    Parameters
    ----------
    table : as a file gave it
    request : what is wanted of the file
    decimal : the decimal sign that the file seems to use
    is_typed : whether the file has types, so that its text was meant as text
    """
    import pyarrow as pa

    table = _without_sentinels(table, request.options)
    are_times: list[str] = []
    for i, field in enumerate(table.schema):
        if not (pa.types.is_string(field.type) or pa.types.is_large_string(field.type)):
            continue
        texts, column = _distinct(field.name, table.column(i), request, is_typed)
        if field.name not in request.text:
            meaning = meaning_of(
                texts,
                request.notes,
                request.options,
                decimal=decimal,
                is_forced=field.name in request.numeric,
            )
            if meaning is not None and meaning.clock is None:
                column = _place(meaning, texts)
            elif meaning is not None:  # stays text here: whoever encodes it reads the times
                are_times.append(field.name)
        if column is not None:
            table = table.set_column(i, field.name, column)
    decided = [name for name in table.column_names if name not in are_times]
    marks = {k: v for k, v in (table.schema.metadata or {}).items() if k.startswith(MARKS)}
    return table.replace_schema_metadata({**marks, READ_MARK: json.dumps(decided)})


def _without_sentinels(table: pa.Table, options: ReadOptions) -> pa.Table:
    """Numbers that the user says stand for a missing value are missing."""
    import pyarrow as pa
    from pyarrow import compute

    style = Style(options.decimal or ".")
    written = [take_apart(word) for word in options.na]
    numbers = [
        style.number(one) for one in written if one and style in possible_styles(one.pattern)
    ]
    for i, field in enumerate(table.schema):
        if numbers and (pa.types.is_integer(field.type) or pa.types.is_floating(field.type)):
            column = table.column(i)
            for number in numbers:
                is_number = compute.equal(column, pa.scalar(number, pa.float64()))
                column = compute.if_else(is_number, pa.scalar(None, field.type), column)
            table = table.set_column(i, field.name, column)
    return table


def _distinct(
    name: str, column: pa.ChunkedArray, request: Request, is_typed: bool
) -> tuple[Texts, pa.Array | None]:
    """The distinct texts without blanks around them; and the column, if that changes it."""
    import pyarrow as pa

    if column.num_chunks > 1:  # one dictionary is faster than many that are put together
        column = pa.chunked_array([column.combine_chunks()])
    encoded = column.dictionary_encode().unify_dictionaries()
    given = encoded.chunk(0).dictionary.to_pylist() if encoded.num_chunks else []
    parts = [chunk_to_numpy(chunk.indices, MISSING) for chunk in encoded.chunks]
    codes = np.concatenate(parts) if parts else np.empty(0, np.int32)
    bare = [_without_formula(text.strip()) for text in given]
    absent = {"", *request.options.missing_words}
    if bare == given and absent.isdisjoint(bare):
        return Texts(name, given, codes, is_typed, request.notes.name_rows), None
    places = {text: i for i, text in enumerate(dict.fromkeys(t for t in bare if t not in absent))}
    moved = np.array([places.get(text, MISSING) for text in bare] + [MISSING], dtype=np.int32)
    codes = moved[codes]
    values = list(places)
    at = _array(pa.int32(), np.where(codes < 0, len(values), codes).astype(np.int32))
    array = pa.array([*values, None], pa.string()).take(at)
    return Texts(name, values, codes, is_typed, request.notes.name_rows), array


def _without_formula(text: str) -> str:
    """The text in ``="007"``, which keeps a spreadsheet from making a number of it."""
    return text[2:-1] if len(text) > 2 and text.startswith('="') and text[-1] == '"' else text


def _place(meaning: Numbers, texts: Texts) -> pa.Array:
    """One number per row."""
    import pyarrow as pa

    each = np.append(meaning.values, np.nan)[texts.codes]  # code -1 takes the NaN
    is_missing = np.isnan(each)
    if meaning.is_whole:
        return _array(pa.int64(), np.where(is_missing, 0, each).astype(np.int64), is_missing)
    return _array(pa.float64(), each, is_missing)


def _array(
    kind: pa.DataType,
    values: npt.NDArray[Any],
    is_missing: npt.NDArray[np.bool_] | None = None,
) -> pa.Array:
    """An array of PyArrow, whose own conversion imports pandas where there is one."""
    import pyarrow as pa

    known = None
    if is_missing is not None and is_missing.any():
        known = pa.py_buffer(np.packbits(~is_missing, bitorder="little"))
    return pa.Array.from_buffers(kind, len(values), [known, pa.py_buffer(values)])
