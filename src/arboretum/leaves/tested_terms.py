"""Which terms a tree asks about, and below which nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.statistics.model_terms import Term, filled_terms, model_features
from arboretum.tree import Split, Terms, Tree

__all__ = ["terms_tested_below"]


def terms_tested_below(
    tree: Tree, dataset: Dataset, names: Sequence[str] | None
) -> tuple[Terms, npt.NDArray[np.bool_]]:
    """The terms that a tree asks about, and which of them are asked below each node."""
    allowed = set(model_features(dataset.schema, names))
    number: dict[Term, int] = {}
    asked = np.full(tree.n_nodes, -1)
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        split = tree.splits[node]
        if split is not None and split.column in allowed and split.kind != "presence":
            asked[node] = number.setdefault(_term(split), len(number))
    # In the order of the features, whatever the order of the nodes.
    order = sorted(number)
    place = {number[term]: position for position, term in enumerate(order)}
    is_asked = np.zeros((tree.n_nodes + 1, len(order)), dtype=np.int32)
    for node in np.flatnonzero(asked >= 0).tolist():
        is_asked[node + 1, place[int(asked[node])]] = 1
    until = np.cumsum(is_asked, axis=0, dtype=np.int32)
    return filled_terms(order, dataset), until[tree.subtree_end] > until[:-1]


def _term(split: Split) -> Term:
    """What a split asks about: a number, or whether the category is not in the first branch."""
    return split.column, tuple(branch > 0 for branch in split.branches)
