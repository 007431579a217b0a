"""Files to samples: those to learn from, and more like them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum.data.dataset import Dataset
from arboretum.data.encode.dataset_from import dataset_like, dataset_of
from arboretum.data.read.kinds import DATE_KINDS, Override
from arboretum.data.read.notes import Notes, taking_notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.read_file import read_frame
from arboretum.data.read.rows_apart import known_rows
from arboretum.data.read.training_table import training_table
from arboretum.data.schema import Schema

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

__all__ = [
    "number_columns",
    "read_dataset",
    "read_like",
    "read_samples",
    "text_columns",
]


def text_columns(schema: Schema) -> list[str]:
    """The features that are text or dates, whatever a new file makes them look like.

    >>> from arboretum.data import Feature
    >>> text_columns(Schema((Feature("zip", "categorical", ("0123", "9000")),)))
    ['zip']
    """
    return [
        feature.name
        for feature in schema.features
        if any(isinstance(category, str) for category in feature.categories or ())
        or feature.clock is not None
    ]


def number_columns(schema: Schema) -> list[str]:
    """The features and targets that are numbers, whatever a new file makes them look like."""
    features = [one.name for one in schema.features if one.categories is None and not one.clock]
    return features + [target.name for target in schema.targets if target.classes is None]


def read_dataset(
    path: Any,
    *,
    target: str | Sequence[str],
    ignore: Sequence[str] = (),
    weights: str | None = None,
    kinds: Mapping[str, Override] | None = None,
    nominal: bool | None = None,
    keep: str | Sequence[str] = (),
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> Dataset:
    """Read a CSV or Parquet file, or a data frame, as a dataset.

    Rows without a target or a weight are left out, and so are columns that a tree cannot learn
    from: names and numbers of rows, identifiers, free text, and what is empty or the same
    throughout.

    Parameters
    ----------
    path : see :func:`read_frame`; or a frame of any library that narwhals knows
    target : column or columns to predict
        ``"red..orange"`` is every column from ``"red"`` to ``"orange"``, unless one has that name.
        Several columns of 0 and 1 are one set of labels; a ``hierarchical`` attribute of an ARFF
        file has labels of a hierarchy; texts and numbers together are one vector.
    ignore : columns to leave out
    weights : column of sample weights
    kinds : see :func:`encode_features`
        A column of a text file that is made categorical is read as text, so
        that codes keep their leading zeros.
    nominal : True for classes, False for numbers
        None finds out: text, booleans and categories are classes, and so are two whole numbers
        or a few that come again and again; other numbers are numbers.  If it is given, each of
        several columns of 0 and 1 is a target of its own.
        ``dataset.schema.is_classification`` says what was chosen.
    keep : column or columns to use, whatever they look like
        The target: with a class for a sign such as ``?``, which otherwise says that a row has none.
        So is every column that ``kinds`` names.
    options : see :func:`read_frame`
    notes : told everything that was assumed or left out
        Without it, each of these is an :class:`~arboretum.exceptions.IntakeWarning`.
    """
    with taking_notes(notes) as taken:
        table = path
        if isinstance(path, str | Path):
            table = _read_training(path, weights, kinds, options, taken)
        return _dataset(table, path, target, ignore, weights, kinds, nominal, keep, taken)


def _read_training(
    path: str | Path,
    weights: str | None,
    kinds: Mapping[str, Override] | None,
    options: ReadOptions | None,
    notes: Notes,
) -> pa.Table:
    numeric = [name for name, kind in (kinds or {}).items() if kind == "numeric"]
    return read_frame(
        path,
        text=_text_kinds(kinds),
        numeric=[*numeric, *([] if weights is None else [weights])],
        options=options,
        notes=notes,
    )


def _dataset(
    table: Any,
    path: Any,
    target: str | Sequence[str],
    ignore: Sequence[str],
    weights: str | None,
    kinds: Mapping[str, Override] | None,
    nominal: bool | None,
    keep: str | Sequence[str],
    notes: Notes,
) -> Dataset:
    """What a table that was read, or a frame, holds to learn from."""
    name = str(path) if isinstance(path, str | Path) else "the table"
    found = training_table(
        table,
        targets=[target] if isinstance(target, str) else list(target),
        ignore=ignore,
        weights=weights,
        keep=[keep] if isinstance(keep, str) else keep,
        kinds=kinds or {},
        nominal=nominal,
        notes=notes,
        name=name,
    )
    notes.refuse(name)
    y = found.y
    dataset = dataset_of(
        found.X,
        lambda: (y.targets, y.values),
        kinds=kinds,
        sample_weight=found.sample_weight,
        notes=notes,
    )
    return replace(dataset, hierarchy=y.hierarchy, vector=y.vector)


def _text_kinds(kinds: Mapping[str, Override] | None) -> list[str]:
    """The columns that are read as text because of their ``kinds``."""
    return [
        name
        for name, kind in (kinds or {}).items()
        if kind in ("categorical", *DATE_KINDS)
        or (not isinstance(kind, str) and all(isinstance(item, str) for item in kind))
    ]


def read_like(
    path: str | Path,
    schema: Schema,
    weights: str | None = None,
    *,
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> Dataset:
    """Read a CSV or Parquet file that has the features and targets of a schema, by name.

    Parameters
    ----------
    path : as in :func:`read_frame`
    schema : Schema
    weights : name of the column that says how much each row counts.
    options, notes : as in :func:`read_frame`
    """
    with taking_notes(notes) as taken:
        X, y, sample_weight = read_samples(path, schema, weights, options=options, notes=taken)
        return dataset_like(schema, X, y, sample_weight, owner=str(path), notes=taken)


def read_samples(
    path: str | Path,
    schema: Schema,
    weights: str | None = None,
    *,
    options: ReadOptions | None = None,
    notes: Notes | None = None,
) -> tuple[pa.Table, pa.Table, npt.NDArray[Any] | None]:
    """The features, the targets and the weights in such a file, not encoded yet.

    Rows without a target or a weight are left out.
    """
    import narwhals.stable.v2 as nw

    targets = [target.name for target in schema.targets]
    of_text = [
        target.name
        for target in schema.targets
        if any(isinstance(name, str) for name in target.classes or ())
    ]
    apart = [*targets, *([weights] if weights else [])]
    with taking_notes(notes) as taken:
        table = read_frame(
            path,
            list(dict.fromkeys([*schema.feature_names, *apart])),
            text=[*text_columns(schema), *of_text],
            numeric=number_columns(schema),
            options=options,
            notes=taken,
        )
        classes = {target.name: target.classes or () for target in schema.targets}
        is_known = known_rows(nw.from_native(table, eager_only=True), apart, taken, classes)
    if not is_known.all():
        table = table.filter(is_known)
    X, y = table.select(list(schema.feature_names)), table.select(targets)
    return X, y, table[weights].to_numpy() if weights else None
