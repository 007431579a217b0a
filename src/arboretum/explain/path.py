"""The way of one sample down a tree, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.data import encode_like
from arboretum.exceptions import ParameterError
from arboretum.tree import Tree, number_text
from arboretum.tree.answer import answer

__all__ = ["Step", "path", "steps"]


@dataclass(frozen=True)
class Step:
    """What happens to a sample at one node.

    ``share`` is what part of the sample gets there: 1, unless it was sent down
    several branches above.
    """

    node: int
    share: float
    reason: str

    def __str__(self) -> str:
        part = "" if self.share == 1 else f" (share {number_text(round(self.share, 4))})"
        return f"node {self.node}{part}: {self.reason}"


def path(tree: Tree, X: Any, row: int = 0) -> list[Step]:
    """What happens to a sample at each node it gets to, and what becomes of missing values.

    Parameters
    ----------
    tree : the tree, such as ``model.tree_``.
    X : samples as for ``predict``.
    row : which of them.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier(missing="fractional")
    >>> model = model.fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> for step in path(model.tree_, {"age": [None]}):
    ...     print(step)
    node 0: age is missing: goes down all branches with shares 0.6667, 0.3333
    node 1 (share 0.6667): ends here
    node 2 (share 0.3333): ends here
    """
    columns = encode_like(tree.schema, X)
    n_rows = len(columns[0]) if columns else 0
    if not 0 <= row < n_rows:
        raise ParameterError(f"row={row} is not there: X has {n_rows} samples, the first is row 0.")
    return steps(tree, columns, row)


def steps(tree: Tree, columns: Sequence[np.ndarray], row: int) -> list[Step]:
    """The same of a row of encoded columns; nodes in the order of the tree."""
    values = [
        float(column[row]) if feature.kind == "numeric" else int(column[row])
        for feature, column in zip(tree.schema.features, columns, strict=True)
    ]
    found: list[Step] = []
    waiting = [(0, 1.0)]
    while waiting:
        node, share = waiting.pop()
        given = answer(tree, node, values)
        found.append(Step(node, share, given.reason))
        below = zip(tree.children(node).tolist(), given.shares, strict=False)
        waiting += [(child, share * part) for child, part in below if part > 0][::-1]
    return found
