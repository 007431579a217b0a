"""ARFF files of label hierarchies, as CLUS reads them."""

from __future__ import annotations

import csv
import gzip
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.data.hierarchy import ROOT, Hierarchy
from arboretum.data.read.labels import UNKNOWN
from arboretum.exceptions import DataError

__all__ = ["HierarchicalTable", "read_clus_arff"]

ATTRIBUTE = re.compile(r"@attribute\s+('[^']*'|\"[^\"]*\"|\S+)\s+(.*)", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class HierarchicalTable:
    """Samples with labels of a hierarchy.

    Attributes
    ----------
    X : columns by name
        Numbers as float64 with NaN for missing; categories as texts, None for missing.
    y : the labels of each sample as they are written, separated by ``@``; None if unknown
    hierarchy : Hierarchy
    categories : those that the file declares, in its order, by column
    """

    X: dict[str, np.ndarray]
    y: list[str | None]
    hierarchy: Hierarchy
    categories: dict[str, tuple[str, ...]]


def read_clus_arff(path: str | os.PathLike[str]) -> HierarchicalTable:
    """Read an ARFF file with one ``hierarchical`` attribute; ``.gz`` may be packed.

    The attribute lists all labels: paths of a tree, such as ``1/1/2``, or the edges of a
    graph, ``parent/child``, if some parent is ``root``.  A missing value is ``?``.

    Every part of a path counts: CLUS drops parts that are ``0``, so that ``3/0`` is to it the
    same as ``3``.
    """
    opened: Any = gzip.open if str(path).endswith(".gz") else open
    with opened(path, "rt", encoding="utf-8", errors="replace") as file:
        lines = (line.strip() for line in file)
        attributes = list(_attributes(lines, path))
        data = (line for line in lines if line and not line.startswith("%"))
        rows = list(csv.reader(data, skipinitialspace=True, quotechar="'"))
    kinds = [kind.split(None, 1)[0].lower() for _, kind in attributes]
    if kinds.count("hierarchical") != 1:
        raise DataError(
            f"{os.fspath(path)} has {kinds.count('hierarchical')} attributes of the type "
            "'hierarchical', but labels are read from one. Use read_frame for other tables."
        )
    for i, row in enumerate(rows):
        if len(row) != len(attributes):
            raise DataError(
                f"{os.fspath(path)}: sample {i} has {len(row)} values, but there are "
                f"{len(attributes)} attributes."
            )
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(attributes)
    of_labels = kinds.index("hierarchical")
    texts = [value.strip() for value in columns[of_labels]]
    features = [k for k in range(len(attributes)) if k != of_labels]
    return HierarchicalTable(
        {attributes[k][0]: _column(*attributes[k], columns[k], path) for k in features},
        [None if text == UNKNOWN else text for text in texts],
        _hierarchy(attributes[of_labels][1]),
        {attributes[k][0]: _declared(attributes[k][1]) for k in features if kinds[k][0] == "{"},
    )


def _attributes(lines: Iterator[str], path: Any) -> Iterator[tuple[str, str]]:
    """Name and type of each attribute, up to the line before the samples."""
    for line in lines:
        if line.lower().startswith("@data"):
            return
        if line.lower().startswith("@attribute"):
            found = ATTRIBUTE.match(line)
            if found is None:
                raise DataError(
                    f"{os.fspath(path)}: {line[:60]!r} does not name an attribute and its type."
                )
            yield found[1].strip("'\""), found[2].strip()
    raise DataError(f"{os.fspath(path)} has no line @DATA: it is not an ARFF file, or cut short.")


def _declared(kind: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("'\"") for part in kind.strip("{} ").split(","))


def _column(name: str, kind: str, values: tuple[str, ...], path: Any) -> np.ndarray:
    texts = [value.strip() for value in values]
    if kind.startswith("{") or kind.lower().startswith("string"):
        return np.array([None if text == UNKNOWN else text for text in texts], dtype=object)
    try:
        return np.array([np.nan if text == UNKNOWN else float(text) for text in texts])
    except ValueError as error:
        raise DataError(f"{os.fspath(path)}: attribute {name!r} is numeric, but {error}.") from None


def _hierarchy(kind: str) -> Hierarchy:
    entries = [part.strip() for part in kind.split(None, 1)[1].split(",") if part.strip()]
    if any(entry.startswith(f"{ROOT}/") for entry in entries):
        edges = [tuple(entry.split("/", 1)) for entry in entries]
        return Hierarchy.from_edges(edges)  # type: ignore[arg-type]
    return Hierarchy.from_paths(entries)
