"""Samples that a page takes along: to pick from, what is true of them, how their numbers lie."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.encode.dataset_from import targets_like
from arboretum.exceptions import DataError, ParameterError
from arboretum.model import model_of
from arboretum.tree import Tree

__all__ = ["Samples", "or_none"]

#: Columns of a histogram.
BINS = 20
#: How far a slider goes beyond the outermost thresholds, as a share of what lies between them.
BEYOND = 0.25

Columns = tuple[npt.NDArray[Any], ...]


@dataclass(frozen=True)
class Samples:
    """What was given with a tree; nothing by default."""

    X: Any = None
    y: Any = None
    max_rows: int = 1000

    def document(self, model: Any, tree: Tree, asked: list[int]) -> dict[str, Any]:
        """Samples as a page knows them; ``asked`` are the features that it needs."""
        if self.X is None:
            if self.y is not None:
                raise ParameterError("y is given without X. Give the samples as well, or neither.")
            return {"rows": None, "histograms": None, "ranges": _ranges(tree, asked, None)}
        if self.max_rows < 0 or (self.max_rows == 0 and self.y is None):
            raise ParameterError(f"max_rows={self.max_rows} leaves no sample. Use 1 or more.")
        columns = model_of(model).read(self.X)
        n_rows = len(columns[0]) if columns else 0
        truth = None if self.y is None else targets_like(tree.schema, self.y, n_rows)
        kept = min(n_rows, self.max_rows)
        rows = {
            "n_rows": n_rows,
            "n_kept": kept,
            "columns": {str(f): or_none(columns[f][:kept].tolist()) for f in asked},
            "truth": None if truth is None else [or_none(row) for row in truth[:kept].tolist()],
        }
        has_classes = truth is None or tree.schema.is_classification
        return {
            "rows": rows if kept else None,
            "histograms": None if has_classes else _histograms(tree, columns, truth),
            "ranges": _ranges(tree, asked, columns),
        }


def or_none(numbers: list[Any]) -> list[Any]:
    """JSON has no NaN."""
    return [None if isinstance(x, float) and math.isnan(x) else x for x in numbers]


def _ranges(tree: Tree, asked: list[int], columns: Columns | None) -> dict[str, list[float]]:
    """The least and the largest number of each feature: of the samples, else of the thresholds."""
    thresholds: dict[int, list[float]] = {}
    for node in range(tree.n_nodes):
        split = tree.splits[node]
        if split is not None and split.kind == "interval":
            thresholds.setdefault(split.column, []).extend(split.thresholds)
    found = {}
    for feature in asked:
        if tree.schema.features[feature].categories is not None:
            continue
        known = np.array(thresholds.get(feature, []), dtype=np.float64)
        beyond = BEYOND * (np.ptp(known) or abs(known[0]) or 1.0) if len(known) else 0.0
        ends = [known.min() - beyond, known.max() + beyond] if len(known) else []
        if columns is not None:
            values = np.asarray(columns[feature], dtype=np.float64)
            values = values[np.isfinite(values)]
            ends = [values.min(), values.max()] if len(values) else ends
        if ends and ends[0] < ends[1]:
            found[str(feature)] = [float(ends[0]), float(ends[1])]
    return found


def _histograms(tree: Tree, columns: Columns, truth: Any) -> dict[str, Any]:
    """How often numbers fall into each of some equal intervals, per target and node."""
    values = np.asarray(truth, dtype=np.float64)
    if not np.isfinite(values).all():
        raise DataError("y has missing or infinite numbers. Leave out these samples.")
    end = tree.ends(columns).node
    ranges, counts = [], []
    for of_target in values.T:
        low, high = float(of_target.min()), float(of_target.max())
        scale = BINS / (high - low) if high > low else 0.0
        bins = np.minimum(((of_target - low) * scale).astype(int), BINS - 1)
        at = np.zeros((tree.n_nodes, BINS), dtype=int)
        np.add.at(at, (end, bins), 1)
        for node in range(tree.n_nodes - 1, 0, -1):  # children stand after their parents
            at[tree.parent[node]] += at[node]
        ranges.append({"low": low, "high": high})
        counts.append(at.tolist())
    return {"ranges": ranges, "counts": counts}
