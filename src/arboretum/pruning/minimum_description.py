"""Minimum description length: a split must say more about the classes than it costs to send."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.part import require_number
from arboretum.pruning.base import Pruner
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.pruning.training_errors import class_counts, require_counts, staying_values
from arboretum.tree import CATEGORY, INTERVAL, Tree
from arboretum.tree.collapse import collapse

__all__ = ["MinimumDescription", "bits_of_classes", "bits_of_splits"]

FloatArray = npt.NDArray[np.float64]


class MinimumDescription(Pruner):
    r"""Cuts back every subtree that takes more bits to send than it saves.

    A tree is a message to someone who has the features and wants the classes
    of the training samples.  It is sent node by node, and each node costs

    * 1 bit: whether it is a leaf;
    * at a leaf with n samples, :math:`n_c` of each of k classes: how many there
      are of each, then which, all equally probable (Quinlan and Rivest's
      counting code)

      .. math:: \log_2 \binom{n + k - 1}{k - 1} + \log_2 \frac{n!}{\prod_c n_c!}

    * at a split: the feature, :math:`\log_2` of their number; then of n samples
      the place of t thresholds, :math:`\log_2 \binom{n - 1}{t}`, or of v
      categories in b branches their grouping, :math:`\log_2 (b^v / b!)`, and
      nothing if each category has its own branch.

    Parameters
    ----------
    weight : float
        What a bit about the tree counts relative to one about the classes: less
        than 1 gives larger trees.

    Notes
    -----
    Weights are counted in samples of mean weight; fractions of a sample by the
    gamma function.  Several targets are sent one after another.  A loss matrix
    plays no role.

    References
    ----------
    J. R. Quinlan and R. L. Rivest (1989), Inferring decision trees using the
    minimum description length principle, *Information and Computation* 80,
    227-248.  M. Mehta, J. Rissanen and R. Agrawal (1995), MDL-based decision
    tree pruning, *KDD 95*, 216-221.
    """

    name = "minimum_description"
    reason = "pruned: its splits take more bits to tell than they save"

    def __init__(self, weight: float = 1.0) -> None:
        self.weight = weight

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "weight")
        require_counts(tree, self)
        staying, values = staying_values(tree)
        as_leaf = self.weight + _bits_of_nodes(tree, tree.value, tree.weight)
        as_split = self.weight * (1.0 + bits_of_splits(tree))
        as_split = as_split + np.where(staying > 0, _bits_of_nodes(tree, values, staying), 0.0)
        cut = dear_subtrees(tree, as_leaf, as_split, 1e-9)
        return collapse(tree, cut, self.reason)


def _bits_of_nodes(tree: Tree, values: FloatArray, weight: FloatArray) -> FloatArray:
    return np.sum([bits_of_classes(it) for it in class_counts(tree, values, weight)], axis=0)


def bits_of_classes(counts: FloatArray) -> FloatArray:
    """Bits that name the class of every sample, (..., n_classes) -> (...).

    >>> bits_of_classes(np.array([[3.0, 0.0], [2.0, 1.0]])).round(3)  # log2 4, log2 4 + log2 3
    array([2.   , 3.585])
    """
    n, n_classes = counts.sum(axis=-1), counts.shape[-1]
    how_many = _log2_choose(n + n_classes - 1, n_classes - 1)
    which = (_log_factorial(n) - _log_factorial(counts).sum(axis=-1)) / np.log(2)
    return np.asarray(how_many + which)


def bits_of_splits(tree: Tree) -> FloatArray:
    """Bits that say what each inner node asks; 0 for a leaf."""
    splits, inner = tree.splits, ~tree.is_leaf
    bits = np.where(inner, np.log2(max(1, tree.schema.n_features)), 0.0)
    is_interval = inner & (splits.kind == INTERVAL)
    n = np.maximum(tree.weight * tree.n_samples[0] / tree.weight[0], 2.0)
    n_thresholds = np.minimum(splits.value_count, n - 1)
    bits[is_interval] += _log2_choose(n - 1, n_thresholds)[is_interval]
    is_category = inner & (splits.kind == CATEGORY)
    of_node = np.repeat(np.flatnonzero(is_category), splits.value_count[is_category])
    n_known = np.bincount(of_node, splits.branches >= 0, minlength=tree.n_nodes)
    arity = splits.arity.astype(np.float64)
    grouping = n_known * np.log2(np.maximum(arity, 1.0)) - _log_factorial(arity) / np.log(2)
    is_grouped = is_category & (n_known > arity)
    bits[is_grouped] += grouping[is_grouped]
    return bits


def _log2_choose(n: FloatArray, k: FloatArray | float) -> FloatArray:
    return np.asarray((_log_factorial(n) - _log_factorial(k) - _log_factorial(n - k)) / np.log(2))


def _log_factorial(n: FloatArray | float) -> FloatArray:
    from scipy.special import gammaln  # importing it takes longer than growing most trees

    return np.asarray(gammaln(np.asarray(n) + 1))
