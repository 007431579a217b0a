"""What a fitted tree is and how wrong it is, as far as the tree itself knows."""

from __future__ import annotations

import math

import numpy as np

from arboretum.growing.losses import loss_of
from arboretum.pruning import ComplexityTable, node_risks
from arboretum.search.loss import ClassLoss, SquaredLoss
from arboretum.tree import Tree
from arboretum.tree.words.format import number_text, percent, plural, targets_text

__all__ = ["fitted_sentences"]


def fitted_sentences(tree: Tree, table: ComplexityTable | None = None) -> list[str]:
    """Sentences about a tree: its size, its error on training samples and in cross-validation.

    Parameters
    ----------
    tree : Tree
    table : the nested trees that it was chosen from, if it was

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier(max_depth=0).fit({"x": [1, 2, 3, 4]}, ["a", "a", "a", "b"])
    >>> fitted_sentences(model.tree_)
    ['A tree for y with 1 leaf and depth 0, grown from 4 samples.', \
'On these samples: 25.0 % wrong; without a tree: 25.0 % wrong.']
    """
    size = f"{plural(tree.n_leaves, 'leaf', 'leaves')} and depth {tree.depth}"
    grown = plural(tree.root.n_samples, "sample")
    sentences = [f"A tree for {targets_text(tree.schema)} with {size}, grown from {grown}."]
    if len(tree.schema.targets) > 1 or not tree.leaf_model.tells_errors:
        return sentences
    risk, weight = node_risks(tree), float(tree.weight[0])
    fitted = _error(tree, float(risk[tree.is_leaf].sum()) / weight)
    if tree.models is None:
        without = _error(tree, risk[0] / weight)
        sentences.append(f"On these samples: {fitted}; without a tree: {without}.")
    else:  # smoothing may have changed them since; the root has one too, so it is not "without"
        sentences.append(f"On these samples, by the equations as they were fitted: {fitted}.")
    judged = None if table is None else _cross_validated(tree, table)
    if judged is not None:
        sentences.append(f"In cross-validation: {judged}.")
    return sentences


def _cross_validated(tree: Tree, table: ComplexityTable) -> str | None:
    """The error of the row of this tree, where there is one that was cross-validated."""
    rows = np.flatnonzero(np.array(table["nsplit"]) + 1 == tree.n_leaves)
    if table.xerror is None or table.risk != "loss" or len(rows) == 0:
        return None
    of_root = float(table.sequence.risk[-1]) / float(tree.weight[0])
    return _error(tree, float(table.xerror[rows[0]]) * of_root)


def _error(tree: Tree, mean_loss: float) -> str:
    """A mean loss in words: mistakes in percent, squares by their root, others as they are."""
    loss = loss_of(tree)
    if isinstance(loss, SquaredLoss):
        return f"off by {number_text(math.sqrt(mean_loss), 4)} (root mean square)"
    if isinstance(loss, ClassLoss) and loss.matrix is None and loss.multipliers is None:
        return f"{percent(mean_loss)} wrong"
    return f"a mean loss of {number_text(mean_loss, 4)}"
