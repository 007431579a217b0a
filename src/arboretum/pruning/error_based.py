"""Error-based pruning: C4.5's guess at the errors to come, from the training samples alone."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.pruning.base import Pruner
from arboretum.pruning.confidence import Limit, extra_errors, limit_parameters
from arboretum.pruning.raising import raise_subtrees
from arboretum.pruning.subtrees import dear_subtrees
from arboretum.pruning.training_errors import TrainingErrors, require_counts
from arboretum.pruning.training_samples import require_training
from arboretum.tree import Tree
from arboretum.tree.collapse import collapse

__all__ = ["ErrorBased"]

FloatArray = npt.NDArray[np.float64]

#: A smaller tree may be expected to make so many errors more, in C4.5 and in J48; the rest
#: is rounding.
ALLOWANCE = 0.1 + 1e-6


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
        Whether branches may take the place of subtrees.  This needs the
        training samples; without it what the tree knows is enough.
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
        return raise_subtrees(tree, training, parameters, self.reason)

    def _replace_by_leaves(self, tree: Tree) -> Tree:
        found = TrainingErrors.of(tree, self)
        as_leaf = self._expected(found.n, found.errors)
        staying = self._expected(found.n_staying, found.errors_staying)
        return collapse(tree, dear_subtrees(tree, as_leaf, staying, ALLOWANCE), self.reason)

    def _expected(self, n: FloatArray, errors: FloatArray) -> FloatArray:
        """Errors to expect; none of no samples."""
        return errors + extra_errors(n, errors, self.confidence, self.limit)
