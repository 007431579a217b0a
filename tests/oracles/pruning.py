"""Cross-validation of nested trees, slowly: grow, prune and predict again for every price."""

from __future__ import annotations

import numpy as np

from arboretum.growing import grow_in_memory
from arboretum.growing.recipe import recipe_of
from arboretum.pruning import CostComplexity, node_risks


def slow_cross_validation(tree, dataset, held_out, links):
    """``xerror`` and ``xstd`` of every row of the table, from predictions row by row.

    ``held_out`` has a mask of rows per fold; every row counts for one sample.
    """
    table = CostComplexity(links=links).table(tree)
    n_prices, n_rows = len(table.alpha), dataset.n_rows
    loss = np.full((n_prices, n_rows), np.nan)
    for is_out in held_out:
        growing, rows = dataset.take(np.flatnonzero(~is_out)), np.flatnonzero(is_out)
        share = growing.weights.sum() / dataset.weights.sum()
        grown, _ = grow_in_memory(growing, recipe_of(tree))
        for i in range(n_prices):
            above = table.alpha[i - 1] if i else np.inf
            alpha = np.sqrt(table.alpha[i]) * np.sqrt(above) * share
            pruned = CostComplexity(alpha, links=links).prune(grown, None)
            loss[i, rows] = losses(pruned, dataset.take(rows))
    is_held = np.any(held_out, axis=0)
    loss, weight, root = loss[:, is_held], dataset.weights[is_held], node_risks(tree)[0]
    mean = (weight * loss).sum(axis=1) / weight.sum()
    spread = (weight**2 * (loss - mean[:, None]) ** 2).sum(axis=1)
    to_all = dataset.weights.sum() / root
    return mean * to_all, np.sqrt(spread) / weight.sum() * to_all


def losses(tree, dataset):
    """What the tree gets wrong of each row."""
    ends = tree.ends(dataset.columns)
    if dataset.label_sets is not None:  # the share of each label, of those without and with it
        without, having = tree.value[ends.node, ::2], tree.value[ends.node, 1::2]
        return ((having / (without + having) - np.asarray(dataset.targets)) ** 2).mean(axis=1)
    if not tree.schema.is_classification:
        return ((ends.average(tree.value) - dataset.targets) ** 2).mean(axis=1)
    said = tree.predict_classes(ends)
    if tree.loss is None:
        return (said != dataset.targets).sum(axis=1)
    return tree.loss[dataset.targets[:, 0], said[:, 0]]


def saved_by_step(paths, losses, weight, squared_weight, step, n_steps):
    """What going on from a node to the next saves, by the step of the node that is left."""
    saved = np.zeros((3, n_steps))
    for nodes, loss, w, s in zip(paths, losses, weight, squared_weight, strict=True):
        for k in range(len(nodes) - 1):
            here, below = loss[k], loss[k + 1]
            change = w * here - w * below, s * here - s * below, s * here**2 - s * below**2
            saved[:, step[nodes[k]]] += change
    return saved
