"""From cuts of columns to the questions of a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Feature
from arboretum.optimal.columns import AskedColumn
from arboretum.optimal.merged import Merged
from arboretum.splits import midpoints
from arboretum.tree import Split

__all__ = ["LEAF", "questions_from"]

#: Why the search made a leaf.
LEAF = "no question here makes the whole tree better"

Rows: TypeAlias = npt.NDArray[np.intp]
Path: TypeAlias = tuple[int, ...]


def questions_from(
    answer: Mapping[str, Any],
    columns: Sequence[AskedColumn],
    merged: Merged,
    dataset: Dataset,
    reason: str = LEAF,
) -> dict[Path, Split | str]:
    """What is asked at each place of a tree that the core found; leaves stop for a reason."""
    questions: dict[Path, Split | str] = {}
    every: list[tuple[int, Path, Rows]] = [(0, (), np.arange(merged.n_rows))]
    while every:
        node, path, rows = every.pop()
        place = int(answer["column"][node])
        if place < 0:
            questions[path] = reason
            continue
        column = columns[place]
        goes_left = column.ranks[rows] <= answer["last_left"][node]
        split, left_branch = _split(column, goes_left, rows, merged, dataset)
        questions[path] = split
        left, right = int(answer["left"][node]), int(answer["right"][node])
        every.append((left, (*path, left_branch), rows[goes_left]))
        every.append((right, (*path, 1 - left_branch), rows[~goes_left]))
    return questions


def _split(
    column: AskedColumn,
    goes_left: npt.NDArray[np.bool_],
    rows: Rows,
    merged: Merged,
    dataset: Dataset,
) -> tuple[Split, int]:
    """The question that sends rows left, and the branch that is the left one."""
    feature, values = dataset.schema.features[column.feature], merged.values[column.feature]
    codes = merged.codes[column.feature, rows]
    known = codes >= 0
    on_left, on_right = _present(codes[known & goes_left]), _present(codes[known & ~goes_left])
    if len(on_left) == 0 or len(on_right) == 0:
        return Split(column.feature, "presence", 2, missing_branch=1), int(len(on_left) == 0)
    left_branch = int(on_left[0] > on_right[0])
    is_left = goes_left[~known]
    missing_branch = left_branch if len(is_left) and is_left[0] else 1 - left_branch
    if feature.kind != "categorical":
        threshold = _threshold(values[on_left[-1]], values[on_right[0]], feature)
        return Split(column.feature, "interval", 2, (threshold,), (), missing_branch), left_branch
    branches = np.full(feature.n_categories, -1)
    branches[values[on_left].astype(np.intp)] = left_branch
    branches[values[on_right].astype(np.intp)] = 1 - left_branch
    split = Split(column.feature, "category", 2, (), tuple(branches.tolist()), missing_branch)
    return split, left_branch


def _present(codes: npt.NDArray[np.int32]) -> npt.NDArray[np.intp]:
    """The different codes, ascending."""
    return np.flatnonzero(np.bincount(codes))


def _threshold(last: float, first: float, feature: Feature) -> float:
    """Half-way between the neighbours, as growing puts it."""
    return float(midpoints(np.array([last, first]), feature.closed)[0])
