"""What the columns to predict are together: classes, numbers, a set of labels, or a mixture."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Column, Numbers, describe_values
from arboretum.data.encode.targets import encode_targets, read_target
from arboretum.data.encode.vector_targets import encode_vector
from arboretum.data.hierarchy import Hierarchy
from arboretum.data.label_sets import LabelSets
from arboretum.data.read.capitals import merge_spellings
from arboretum.data.read.kinds import is_integral
from arboretum.data.read.labels import read_paths
from arboretum.data.read.notes import Notes
from arboretum.data.read.open_columns import Columns
from arboretum.data.read.task import are_classes, guess_task
from arboretum.data.schema import Target, VectorTarget
from arboretum.exceptions import DataError

__all__ = ["TrainingTargets", "read_training_targets"]

#: What says that a label is not there, or is, where a column holds texts or booleans.
ABSENT, THERE = ("0", False), ("1", True)


@dataclass(frozen=True, eq=False)
class TrainingTargets:
    """What is to be predicted, encoded.

    Attributes
    ----------
    targets : tuple of Target
    values : (n, n_targets) class codes or numbers, or LabelSets
    hierarchy : which label is below which, if they are labels of a hierarchy
    vector : where each target stands among the numbers, if there are classes among them
    """

    targets: tuple[Target, ...]
    values: Any
    hierarchy: Hierarchy | None = None
    vector: tuple[VectorTarget, ...] | None = None


def read_training_targets(
    columns: Mapping[str, Any],
    *,
    nominal: bool | None,
    hierarchies: Mapping[str, Hierarchy],
    as_spelt: Collection[str] = (),
    notes: Notes,
) -> TrainingTargets:
    """Read the targets of complete rows.

    Parameters
    ----------
    columns : by name, as they were given
    nominal : whether they are classes or numbers, each by itself; None finds out
    hierarchies : those that the file declares, by column
    as_spelt : those in which yes and Yes are two classes
    notes : told what is not plain about that
    """
    of_labels = [name for name in columns if name in hierarchies]
    if of_labels:
        return _of_hierarchy(columns, of_labels[0], hierarchies[of_labels[0]])
    y = {name: read_target(name, values) for name, values in columns.items()}
    for name in [name for name in y if name not in as_spelt]:
        apart = f"To keep them apart: keep={name!r}."
        y[name] = merge_spellings(y[name], f"target {name!r}", apart, notes)
    if nominal is None and len(y) > 1:
        cells = [one for one in map(_indicators, y.values()) if one is not None]
        if len(cells) == len(y) and any(one.min() < one.max() for one in cells):
            return _label_set(y, np.column_stack(cells), notes)
        if _are_mixed(y):
            return _mixture(y, notes)
    if nominal is None:
        nominal = guess_task(y, notes)
    n_rows = len(next(iter(y.values())))
    read = {name: _target(column, nominal) for name, column in y.items()}
    opened = Columns(tuple(read), tuple(read.values()), n_rows, is_named=True)
    return TrainingTargets(*encode_targets(opened, nominal=nominal))


def _target(column: Column, nominal: bool) -> Column:
    """A target; codes of classes are whole even where missing ones made floats of them."""
    if nominal and isinstance(column, Numbers) and is_integral(column.values):
        return replace(column, is_whole=True)
    return column


# Labels -------------------------------------------------------------------------


def _of_hierarchy(columns: Mapping[str, Any], name: str, hierarchy: Hierarchy) -> TrainingTargets:
    if len(columns) > 1:
        others = describe_values([other for other in columns if other != name])
        raise DataError(
            f"target {name!r} holds labels of a hierarchy, which are predicted by themselves. "
            f"Leave out {others}, or predict them apart."
        )
    hierarchy, sets = read_paths(columns[name], hierarchy)
    targets = tuple(Target(label, (0, 1)) for label in hierarchy.labels)
    return TrainingTargets(targets, sets, hierarchy)


def _indicators(column: Column) -> npt.NDArray[np.int8] | None:
    """0 and 1 where a label may be there; None for a column of anything else."""
    if isinstance(column, Numbers):
        is_there = column.values == 1
        return is_there.astype(np.int8) if (is_there | (column.values == 0)).all() else None
    held = {column.categories[code] for code in np.unique(column.codes).tolist()}
    if not held <= {*ABSENT, *THERE}:
        return None
    place = np.array([category in THERE for category in column.categories], dtype=np.int8)
    return place[column.codes]


def _label_set(
    y: Mapping[str, Column], cells: npt.NDArray[np.int8], notes: Notes
) -> TrainingTargets:
    notes.add(
        f"targets {describe_values(list(y))} hold 0 and 1, read as one set of {len(y)} labels, of "
        "which a row may have any.",
        "If each names classes of its own: nominal=True. If they measure something: nominal=False.",
    )
    targets = tuple(Target(name, (0, 1)) for name in y)
    return TrainingTargets(targets, LabelSets.from_indicators(cells))


# Classes and numbers ------------------------------------------------------------


def _are_mixed(y: Mapping[str, Column]) -> bool:
    """Whether some targets are texts, and others numbers that cannot be codes of classes."""
    n_rows = len(next(iter(y.values())))
    is_text = [isinstance(column, Codes) for column in y.values()]
    amounts = [
        isinstance(column, Numbers) and not are_classes(column, n_rows, is_only=False)
        for column in y.values()
    ]
    return any(is_text) and any(amounts)


def _mixture(y: Mapping[str, Column], notes: Notes) -> TrainingTargets:
    texts = [name for name, column in y.items() if isinstance(column, Codes)]
    notes.add(
        f"of {len(y)} targets {describe_values(texts)} hold{'s' if len(texts) == 1 else ''} "
        "classes and the others numbers: one tree predicts them together, and a class counts as "
        "a number that is 1 where it holds."
    )
    n_rows = len(next(iter(y.values())))
    opened = Columns(tuple(y), tuple(y.values()), n_rows, is_named=True)
    vector, values = encode_vector(opened)
    targets = tuple(column for target in vector for column in target.columns)
    return TrainingTargets(targets, values, vector=vector)
