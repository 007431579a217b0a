"""Labels and targets in words, where they are too many to name all."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.words.format import name_text

__all__ = ["clipped", "labels_text", "labels_there", "targets_text"]

#: More names than this are counted, not read out.
MOST = 6


def clipped(names: Sequence[str], most: int = MOST) -> str:
    """Names, of many the first few.

    >>> clipped(["a", "b", "c"], most=2)
    'a, b, … +1'
    """
    more = [f"… +{len(names) - most}"] if len(names) > most else []
    return ", ".join([*names[:most], *more])


def targets_text(schema: Schema, most: int = MOST) -> str:
    """The names of the targets."""
    return clipped([name_text(target.name) for target in schema.targets], most)


def labels_there(
    schema: Schema, value: npt.NDArray[np.float64] | Sequence[float]
) -> list[tuple[str, float]]:
    """The labels that more than half of a node's weight has, with their shares, largest first."""
    cells = np.asarray(value, dtype=np.float64).reshape(-1, 2)
    total = cells.sum(axis=1)
    shares = np.divide(cells[:, 1], total, out=np.zeros(len(cells)), where=total > 0)
    order = np.argsort(-shares, kind="stable")
    there = order[cells[order, 1] > cells[order, 0]].tolist()
    return [(name_text(schema.targets[k].name), float(shares[k])) for k in there]


def labels_text(schema: Schema, value: npt.NDArray[np.float64] | Sequence[float]) -> str:
    """The labels that a node predicts: ``{a, b}``, the most probable first."""
    return f"{{{clipped([name for name, _ in labels_there(schema, value)])}}}"
