"""ARFF files of label hierarchies in Python, as CLUS reads them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arboretum.data.hierarchy import Hierarchy
from arboretum.data.read.arff import Arff, Attribute, Cell
from arboretum.data.read.arff_table import load_arff, numbers_of_cells
from arboretum.data.read.file_bytes import load_bytes
from arboretum.data.read.notes import taking_notes
from arboretum.data.read.options import ReadOptions
from arboretum.data.read.request import Request
from arboretum.exceptions import DataError

__all__ = ["HierarchicalTable", "read_clus_arff"]


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
    :func:`read_dataset` encodes such files, and ordinary ARFF files as well.

    Every part of a path counts: CLUS drops parts that are ``0``, so that ``3/0`` is to it the
    same as ``3``.
    """
    with taking_notes(None) as notes:
        request = Request(os.fspath(path), None, (), (), ReadOptions(), notes)
        arff = load_arff(load_bytes(Path(path), request.notes), request)
    pairs = list(zip(arff.attributes, arff.columns, strict=True))
    labels = [(one, cells) for one, cells in pairs if one.hierarchy is not None]
    if len(labels) != 1:
        raise DataError(
            f"{os.fspath(path)} has {len(labels)} attributes of the type 'hierarchical', but "
            "labels are read from one. Use read_frame for other tables."
        )
    (of_labels, texts), *_ = labels
    assert of_labels.hierarchy is not None  # it was chosen for that
    return HierarchicalTable(
        {one.name: _column(arff, one, cells) for one, cells in pairs if one is not of_labels},
        list(texts),
        of_labels.hierarchy,
        {one.name: one.declared for one, _ in pairs if one.kind == "nominal"},
    )


def _column(arff: Arff, attribute: Attribute, cells: Sequence[Cell]) -> np.ndarray:
    if attribute.kind == "numeric":
        return numbers_of_cells(arff, attribute, cells)
    return np.array(cells, dtype=object)
