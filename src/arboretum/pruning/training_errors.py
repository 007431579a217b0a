"""What each node gets wrong of its training samples, and pruners by that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from arboretum.criteria.impurity import row_sums
from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.part import require_number, require_whole
from arboretum.pruning.base import Pruner
from arboretum.pruning.subtrees import dear_subtrees, sums_below
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse
from arboretum.tree.predict.prediction import class_blocks

__all__ = [
    "MinimumError",
    "Needless",
    "Pessimistic",
    "TrainingErrors",
    "class_counts",
    "require_counts",
    "staying_values",
]

FloatArray = npt.NDArray[np.float64]

#: Sums of fractions leave this much of a sample behind.
ROUNDING = 1e-9
#: Errors are sums of weights; this much of a sample less is no better.
NO_BETTER = 1e-3


@dataclass(frozen=True, eq=False)
class TrainingErrors:
    """How many samples are at each node, and how many of them it gets wrong.

    Weights are counted in samples of mean weight.  A mistake counts 1; with a
    loss matrix the dearest mistake does, and others less.  Of several targets
    the mean is counted.

    Attributes
    ----------
    n, errors : of each node, were it a leaf
    n_staying, errors_staying : of the samples that cannot answer an inner node
        and end there; 0 at a leaf
    """

    n: FloatArray
    errors: FloatArray
    n_staying: FloatArray
    errors_staying: FloatArray

    @classmethod
    def of(cls, tree: Tree, pruner: Pruner) -> TrainingErrors:
        """Read them off the values of the nodes."""
        require_counts(tree, pruner)
        staying, values = staying_values(tree)
        a_sample = tree.weight[0] / tree.n_samples[0]
        return cls(
            tree.weight / a_sample,
            _errors(tree, tree.value, tree.weight),
            staying / a_sample,
            _errors(tree, values, staying),
        )


def _errors(tree: Tree, values: FloatArray, weight: FloatArray) -> FloatArray:
    """How many samples the decision of each node gets wrong, where they have such values."""
    loss = tree.loss
    dearest = 1.0 if loss is None else float(loss.max(initial=0.0)) or 1.0
    errors = np.zeros(tree.n_nodes)
    for k, counts in enumerate(class_counts(tree, values, weight)):
        costs = 1.0 - np.eye(counts.shape[1]) if loss is None else loss / dearest
        errors += row_sums(counts * costs.T[tree.decisions[:, k]])
    return errors / len(tree.schema.targets)


def require_counts(tree: Tree, pruner: Pruner) -> None:
    """Refuse trees whose nodes do not say how many samples of each class they hold."""
    if not tree.schema.is_classification:
        raise UnsupportedCombination(
            f"{type(pruner).__name__} counts the errors of classes, but the target is numeric. "
            "Use a pruner for numbers, such as 'cost_complexity' or 'reduced_error'."
        )
    if tree.models is not None:
        raise UnsupportedCombination(
            f"{type(pruner).__name__} counts the classes of each node, but the nodes of this tree "
            "hold models. Use 'cost_complexity' or 'reduced_error', which judge the models."
        )
    leaf = tree.leaf_model
    if not leaf.tells_errors:
        raise UnsupportedCombination(
            f"Leaves of leaf={leaf.name!r} do not say how many samples they get wrong, which "
            f"{type(pruner).__name__} needs. Grow the tree with leaf='distribution'."
        )


def class_counts(tree: Tree, values: FloatArray, weight: FloatArray) -> list[FloatArray]:
    """Samples of each class, (n_nodes, n_classes) per target: the shares times the weight."""
    a_sample = tree.weight[0] / tree.n_samples[0]
    counts = []
    for block in class_blocks(tree.schema):
        classes = values[:, block]
        whole = row_sums(classes)
        scale = np.divide(weight / a_sample, whole, out=np.zeros_like(whole), where=whole > 0)
        counts.append(classes * scale[:, None])
    return counts


def staying_values(tree: Tree) -> tuple[FloatArray, FloatArray]:
    """Weight and value of the samples that end at each inner node."""
    weight, values = tree.weight.copy(), tree.value.copy()
    np.subtract.at(weight, tree.parent[1:], tree.weight[1:])
    np.subtract.at(values, tree.parent[1:], tree.value[1:])
    some = ~tree.is_leaf & (weight > ROUNDING * tree.weight)
    return np.where(some, weight, 0.0), np.where(some[:, None], np.maximum(values, 0.0), 0.0)


class Needless(Pruner):
    """Cuts back every subtree that makes no fewer training errors than a leaf.

    C4.5 and Weka's J48 do so before any other pruning, and J48 even when asked
    not to prune.  Such a subtree may still separate the classes by their
    shares, but it decides as the leaf does.
    """

    name = "needless"

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        found = TrainingErrors.of(tree, self)
        ending = np.where(tree.is_leaf, found.errors, found.errors_staying)
        is_needless = sums_below(tree, ending) >= found.errors - NO_BETTER
        return collapse(tree, is_needless, "pruned: its splits save no training error")


class Pessimistic(Pruner):
    r"""Cuts back subtrees that are not clearly better than a leaf on their own training samples.

    A leaf is charged half an error beyond those it makes, as the continuity
    correction of the binomial distribution does.  With E training errors of
    the leaves below t among N samples, and :math:`E' = E + |T_t| / 2`, node t is
    cut if

    .. math:: e(t) + \tfrac{1}{2} \le E' + s \sqrt{E' (N - E') / N}

    Nodes are judged from the root down, each with the whole subtree it has.

    Parameters
    ----------
    penalty : float
        What a leaf is charged.
    standard_errors : float
        By how many of them the subtree must be better: s in the formula.
    passes : int or None
        Quinlan looks at each subtree once.  What is cut makes the subtrees
        above smaller, and some of those would be cut now: None repeats until
        nothing more is cut, so that pruning again changes nothing.

    References
    ----------
    J. R. Quinlan (1987), Simplifying decision trees, *International Journal of
    Man-Machine Studies* 27, 221-234.
    """

    name = "pessimistic"
    reason = "pruned: its splits are within the doubt about a leaf's training errors"

    def __init__(
        self, penalty: float = 0.5, standard_errors: float = 1.0, passes: int | None = None
    ) -> None:
        self.penalty = penalty
        self.standard_errors = standard_errors
        self.passes = passes

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        require_number(self, "penalty")
        require_number(self, "standard_errors")
        if self.passes is not None:
            require_whole(self, "passes", at_least=1)
        n_passes = 0
        while n_passes != self.passes:
            pruned = self._pass(tree)
            if pruned.n_nodes == tree.n_nodes:
                break
            tree, n_passes = pruned, n_passes + 1
        return tree

    def _pass(self, tree: Tree) -> Tree:
        found = TrainingErrors.of(tree, self)
        ending = np.where(tree.is_leaf, found.errors + self.penalty, found.errors_staying)
        below = sums_below(tree, ending)
        variance = np.divide(
            below * (found.n - below), found.n, out=np.zeros_like(below), where=found.n > 0
        )
        limit = below + self.standard_errors * np.sqrt(np.maximum(variance, 0.0))
        return collapse(tree, found.errors + self.penalty <= limit, self.reason)


class MinimumError(Pruner):
    r"""Cuts back every subtree whose expected error is no smaller than that of a leaf.

    The probability of class c at a node with :math:`n_c` of its n samples is
    the m-estimate, which leans towards the share :math:`p_c` of the class among
    all samples, as m samples of that mixture would:

    .. math:: P(c) = \frac{n_c + m\,p_c}{n + m}

    A leaf that decides for class c is wrong with :math:`1 - P(c)`, or costs what
    the loss matrix says.  A split has the mean of its branches, weighted by
    their samples.

    Parameters
    ----------
    m : float or "laplace"
        Larger values give smaller trees.  ``"laplace"`` is Niblett and
        Bratko's first form: m the number of classes, all of them equally
        probable before anything was seen, so that
        :math:`P(c) = (n_c + 1) / (n + k)`.

    References
    ----------
    T. Niblett and I. Bratko (1986), Learning decision rules in noisy domains,
    *Expert Systems 86*.  B. Cestnik and I. Bratko (1991), On estimating
    probabilities in tree pruning, *EWSL 91*, 138-150.
    """

    name = "minimum_error"
    reason = "pruned: its splits do not lower the error to expect"

    def __init__(self, m: float | Literal["laplace"] = 2.0) -> None:
        self.m = m

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        if self.m != "laplace":
            require_number(self, "m")
        require_counts(tree, self)
        rate = self._error_rate(tree)
        staying, _ = staying_values(tree)
        allowance = 1e-12 * tree.weight
        cut = dear_subtrees(tree, tree.weight * rate, staying * rate, allowance)
        return collapse(tree, cut, self.reason)

    def _error_rate(self, tree: Tree) -> FloatArray:
        """What a sample at each node is expected to cost, summed over targets."""
        rate = np.zeros(tree.n_nodes)
        for k, counts in enumerate(class_counts(tree, tree.value, tree.weight)):
            n_classes = counts.shape[1]
            m = float(n_classes if self.m == "laplace" else self.m)
            prior = counts[0] / counts[0].sum()
            if self.m == "laplace":
                prior = np.full(n_classes, 1.0 / n_classes)
            whole = counts.sum(axis=1, keepdims=True) + m
            even = np.full_like(counts, 1.0 / n_classes)
            probability = np.divide(counts + m * prior, whole, out=even, where=whole > 0)
            costs = 1.0 - np.eye(n_classes) if tree.loss is None else tree.loss
            rate += (probability * costs.T[tree.decisions[:, k]]).sum(axis=1)
        return rate
