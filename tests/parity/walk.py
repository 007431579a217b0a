"""Walking one of our trees and one of scikit-learn's side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Parting:
    """Two nodes that hold the same samples but part them differently."""

    ours: int
    theirs: int
    n_samples: int
    depth: int
    is_tie: bool
    our_score: float
    their_score: float


def walk_together(ours, theirs, X):
    """(number of nodes that agree, the first partings on every path).

    ``theirs`` is scikit-learn's ``tree_``; what lies below a parting is not
    comparable and not looked at.
    """
    reaches = theirs.decision_path(X.astype(np.float32)).tocsc()
    columns = tuple(X.T)
    pending, partings, n_same = [(0, 0)], [], 0
    while pending:
        a, b = pending.pop()
        our_children = ours.children(a)
        left = theirs.children_left[b]
        if left < 0 and len(our_children) == 0:
            n_same += 1
        elif left < 0 or len(our_children) != 2:
            partings.append(_parting(ours, theirs, a, b))
        elif _same(ours, our_children, reaches, left, columns):
            n_same += 1
            pending += zip(our_children.tolist(), (left, theirs.children_right[b]), strict=True)
        else:
            partings.append(_parting(ours, theirs, a, b))
    return n_same, partings


def _same(ours, our_children, reaches, left, columns):
    their_left = np.zeros(reaches.shape[0], dtype=bool)
    their_left[reaches.indices[reaches.indptr[left] : reaches.indptr[left + 1]]] = True
    return np.array_equal(ours.passes(columns, int(our_children[0])), their_left)


def _parting(ours, theirs, a, b):
    return Parting(
        ours=a,
        theirs=b,
        n_samples=int(ours.n_samples[a]),
        depth=int(ours.depths[a]),
        is_tie=bool(ours.tie[a]),
        our_score=float(ours.score[a]),
        their_score=_decrease(theirs, b),
    )


def _decrease(tree, node):
    left, right = tree.children_left[node], tree.children_right[node]
    if left < 0:
        return float("nan")
    w = tree.weighted_n_node_samples
    after = (w[left] * tree.impurity[left] + w[right] * tree.impurity[right]) / w[node]
    return float(tree.impurity[node] - after)


def total_impurity(weight, impurity, is_leaf):
    """Mean impurity of the leaves, by weight."""
    return float((weight * impurity)[is_leaf].sum() / weight[0])
