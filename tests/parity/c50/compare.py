"""Our C5.0 trees beside those of C5.0."""

from __future__ import annotations

import warnings

import numpy as np

from arboretum import C50Classifier, RuleClassifier
from arboretum.exceptions import CategoryWarning
from arboretum.pruning import ErrorBased
from tests.parity.c50.read import SETS, read_table

#: The runs that were recorded, by the parameters that ask for them here.
RUNS = {
    "default": {},
    "subset_off": {"splits": "multiway"},
    "no_global": {"global_pruning": False},
    "noprune": {"global_pruning": False, "pruning": ErrorBased(confidence=1.0)},
}


def n_leaves_as_c50_counts(tree):
    """Leaves, and one for the categories that were not at a node where no leaf decides as it."""
    n = tree.n_leaves
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        split = tree.splits[node]
        if -1 not in split.branches:
            continue
        leaves = [child for child in tree.children(node) if tree.is_leaf[child]]
        n += all((tree.decisions[leaf] != tree.decisions[node]).any() for leaf in leaves)
    return n


def cross_validate(table, run):
    """What is predicted for each sample without its fold, and the leaves of each fold's tree."""
    predicted, leaves = np.empty(len(table.y), dtype=object), []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CategoryWarning)
        for k in range(10):
            held_out = table.fold == k
            model = C50Classifier(kinds=table.kinds, **RUNS[run])
            model.fit(table.X[~held_out], table.y[~held_out])
            predicted[held_out] = model.predict(table.X[held_out])
            leaves.append((model.n_leaves_, n_leaves_as_c50_counts(model.tree_)))
    return predicted, np.array(leaves).T


def accuracy(table, predicted):
    """The mean over the folds, in percent."""
    is_right = predicted == table.y
    return 100 * np.mean([is_right[table.fold == k].mean() for k in range(10)])


def differences(tree, node, branches, names):
    """Nodes of a tree that ask something else than C5.0's; what is below is not compared."""
    if not branches or tree.is_leaf[node]:
        return [] if not branches and tree.is_leaf[node] else [node]
    split, feature = tree.splits[node], tree.schema.features[tree.splits.column[node]]
    if any(names[branch.feature] != feature.name for branch in branches):
        return [node]
    found = []
    for branch in branches:
        place = _place(split, feature, branch)
        if place is None:
            found.append(node)
        elif place >= 0:
            child = int(tree.children(node)[place])
            found += differences(tree, child, branch.children, names)
    return found


def _place(split, feature, branch):
    """The branch that asks the same; -1 for categories of no sample, None if there is none."""
    if split.kind == "interval":
        is_same = np.isclose(float(branch.value), split.thresholds[0], rtol=1e-4, atol=0.0)
        return {"<=": 0, ">": 1}[branch.sign] if is_same else None
    of_category = dict(zip(feature.categories, split.branches, strict=True))
    places = {of_category[category] for category in branch.categories} - {-1}
    if not places:
        return -1
    is_same = len(places) == 1 and all(
        category in branch.categories for category in of_category if of_category[category] in places
    )
    return places.pop() if is_same else None


def print_table(golden, run):
    """Both programs on every set, as a table of Markdown, and their means."""
    print(
        "| set | accuracy % | C5.0 | leaves | counted as C5.0 does | C5.0 | equal folds | "
        "same class % |"
    )
    print("| --- " * 8 + "|")
    rows = []
    for name in SETS:
        table = read_table(golden, name)
        predicted, (leaves, counted) = cross_validate(table, run)
        theirs, sizes = table.predicted(run), np.array(table.sizes(run))
        figures = [
            accuracy(table, predicted),
            accuracy(table, theirs),
            leaves.mean(),
            counted.mean(),
            sizes.mean(),
            (counted == sizes).sum(),
            100 * (predicted == theirs).mean(),
        ]
        rows.append(figures)
        _print_row(name, figures)
    _print_row("mean", np.mean(rows, axis=0))


def _print_row(name, figures):
    ours, theirs, leaves, counted, sizes, equal, same = figures
    print(
        f"| {name} | {ours:.2f} | {theirs:.2f} | {leaves:.1f} | {counted:.1f} | {sizes:.1f} | "
        f"{equal:.3g} | {same:.1f} |"
    )


#: Trees that rules are made of, by the heads of their columns.
RULES_OF = {
    "default": {},
    "unpruned": {"pruning": None, "global_pruning": False},
}


def cross_validate_rules(table, tree):
    """Accuracy in percent and number of rules, means over the folds."""
    found = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CategoryWarning)
        for k in range(10):
            held_out = table.fold == k
            grower = C50Classifier(kinds=table.kinds, **RULES_OF[tree])
            rules = RuleClassifier(tree=grower, method="c5rules")
            rules.fit(table.X[~held_out], table.y[~held_out])
            found.append((100 * rules.score(table.X[held_out], table.y[held_out]), rules.n_rules_))
    return np.mean(found, axis=0)


def print_rules(golden):
    """Rules of our trees beside C5.0's on every set, as a table of Markdown, and their means."""
    names = [*RULES_OF, "C5.0"]
    print(f"| set | accuracy %: {' | '.join(names)} | rules: {' | '.join(names)} |")
    print("| --- " * 7 + "|")
    rows = []
    for name in SETS:
        table = read_table(golden, name)
        ours = [cross_validate_rules(table, tree) for tree in RULES_OF]
        theirs = accuracy(table, table.predicted("rules")), np.mean(table.sizes("rules"))
        rows.append(np.transpose([*ours, theirs]).ravel())
        _print_rules_row(name, rows[-1])
    _print_rules_row("mean", np.mean(rows, axis=0))


def _print_rules_row(name, figures):
    accuracies, rules = np.split(figures, 2)
    cells = [*(f"{it:.2f}" for it in accuracies), *(f"{it:.1f}" for it in rules)]
    print(f"| {name} | {' | '.join(cells)} |")
