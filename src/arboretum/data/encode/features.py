"""Encoded features: those of training, and new samples encoded as training chose."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import (
    LENGTH,
    Codes,
    Column,
    Numbers,
    describe_values,
    pieces,
)
from arboretum.data.dataset import MISSING, UNSEEN
from arboretum.data.read.capitals import as_known
from arboretum.data.read.column import read_column
from arboretum.data.read.kinds import (
    Override,
    categories_of,
    decide_kind,
    name_kinds,
    numbers_of,
    recode,
    refuse_infinity,
    times_of,
)
from arboretum.data.read.meaning import read_text_column
from arboretum.data.read.notes import Notes, taking_notes
from arboretum.data.read.odd_columns import Odd, find_odd, note_large_integers, note_odd
from arboretum.data.read.open_columns import Columns, automatic_names, is_all_finite, open_columns
from arboretum.data.read.training_column import read_training_column
from arboretum.data.schema import Category, Feature, Schema
from arboretum.exceptions import DataError, KindError

__all__ = [
    "count_unseen",
    "encode_columns",
    "encode_features",
    "encode_like",
    "ready_matrix",
]

Encoded = tuple[tuple[Feature, ...], tuple[npt.NDArray[Any], ...]]

_MATRIX_TYPES = (np.dtype(np.float64), np.dtype(np.float32))


def encode_features(
    X: Any, *, kinds: Mapping[Any, Override] | None = None, notes: Notes | None = None
) -> Encoded:
    """Encode the features of training data and learn what they are.

    Parameters
    ----------
    X : 2-D array, data frame, or mapping of names to columns
        NumPy (numbers, booleans, strings, objects), nested lists, pandas,
        Polars (also lazy), a PyArrow table or record batch, a DuckDB relation,
        or any frame that narwhals knows.
    kinds : mapping of a column to "numeric", "ordered", "categorical", "date", or a list
        Overrules the kind that the column's type suggests.  A list of
        categories makes the feature ordered, in that order.  "day-first" and
        "month-first" are dates, too.  The columns of an array go by position or
        as "x0", "x1", ...
    notes : told what was assumed of columns that are not plain
        Without it, each assumption is an :class:`~arboretum.exceptions.IntakeWarning`, and so
        is each column that a tree cannot learn from.

    Returns
    -------
    features : one :class:`Feature` per column
    columns : one array per feature
        float64 or float32 with NaN for missing, not copied if it was that
        already; else codes into ``feature.categories``, of 8, 16 or 32 bits.

    Examples
    --------
    >>> features, columns = encode_features({"age": [20, 73], "sex": ["male", "female"]})
    >>> features[1].categories, columns[1].tolist()
    (('female', 'male'), [1, 0])
    """
    return encode_columns(open_columns(X), kinds=kinds, notes=notes)


def encode_columns(
    columns: Columns, *, kinds: Mapping[Any, Override] | None = None, notes: Notes | None = None
) -> Encoded:
    """Encode columns that are open already; see :func:`encode_features`.

    Whoever takes notes has looked at the columns: only others are warned of odd ones.
    """
    overrides = name_kinds(kinds, columns)
    if not overrides and _are_usable(columns):
        return tuple(Feature(name, "numeric") for name in columns.names), columns.values
    with taking_notes(notes) as taken:
        read = {
            name: read_training_column(
                name, values, overrides.get(name), name in columns.are_read, taken
            )
            for name, values in zip(columns.names, columns.values, strict=True)
        }
        if notes is None:
            note_large_integers(read, taken)
            note_odd(_odd_ones(columns, read, overrides), taken)
    pairs = [decide_kind(name, column, overrides.get(name)) for name, column in read.items()]
    return tuple(feature for feature, _ in pairs), tuple(values for _, values in pairs)


def _odd_ones(
    columns: Columns, read: Mapping[str, Column], overrides: Collection[str]
) -> dict[str, Odd]:
    """The columns to warn of: of an array, whose columns are one kind of thing, the empty ones."""
    if columns.is_named and len(read) > 1:
        return find_odd(read, overrides, first=columns.names[0])
    return {name: Odd("empty", 0, 0) for name, one in read.items() if one.is_all_missing()}


def _are_usable(columns: Columns) -> bool:
    """Whether all columns may be taken as they are; if not, each is looked at for the message."""
    matrix = columns.matrix
    if matrix is None or columns.are_all_finite:
        return matrix is not None
    is_known = np.zeros(matrix.shape[1], dtype=bool)
    for part in pieces(len(matrix), max(1, LENGTH // matrix.shape[1])):
        if np.isinf(matrix[part]).any():
            return False
        is_known |= ~np.isnan(matrix[part]).all(axis=0)
    return bool(is_known.all())


def encode_like(
    schema: Schema, X: Any, *, owner: str = "the tree", notes: Notes | None = None
) -> tuple[npt.NDArray[Any], ...]:
    """Encode the features of new data as training did.

    The columns of a frame are matched by name, in any order; those of an array
    by position.  The columns of the targets may be there and are not read.
    Categories are matched by value; one that training never saw becomes
    ``UNSEEN``.

    Parameters
    ----------
    schema : Schema of the training data.
    X : anything that :func:`encode_features` accepts.
    owner : who expects the columns, for messages.
    notes : told which texts were read as numbers, or as missing ones
        Without it, each of these is an :class:`~arboretum.exceptions.IntakeWarning`.
    """
    matrix = ready_matrix(schema, X)
    if matrix is not None and (is_all_finite(matrix) or not np.isinf(matrix).any()):
        return tuple(matrix.T)
    matched = _match_columns(schema, open_columns(X), owner)
    with taking_notes(notes) as taken:
        return tuple(
            _encode(feature, values, owner, taken)
            for feature, values in zip(schema.features, matched, strict=True)
        )


def ready_matrix(schema: Schema, X: Any) -> npt.NDArray[np.floating] | None:
    """X itself, if its columns are the features and need no encoding, else None.

    This is for a model in service, a few samples per call: no value is looked
    at, so infinity is still to be refused.
    """
    if (
        not isinstance(X, np.ndarray)
        or X.ndim != 2
        or X.shape[0] == 0
        or X.shape[1] != schema.n_features
        or X.dtype not in _MATRIX_TYPES
        or not schema.is_all_numeric
        or schema.combinations
        or isinstance(X, np.ma.MaskedArray)
    ):
        return None
    return np.asarray(X) if X.flags.aligned else np.array(X)


def count_unseen(schema: Schema, columns: tuple[npt.NDArray[Any], ...]) -> dict[str, int]:
    """How many samples have a category that training never saw, by feature; none is left out."""
    counts = {
        feature.name: _count(column, UNSEEN)
        for feature, column in zip(schema.features, columns, strict=True)
        if feature.kind != "numeric"
    }
    return {name: count for name, count in counts.items() if count}


def _count(column: npt.NDArray[Any], code: int) -> int:
    # A model in service is asked for one sample per call; NumPy takes its time for each array.
    return int(column.item() == code) if len(column) == 1 else int((column == code).sum())


def _match_columns(schema: Schema, columns: Columns, owner: str) -> tuple[Any, ...]:
    """The raw columns in the order of the features."""
    names = schema.feature_names
    # A model that was trained on an array knows its columns by position only.
    is_automatic = names == automatic_names(len(names)) and not set(names) & set(columns.names)
    if not columns.is_named or is_automatic:
        if len(columns.names) != len(names):
            raise DataError(
                f"X has {len(columns.names)} features, "
                f"but {owner} is expecting {len(names)} features as input: "
                f"give the columns of training, {describe_values(names, 20)}."
            )
        return columns.values
    given = dict(zip(columns.names, columns.values, strict=True))
    missing = [name for name in names if name not in given]
    if missing:
        raise DataError(
            f"X lacks the column {describe_values(missing)}, which {owner} was trained on. "
            f"Add it; X has: {describe_values(columns.names, 20)}."
        )
    targets = {target.name for target in schema.targets}
    unknown = [name for name in given if name not in schema.feature_index and name not in targets]
    if unknown:
        raise DataError(
            f"X has the column {describe_values(unknown)}, which {owner} was not trained on. "
            f"Drop it: the features are {describe_values(names, 20)}."
        )
    return tuple(given[name] for name in names)


def _encode(feature: Feature, values: Any, owner: str, notes: Notes) -> npt.NDArray[Any]:
    label = f"column {feature.name!r}"
    column = read_column(label, values, may_mix=True)
    if isinstance(column, Numbers):
        refuse_infinity(label, column.values)
    if feature.categories is None:
        if isinstance(column, Codes) and column.is_all_missing():
            return np.full(len(column.codes), np.nan)
        if feature.clock is not None:
            return times_of(label, column, feature.clock)
        if isinstance(column, Codes) and column.is_text:
            column = read_text_column(column, feature.name, notes, is_forced=True)
        return numbers_of(label, column)
    if column.is_all_missing() or feature.has_no_value:
        return np.full(len(values), MISSING, dtype=np.int32)
    codes = categories_of(column)
    _require_same_type(label, feature.categories, codes, owner)
    if codes.is_text:
        codes = as_known(codes, feature.categories, label, notes)
    return recode(codes, feature.categories)


def _require_same_type(
    label: str, expected: tuple[Category, ...], given: Codes, owner: str
) -> None:
    """Text never equals a number: refuse, rather than call all of it unseen."""
    is_text_expected = {isinstance(value, str) for value in expected}
    is_text = {isinstance(value, str) for value in given.categories}
    if is_text_expected & is_text:
        return
    raise KindError(
        f"{label} should hold {_type_of(expected)} such as {describe_values(expected, 3)}, "
        f"as {owner} was trained on, but holds {_type_of(given.categories)} such as "
        f"{describe_values(given.categories, 3)}. Convert it to the type of the training data."
    )


def _type_of(categories: tuple[Category, ...]) -> str:
    if isinstance(categories[0], str):
        return "text"
    return "booleans" if isinstance(categories[0], bool) else "numbers"
