"""From a table as it was read to the samples to learn from.

Rows without a target are set aside, columns that cannot be learned from are set aside, and
whether the target names classes is found out.  Everything is noted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arboretum.data.column import Column
from arboretum.data.read.arff_table import as_declared, declared_values, hierarchies_of
from arboretum.data.read.capitals import merge_spellings
from arboretum.data.read.kinds import Override
from arboretum.data.read.notes import Notes
from arboretum.data.read.odd_columns import Odd, find_odd, note_large_integers, note_left_out
from arboretum.data.read.open_columns import Columns, open_columns
from arboretum.data.read.request import require_columns
from arboretum.data.read.rows_apart import known_rows
from arboretum.data.read.target_range import name_targets
from arboretum.data.read.training_column import read_training_column
from arboretum.data.read.training_targets import TrainingTargets, read_training_targets
from arboretum.exceptions import DataError

__all__ = ["TrainingTable", "training_table"]


@dataclass(frozen=True, eq=False)
class TrainingTable:
    """Features, not encoded yet; what is to be predicted; and weights."""

    X: Columns
    y: TrainingTargets
    sample_weight: Any


def training_table(
    table: Any,
    *,
    targets: Sequence[str],
    ignore: Sequence[str] = (),
    weights: str | None = None,
    keep: Sequence[str] = (),
    kinds: Mapping[str, Override],
    nominal: bool | None = None,
    notes: Notes,
    name: str = "the table",
) -> TrainingTable:
    """The samples of a table.

    Parameters
    ----------
    table : a frame of any library that narwhals knows
    targets, ignore, weights : names of columns; see :func:`name_targets`
    keep : columns to keep, whatever they look like; targets in which a sign is a class
    kinds : as in :func:`~arboretum.data.encode_features`; these columns are kept as well
    nominal : whether the targets are classes; None finds out
    notes : told what was assumed or left out
    name : what messages call the table
    """
    import narwhals.stable.v2 as nw

    frame = nw.from_native(table, eager_only=True)
    targets = name_targets(targets, frame.columns, [*ignore, weights or ""], name)
    apart = list(dict.fromkeys([*targets, *([] if weights is None else [weights])]))
    require_columns(name, [*apart, *ignore, *keep, *kinds], frame.columns)
    hierarchies = hierarchies_of(table)
    candidates = _candidates(frame.columns, {*apart, *ignore}, hierarchies, notes)
    if len(frame) == 0:
        raise DataError(f"{name} has no rows, only the names of its columns.")
    if not candidates:
        raise DataError(
            f"{name} has no column to predict from: all are the target, weights, or left out."
        )
    read = _read(table, candidates, kinds, notes)
    signed: dict[str, tuple[object, ...]] = {one: () for one in targets if one not in keep}
    is_used = known_rows(frame, apart, notes, signed)
    columns = read if is_used.all() else {n: one.take(is_used) for n, one in read.items()}
    odd = _odd_columns(read, columns, {*keep, *kinds}, frame.columns[0])
    note_large_integers({n: one for n, one in columns.items() if n not in odd}, notes)
    note_left_out(odd, notes)
    features = {n: one for n, one in columns.items() if n not in odd}
    if not features:
        raise DataError(
            f"{name} has no column to predict from: "
            f"{', '.join(f'{column!r} ({one.what})' for column, one in odd.items())}. "
            f"To use one all the same: keep={candidates[0]!r}."
        )
    rows = frame if is_used.all() else frame.filter(is_used.tolist())
    as_spelt = {*keep, *declared_values(table)}
    held = {one: rows[one] for one in targets}
    y = read_training_targets(
        held, nominal=nominal, hierarchies=hierarchies, as_spelt=as_spelt, notes=notes
    )
    return TrainingTable(
        _columns(features, len(rows)), y, None if weights is None else rows[weights]
    )


def _read(
    table: Any, names: Collection[str], kinds: Mapping[str, Override], notes: Notes
) -> dict[str, Column]:
    opened, declared = open_columns(table), declared_values(table)
    read = {
        name: read_training_column(name, values, kinds.get(name), name in opened.are_read, notes)
        for name, values in zip(opened.names, opened.values, strict=True)
        if name in names
    }
    for name, column in read.items():
        if name in declared:
            read[name] = as_declared(column, declared[name])
        elif name not in kinds:
            apart = f"To keep them apart: kinds={{{name!r}: 'categorical'}}."
            read[name] = merge_spellings(column, f"column {name!r}", apart, notes)
    return read


def _candidates(
    columns: Sequence[str], out: Collection[str], hierarchies: Collection[str], notes: Notes
) -> list[str]:
    """The columns that questions may be about."""
    for name in hierarchies:
        if name not in out:
            notes.add(
                f"column {name!r} holds labels of a hierarchy, which no question can be about: "
                "left out."
            )
    return [column for column in columns if column not in {*out, *hierarchies}]


def _columns(read: Mapping[str, Column], n_rows: int) -> Columns:
    """Columns that nobody need read again."""
    return Columns(
        tuple(read), tuple(read.values()), n_rows, is_named=True, are_read=frozenset(read)
    )


def _odd_columns(
    read: Mapping[str, Column], used: Mapping[str, Column], kept: Collection[str], first: str
) -> dict[str, Odd]:
    """The columns to leave out, by all rows and those used; never the last that could be asked."""
    odd = find_odd(used, kept, first)
    if used is not read:  # names of rows are told by all of them
        odd = {n: one for n, one in find_odd(read, kept, first).items() if one.is_name} | odd
    if len(odd) == len(read):
        odd = {name: one for name, one in odd.items() if not one.is_number}
    return odd
