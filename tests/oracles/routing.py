"""Where one sample goes, read off the definition of a split, node by node."""

from __future__ import annotations

from dataclasses import replace

import numpy as np


def branch_of(split, value):
    """The branch a value takes; below 0 if it has no answer and no default."""
    missing = np.isnan(value) if isinstance(value, float | np.floating) else value < 0
    if split.kind == "presence":
        return 1 if missing else 0
    if missing:
        return split.missing_branch
    if split.kind == "interval":
        return sum(1 for threshold in split.thresholds if value > threshold)
    branch = split.branches[value]
    return branch if branch >= 0 else split.missing_branch


def value_at(tree, columns, split, row):
    """What a row holds in the column that is asked about."""
    schema = tree.schema
    if split.column < schema.n_features:
        return columns[split.column][row]
    weights = schema.combinations[split.column - schema.n_features].weights
    return np.float64(sum(weight * columns[feature][row] for feature, weight in weights))


def branch_at(tree, node, columns, row):
    """The branch a row takes at a node, by the split or by its surrogates."""
    split = tree.splits[node]
    branch = branch_of(replace(split, missing_branch=-1), value_at(tree, columns, split, row))
    if tree.surrogates is not None and tree.surrogates.are_asked:
        for surrogate in tree.surrogates.of(node):
            if branch < 0:
                branch = branch_of(surrogate.split, value_at(tree, columns, surrogate.split, row))
                branch = 1 - branch if branch >= 0 and surrogate.is_reversed else branch
    return split.missing_branch if branch < 0 else branch


def path(tree, columns, row):
    """The nodes that one row passes."""
    passed = [0]
    while not tree.is_leaf[passed[-1]]:
        branch = branch_at(tree, passed[-1], columns, row)
        if branch < 0:
            break
        passed.append(int(tree.children(passed[-1])[branch]))
    return passed


def parts(tree, columns, row):
    """{node: share} of the nodes where parts of one row end."""
    ends, waiting = {}, [(0, 1.0)]
    while waiting:
        node, share = waiting.pop()
        split = tree.splits[node]
        branch = -1 if split is None else branch_of(split, value_at(tree, columns, split, row))
        if branch == -1:
            ends[node] = share
        elif branch >= 0:
            waiting.append((int(tree.children(node)[branch]), share))
        else:
            children = tree.children(node)
            for child in children:
                waiting.append(
                    (int(child), share * tree.weight[child] / tree.weight[children].sum())
                )
    return ends
