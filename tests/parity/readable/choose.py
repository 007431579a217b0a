"""By what criterion readable trees are grown, and how far cut back: what was tried, and where.

``python -m tests.parity.readable.choose`` prints ``choices.md``, the table of
docs/algorithms/readable.md: means over the tables of classes beside the repository except those
of ``recorded.json``, which the choice is judged on.  With ``rare`` it prints ``rare.md``: those
of them that have a feature of many categories, with fewer and fewer of these asked about.
"""

from __future__ import annotations

import sys
import warnings

import numpy as np

from arboretum.data import Dataset
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity
from arboretum.species.readable_classes import MANY_CATEGORIES
from arboretum.species.tree import TreeClassifier
from arboretum.splits import Subset, Threshold
from tests.parity.readable.tables import folds_of_others, measured

__all__ = ["print_choices", "print_rare"]

CRITERIA, RULES = ("entropy", "gini"), ("min", "0.25se", "0.5se", "1se")
EITHER = "the better of both"
#: The fewest samples of a category that is asked about, of those that were tried.
MINIMA = (5, 10, 20)


def judged(growing: Dataset, held_out: Dataset) -> np.ndarray:
    """The measures of the tree by each criterion and the better of both, (3, rules, measures)."""
    found = np.empty((3, len(RULES), 4))
    errors = np.empty((2, len(RULES)))
    for i, criterion in enumerate(CRITERIA):
        one = TreeClassifier(criterion=criterion, min_samples_leaf=2, leaf=MEstimate())
        tree = one.fit_dataset(growing).tree_
        table = CostComplexity(cv=10, repeats=3).table(tree, growing)
        for k, rule in enumerate(RULES):
            pruned = CostComplexity(cv=10, repeats=3, rule=rule).prune_by(table, tree)
            found[i, k] = measured(pruned, held_out)
            errors[i, k] = table["xerror"][table.choose(rule)]
    for k, taken in enumerate(errors.argmin(axis=0)):
        found[2, k] = found[taken, k]
    return found


def print_choices() -> None:
    tables = {
        name: np.mean([judged(*pair) for pair in pairs], axis=0)
        for name, pairs in folds_of_others()
    }
    mean = np.mean(list(tables.values()), axis=0)
    heads = ("cut back to", "accuracy %", "leaves", "Brier score", "log loss")
    print(f"| criterion, {len(tables)} tables | {' | '.join(heads)} |")
    print("| --- | --- | --- | --- | --- | --- |")
    for i, criterion in enumerate((*CRITERIA, EITHER)):
        for rule, (accuracy, leaves, brier, log_loss) in zip(RULES, mean[i], strict=True):
            cells = f"{100 * accuracy:.2f} | {leaves:.1f} | {brier:.4f} | {log_loss:.4f}"
            print(f"| {criterion} | {rule} | {cells} |")


def judged_rare(growing: Dataset, held_out: Dataset) -> np.ndarray:
    """The measures of the better of both, and of that and a tree of each minimum, (4, measures)."""
    sets = [(Threshold(), Subset(min_samples_category=least)) for least in MINIMA]
    tried = [{"criterion": criterion} for criterion in CRITERIA]
    tried += [{"criterion": "entropy", "splits": splits} for splits in sets]
    pruning = CostComplexity(cv=10, repeats=3, rule="0.5se")
    found, errors = [], []
    for parts in tried:
        one = TreeClassifier(min_samples_leaf=2, leaf=MEstimate(), pruning=pruning, **parts)
        one = one.fit_dataset(growing)
        table, tree = one.cp_table_, one.tree_
        found.append(measured(tree, held_out))
        errors.append(table["xerror"][table["nsplit"].index(tree.n_leaves - 1)])
    choices = [(0, 1), *((0, 1, k) for k in range(2, len(tried)))]
    return np.array([found[min(choice, key=errors.__getitem__)] for choice in choices])


def print_rare() -> None:
    tables = {
        name: np.mean([judged_rare(*pair) for pair in pairs], axis=0)
        for name, pairs in folds_of_others()
        if most_categories(pairs[0][0]) > MANY_CATEGORIES
    }
    heads = [EITHER, *(f"or with categories of {least} samples" for least in MINIMA)]
    print(f"| accuracy % / leaves / log loss | {' | '.join(heads)} |")
    print("| --- " * (len(heads) + 1) + "|")
    for name, found in [*tables.items(), ("mean", np.mean(list(tables.values()), axis=0))]:
        cells = [f"{100 * a:.1f} / {n:.1f} / {log_loss:.3f}" for a, n, _, log_loss in found]
        print(f"| {name} | {' | '.join(cells)} |")


def most_categories(dataset: Dataset) -> int:
    """Of any feature."""
    features = dataset.schema.features
    return max((it.n_categories for it in features if it.kind == "categorical"), default=0)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print_rare() if "rare" in sys.argv else print_choices()
