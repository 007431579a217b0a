"""Trees cut back by M5's rule, and judged by folds, one sample and one tree at a time."""

from __future__ import annotations

import math

import numpy as np

from arboretum.pruning import M5, node_risks


def is_dear(tree, cost):
    """The inner nodes that M5's pruning makes leaves, by recursion."""
    risk = node_risks(tree)
    own = [1] * tree.n_nodes if tree.models is None else tree.models.n_parameters.tolist()
    nothing = 1e-6 * float(np.ptp(tree.value[:, 0]))
    found = [False] * tree.n_nodes

    def expected(left, node, v):
        n, weight = tree.n_samples[node], tree.weight[node]
        return math.inf if n <= v else math.sqrt(max(left, 0) / weight) * (n + cost * v) / (n - v)

    def below(node):
        """What the pruned subtree leaves, and its parameters."""
        if tree.is_leaf[node]:
            return float(risk[node]), own[node]
        parts = [below(int(child)) for child in np.flatnonzero(tree.parent == node) if child > 0]
        left, v = sum(part[0] for part in parts), 1 + sum(part[1] for part in parts)
        as_leaf = expected(risk[node], node, own[node])
        found[node] = bool(as_leaf <= max(expected(left, node, v), nothing))
        return (float(risk[node]), own[node]) if found[node] else (left, v)

    below(0)
    return found


def held_out_errors(make, X, y, folds, costs):
    """The squared error of each sample at each cost, averaged over dealings, and mean leaves."""
    total, times = np.zeros((len(costs), len(y))), np.zeros(len(y))
    leaves = np.zeros(len(costs))
    for growing, held_out in folds:
        grown = make().fit(X[growing], y[growing])
        times[held_out] += 1
        for k, cost in enumerate(costs):
            pruned = grown.prune(M5(cost=cost))
            total[k, held_out] += (pruned.predict(X[held_out]) - y[held_out]) ** 2
            leaves[k] += pruned.n_leaves_ / len(folds)
    return total / times, leaves
