"""By what criterion readable trees are grown, and how far cut back: what was tried, and where.

``python -m tests.parity.readable.choose`` prints ``choices.md``, the table of
docs/algorithms/readable.md: means over the tables of classes beside the repository except those
of ``recorded.json``, which the choice is judged on.
"""

from __future__ import annotations

import warnings

import numpy as np

from arboretum.data import Dataset
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity
from arboretum.species.tree import TreeClassifier
from tests.parity.readable.tables import folds_of_others, measured

__all__ = ["print_choices"]

CRITERIA, RULES = ("entropy", "gini"), ("min", "0.25se", "0.5se", "1se")
EITHER = "the better of both"


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


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    print_choices()
