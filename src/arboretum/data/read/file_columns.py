"""The columns of a file's table that came out as text, as what they mean."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Numbers
from arboretum.data.dataset import MISSING
from arboretum.data.read.column import chunk_to_numpy
from arboretum.data.read.meaning import meaning_of
from arboretum.data.read.notes import Notes
from arboretum.data.read.open_columns import READ_MARK
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.texts import Texts

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["read_meanings"]


def read_meanings(
    table: pa.Table,
    notes: Notes,
    options: ReadOptions,
    *,
    text: Collection[str] = (),
    numeric: Collection[str] = (),
    decimal: str | None = None,
    is_typed: bool = False,
) -> pa.Table:
    """A table whose columns of text hold numbers or times where that is what they mean.

    Parameters
    ----------
    table : as a file gave it
    notes, options : see :func:`meaning_of`
    text : columns to leave as text
    numeric : columns that must be numbers; what is not a number there, is missing
    decimal : the decimal sign that the file seems to use
    is_typed : whether the file has types, so that its text was meant as text
    """
    import pyarrow as pa

    are_times: list[str] = []
    for i, field in enumerate(table.schema):
        if not (pa.types.is_string(field.type) or pa.types.is_large_string(field.type)):
            continue
        texts, column = _distinct(field.name, table.column(i), options, notes, is_typed)
        if field.name not in text:
            meaning = meaning_of(
                texts, notes, options, decimal=decimal, is_forced=field.name in numeric
            )
            if meaning is not None and meaning.clock is None:
                column = _place(meaning, texts)
            elif meaning is not None:  # stays text here: whoever encodes it reads the times
                are_times.append(field.name)
        if column is not None:
            table = table.set_column(i, field.name, column)
    decided = [name for name in table.column_names if name not in are_times]
    return table.replace_schema_metadata({READ_MARK: json.dumps(decided)})


def _distinct(
    name: str, column: pa.ChunkedArray, options: ReadOptions, notes: Notes, is_typed: bool
) -> tuple[Texts, pa.Array | None]:
    """The distinct texts without blanks around them; and the column, if that changes it."""
    import pyarrow as pa

    encoded = column.dictionary_encode().unify_dictionaries()
    given = encoded.chunk(0).dictionary.to_pylist() if encoded.num_chunks else []
    parts = [chunk_to_numpy(chunk.indices, MISSING) for chunk in encoded.chunks]
    codes = np.concatenate(parts) if parts else np.empty(0, np.int32)
    bare = [text.strip() for text in given]
    absent = {"", *options.missing_words}
    if bare == given and absent.isdisjoint(bare):
        return Texts(name, given, codes, is_typed, notes.name_rows), None
    places = {text: i for i, text in enumerate(dict.fromkeys(t for t in bare if t not in absent))}
    moved = np.array([places.get(text, MISSING) for text in bare] + [MISSING], dtype=np.int32)
    codes = moved[codes]
    values = list(places)
    at = _array(pa.int32(), np.where(codes < 0, len(values), codes).astype(np.int32))
    array = pa.array([*values, None], pa.string()).take(at)
    return Texts(name, values, codes, is_typed, notes.name_rows), array


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
