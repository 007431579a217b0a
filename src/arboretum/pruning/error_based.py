"""Error-based pruning: C4.5's guess at the errors to come, from the training samples alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.keep_rows import keep_rows
from arboretum.growing.recipe import recipe_of
from arboretum.pruning.base import Pruner, require_training
from arboretum.pruning.confidence import Limit, extra_errors, limit_parameters
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.pruning.training_errors import TrainingErrors, require_counts
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.predict.routing import surrogate_arrays, tree_arrays

__all__ = ["ErrorBased"]

FloatArray = npt.NDArray[np.float64]

#: A smaller tree may be expected to make this many errors more, in C4.5 and in J48; the rest
#: is rounding.
ALLOWANCE = 0.1 + 1e-6
#: The native core goes down one call per level.
MAX_DEPTH = 5_000
WITHOUT = "Use raising=False."


class ErrorBased(Pruner):
    r"""Puts a leaf, or the largest branch, where a subtree is expected to be no better.

    A leaf that gets e of its n training samples wrong is expected to get
    :math:`n\,U(e, n)` wrong, where U is the upper confidence limit of its error
    rate (:func:`~arboretum.pruning.upper_limit`).  From the leaves up, a
    subtree is compared with a single leaf and with its branch of most samples,
    to which the samples of the other branches are sent.  If one of them is
    expected to make at most 0.1 errors more, it takes the place of the subtree:
    the leaf if it does no worse than the branch, else the branch.

    Parameters
    ----------
    confidence : float
        C4.5's CF; a smaller one prunes more.
    raising : bool
        Whether branches may take the place of subtrees.  This needs the training
        samples; otherwise the tree alone is enough.
    limit : {"c45", "j48"}
        Whose confidence limit.

    Notes
    -----
    A node below a raised branch keeps the score and the competitors that its
    split had where it was grown; samples, values and impurities are those that
    it has now.  Weights are counted in samples of mean weight.  With a loss
    matrix the dearest mistake counts as one error.

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, ch. 4.
    """

    name = "error_based"
    reason = "pruned: its splits do not lower the errors to expect"

    def __init__(
        self, confidence: float = 0.25, raising: bool = True, limit: Limit = "c45"
    ) -> None:
        self.confidence = confidence
        self.raising = raising
        self.limit = limit

    @property
    def wants_training(self) -> bool:
        return self.raising

    def prune(self, tree: Tree, dataset: Dataset | None) -> Tree:
        parameters = limit_parameters(self.confidence, self.limit)
        require_counts(tree, self)
        if not self.raising:
            return self._replace_by_leaves(tree)
        training = require_training(
            tree,
            dataset,
            purpose="ErrorBased sends samples through raised branches and",
            instead="use ErrorBased(raising=False)",
        )
        return _raise_subtrees(tree, training, parameters, self.reason)

    def _replace_by_leaves(self, tree: Tree) -> Tree:
        found = TrainingErrors.of(tree, self)
        as_leaf = self._expected(found.n, found.errors)
        staying = self._expected(found.n_staying, found.errors_staying)
        return collapse(tree, dear_subtrees(tree, as_leaf, staying, ALLOWANCE), self.reason)

    def _expected(self, n: FloatArray, errors: FloatArray) -> FloatArray:
        """Errors to expect; none where there are no samples."""
        return errors + extra_errors(n, errors, self.confidence, self.limit)


def _raise_subtrees(
    tree: Tree, dataset: Dataset, limit: tuple[float, float, float, float], reason: str
) -> Tree:
    """Prune by the errors to expect, with leaves and with raised branches.

    ``dataset`` holds the samples that the tree was grown from; ``limit`` is
    what :func:`limit_parameters` returns.
    """
    _check(tree)
    assert dataset.targets is not None
    a_sample = tree.weight[0] / tree.n_samples[0]
    blocks = class_blocks(tree.schema)
    starts = np.array([block.start for block in blocks])
    found = _core.raise_subtrees(
        tree_arrays(tree),
        surrogate_arrays(tree),
        tree.schema.all_columns(dataset.columns),
        contiguous(dataset.targets + starts, np.int32),
        np.array([*starts, blocks[-1].stop], dtype=np.int64),
        contiguous(dataset.weights / a_sample),
        contiguous(dataset.counts, np.float64),
        None if tree.loss is None else contiguous(tree.loss / (tree.loss.max() or 1.0)),
        limit,
    )
    made = _assemble(tree, found, a_sample, reason)
    return made if tree.rows is None else keep_rows(made, dataset)


def _check(tree: Tree) -> None:
    """Refuse what cannot be counted again."""
    leaf = tree.leaf_model
    if not leaf.holds_counts:
        raise UnsupportedCombination(
            f"Raising branches counts classes again, but the leaves are of leaf={leaf.name!r}. "
            f"{WITHOUT}"
        )
    if tree.missing_policy.by_class:
        raise UnsupportedCombination(
            "Raising branches sends samples without a value on by the weight of the branches, but "
            f"the tree was grown with Fractional(by_class=True). {WITHOUT}"
        )
    if tree.depth > MAX_DEPTH:
        raise UnsupportedCombination(
            f"The tree is {tree.depth} deep; branches are raised down to {MAX_DEPTH}. {WITHOUT}"
        )


def _assemble(tree: Tree, found: dict[str, Any], a_sample: float, reason: str) -> Tree:
    """The pruned tree; nodes that hold the samples of growth keep the numbers of growth."""
    place, asks, moved = found["place"], found["asks"], found["moved"].astype(bool)
    value = np.where(moved[:, None], found["values"] * a_sample, tree.value[place])
    weight = np.where(moved, value[:, class_blocks(tree.schema)[0]].sum(axis=1), tree.weight[place])
    impurity = tree.impurity[place]
    if moved.any():
        impurity[moved] = _impurities(tree, value[moved], weight[moved], impurity[moved])
    is_pruned = (asks < 0) & ~tree.is_leaf[place]
    inner = asks >= 0
    return replace(
        tree,
        parent=found["parent"],
        n_samples=np.where(moved, found["n_samples"], tree.n_samples[place]),
        weight=weight,
        impurity=impurity,
        value=value,
        splits=tree.splits.take(asks),
        score=np.where(inner, tree.score[asks], np.nan),
        tie=tree.tie[asks] & inner,
        runner_ups=tree.runner_ups.take(asks),
        runner_up_score=np.where(inner, tree.runner_up_score[asks], np.nan),
        competing=None if tree.competing is None else tree.competing.take(asks),
        p_values=None if tree.p_values is None else tree.p_values.take(asks),
        surrogates=None if tree.surrogates is None else tree.surrogates.take(asks),
        stop_reason=np.where(is_pruned, len(tree.reasons), tree.stop_reason[place]),
        reasons=(*tree.reasons, reason),
        rows=None,
    )


def _impurities(
    tree: Tree, values: FloatArray, weight: FloatArray, impurity: FloatArray
) -> FloatArray:
    """How mixed nodes of these class weights are; labels may be measured as a vector."""
    criterion = recipe_of(tree).criterion
    restored = criterion.restored(values, weight, impurity)
    return criterion.impurity(values if restored is None else restored)
