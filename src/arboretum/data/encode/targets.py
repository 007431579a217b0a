"""The columns to predict: class codes or numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.clock import Clock
from arboretum.data.column import Codes, Column, Numbers, ascending, describe_values, pieces
from arboretum.data.read.column import read_column
from arboretum.data.read.kinds import categories_of, is_integral, numbers_of, refuse_infinity
from arboretum.data.read.marks import is_mark
from arboretum.data.read.open_columns import Columns, as_array, as_series, open_columns
from arboretum.data.read.time_texts import read_times
from arboretum.data.schema import Category, Target
from arboretum.exceptions import DataError, KindError, MissingValueError, ParameterError

#: Texts of so many different dates may be classes.
MOST_DATES = 20

__all__ = [
    "encode_targets",
    "looks_nominal",
    "open_targets",
    "place_known",
    "read_target",
    "read_targets",
]


def encode_targets(
    y: Any, *, nominal: bool, name: str | Sequence[str] | None = None
) -> tuple[tuple[Target, ...], npt.NDArray[Any]]:
    """Encode one or many targets.

    Parameters
    ----------
    y : 1-D or 2-D array, list, series, data frame, or mapping of names to columns
    nominal : True for classes, False for numbers
    name : name or names to give the targets
        Otherwise that of the series, those of the frame, or "y" ("y0", "y1", ...).

    Returns
    -------
    targets : one :class:`Target` per column
        The classes are those that occur, in ascending order; in the declared
        order if the column says that they are ranked.
    values : (n, d) int32 class codes, or float64

    Examples
    --------
    >>> targets, codes = encode_targets(["B", "A", "B"], nominal=True)
    >>> targets[0].classes, codes.ravel().tolist()
    (('A', 'B'), [1, 0, 1])
    """
    columns = read_targets(y, name)
    encode = _encode_classes if nominal else _encode_numbers
    pairs = [encode(name, column) for name, column in columns.items()]
    columns_of_codes = [values for _, values in pairs]
    one = len(pairs) == 1  # the usual case; stacking would copy it
    values = columns_of_codes[0][:, None] if one else np.column_stack(columns_of_codes)
    return tuple(target for target, _ in pairs), values


def read_targets(y: Any, name: str | Sequence[str] | None = None) -> dict[str, Column]:
    """Read the targets by name, without deciding whether they are classes."""
    raw = open_targets(y)
    names = list(raw) if name is None else [name] if isinstance(name, str) else list(name)
    if len(names) != len(raw):
        raise ParameterError(f"{len(names)} names {names!r} were given for {len(raw)} targets.")
    columns = {n: read_target(n, values) for n, values in zip(names, raw.values(), strict=True)}
    for target, column in columns.items():
        _require_complete(target, column)
    return columns


def looks_nominal(y: Any) -> bool:
    """Whether all targets hold text, booleans or categories: classes, by their type."""
    return all(isinstance(column, Codes) for column in read_targets(y).values())


def open_targets(y: Any) -> dict[str, Any]:
    """The raw columns by name."""
    if y is None:
        raise DataError(
            "Learning requires y to be passed, but the target y is None. "
            "Pass the values to predict as y."
        )
    is_table = isinstance(y, Mapping | Columns) or hasattr(y, "columns")
    if is_table or hasattr(y, "column_names"):
        columns = open_columns(y)
        names = columns.names if columns.is_named else _automatic_names(len(columns.names))
        return dict(zip(names, columns.values, strict=True))
    column = as_series(y)
    if column is None:
        column = as_array(y)
        if column.ndim == 2:
            values = open_columns(column).values
            return dict(zip(_automatic_names(len(values)), values, strict=True))
        if column.ndim != 1:
            raise DataError(
                f"y should be a 1d array, or a 2d array of one column per target, "
                f"got an array of shape {column.shape} instead."
            )
    if len(column) == 0:
        raise DataError(
            "Found array with 0 sample(s) as y while a minimum of 1 is required. "
            "Give y one value per sample."
        )
    name = getattr(column, "name", None)
    return {"y" if name in (None, "") else str(name): column}


def _automatic_names(n: int) -> tuple[str, ...]:
    return ("y",) if n == 1 else tuple(f"y{i}" for i in range(n))


def read_target(name: str, values: Any) -> Column:
    """Read one target, missing values included."""
    try:
        column = read_column(f"target {name!r}", values)
    except KindError as error:
        raise KindError(f"Unknown label type: {error}") from error
    clock = column.clock if isinstance(column, Numbers) else _clock_of(column)
    if clock is not None:
        raise KindError(
            f"Unknown label type: target {name!r} holds {clock.words}, which are not predicted. "
            f"Predict a number instead, such as the days from another date to it, or a class, "
            f"such as its month."
        )
    return column


def _clock_of(column: Codes) -> Clock | None:
    """What texts count that are too many different dates or times for classes."""
    if not column.is_text or len(column.categories) <= MOST_DATES:
        return None
    found = read_times("", [str(text) for text in column.categories], is_mark)
    return None if found is None else found.numbers.clock


def _require_complete(name: str, column: Column) -> None:
    if isinstance(column, Numbers):
        # Not by NaN, which is refused below.
        remedy = "Replace it by a finite number, or drop these samples from X and y."
        refuse_infinity(f"target {name!r}", column.values, remedy)
        missing = np.isnan(column.values)
    else:
        missing = column.codes < 0
    if missing.any():
        rows = np.flatnonzero(missing).tolist()
        raise MissingValueError(
            f"target {name!r} is missing (NaN or null) in {len(rows)} of {len(missing)} samples: "
            f"rows {describe_values(rows)}. Drop these samples from X and y, or fill the target."
        )


def _encode_classes(name: str, column: Column) -> tuple[Target, npt.NDArray[np.int32]]:
    if isinstance(column, Numbers) and not is_integral(column.values):
        fraction = column.values[column.values != np.floor(column.values)]
        shown = f" such as {fraction[0]:g}" if len(fraction) else ""
        raise DataError(
            f"Unknown label type: continuous. Target {name!r} holds numbers{shown} that are not "
            f"classes. Use a regressor, or convert the classes to strings or integers."
        )
    codes = categories_of(column)
    classes, values = _keep_present(codes)
    if isinstance(column, Numbers) and not column.is_whole:
        classes = tuple(float(value) for value in classes)
    return Target(name, classes), values


def _keep_present(codes: Codes) -> tuple[tuple[Category, ...], npt.NDArray[np.int32]]:
    """Only the classes that occur; sorted unless ranked by the user."""
    n = len(codes.categories)
    is_held = np.zeros(n, dtype=np.bool_)
    for part in pieces(len(codes.codes)):  # NumPy makes 64 bits of every index
        is_held[codes.codes[part]] = True
    present = np.flatnonzero(is_held).tolist()
    if not codes.is_ordered:
        present.sort(key=lambda code: ascending(codes.categories[code]))
    if present == list(range(n)):
        return codes.categories, codes.codes.astype(np.int32, copy=False)
    moved = np.zeros(len(codes.categories), dtype=np.int32)
    moved[present] = np.arange(len(present))
    return tuple(codes.categories[code] for code in present), moved[codes.codes]


def place_known(
    target: str, known: Sequence[Category], given: Iterable[Category]
) -> npt.NDArray[np.int32]:
    """The codes of given classes among those of training; a new one is an error."""
    code = {name: i for i, name in enumerate(known)}
    for name in given:
        if name not in code:
            raise DataError(
                f"Target {target!r} has the class {name!r}, which training never saw. "
                f"The classes are: {', '.join(map(repr, known))}."
            )
    return np.array([code[name] for name in given], dtype=np.int32)


def _encode_numbers(name: str, column: Column) -> tuple[Target, npt.NDArray[np.float64]]:
    if isinstance(column, Codes) and column.are_integers:
        raise DataError(
            f"target {name!r} holds integers such as {describe_values(column.categories, 1)}, too "
            f"large for float64 to hold exactly. If it is an amount, convert it to float; if it "
            f"is an identifier, it cannot be predicted."
        )
    if isinstance(column, Codes) and any(isinstance(c, str) for c in column.categories):
        raise KindError(
            f"target {name!r} holds text such as {describe_values(column.categories, 3)}, but a "
            f"regressor predicts numbers. Convert it to numbers, or use a classifier."
        )
    return Target(name), numbers_of(f"target {name!r}", column).astype(np.float64, copy=False)
