"""Our C4.5 trees beside those of J48."""

from __future__ import annotations

import numpy as np

from arboretum import C45Classifier
from tests.parity.j48.read import SETS, read_table


def fit(name, X, y, pruning):
    kinds = dict.fromkeys(SETS[name]["nominal"], "categorical")
    return C45Classifier(kinds=kinds, pruning=pruning).fit(X, y)


def n_leaves_as_j48_counts(tree):
    """Leaves, and for each category split the categories that were not at the node."""
    splits = [node.split for node in tree.nodes() if node.split is not None]
    return tree.n_leaves + sum(split.branches.count(-1) for split in splits)


def cross_validate(name, folder, pruning):
    """Accuracy and leaves, ours and as J48 counts them, of each fold."""
    X, y = read_table(folder, name)
    fold = np.array(list(SETS[name]["folds"]), dtype=int)
    found = []
    for k in range(10):
        model = fit(name, X[fold != k], y[fold != k], pruning)
        accuracy = float((model.predict(X[fold == k]) == y[fold == k]).mean())
        found.append((accuracy, model.n_leaves_, n_leaves_as_j48_counts(model.tree_)))
    return np.array(found).T


def differences(tree, node, branches):
    """Nodes of a tree that ask something else than J48's lines; what is below is not compared."""
    if not branches or tree.node(node).is_leaf:
        return [node] if branches or not tree.node(node).is_leaf else []
    split, feature = tree.splits[node], tree.schema.features[tree.splits.column[node]]
    if split.kind == "interval":
        answers = {"<=": 0, ">": 1}
        same = [
            b.sign in answers and abs(float(b.value) - split.thresholds[0]) < 1e-6 for b in branches
        ]
        places = [answers.get(b.sign) for b in branches]
    else:
        of_category = dict(zip(map(str, feature.categories), split.branches, strict=True))
        same = [b.sign == "=" and b.value in of_category for b in branches]
        places = [of_category.get(b.value) for b in branches]
    if not all(same) or any(b.feature != feature.name for b in branches):
        return [node]
    found = []
    for branch, place in zip(branches, places, strict=True):
        if place >= 0:
            found += differences(tree, int(tree.children(node)[place]), branch.children)
        elif branch.weight != 0:
            found.append(node)
    return found


def print_table(recorded, folder, pruning):
    """Both programs on every set, as a table of Markdown."""
    print("| set | accuracy % | J48 | leaves | counted as J48 does | J48 | equal folds |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for name, known in recorded.items():
        accuracy, leaves, counted = cross_validate(name, folder, pruning)
        equal = int((counted == known["leaves"]).sum())
        print(
            f"| {name} | {100 * accuracy.mean():.2f} | {100 * np.mean(known['accuracy']):.2f} | "
            f"{leaves.mean():.1f} | {counted.mean():.1f} | {np.mean(known['leaves']):.1f} | "
            f"{equal} |"
        )
