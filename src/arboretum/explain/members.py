"""Which training samples each node holds, and what can be said of a sample by those beside it.

Those that the tree keeps, or others, for whom the tree says where they end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.model import Model, model_of, samples_like
from arboretum.tree import KeptRows, Tree
from arboretum.tree.tree import found_tree

__all__ = ["Members", "members"]

FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class Members:
    """Samples sorted by the node at which they end.

    Attributes
    ----------
    tree : Tree
    kept : KeptRows
        Which sample each entry is, in the order of the table that was passed; the node where it
        ends, how much of it does, what that weighs, and its targets.
    """

    tree: Tree
    model: Model
    kept: KeptRows

    def rows(self, node: int) -> Rows:
        """The row numbers of the samples that get to a node, ascending."""
        end = self.tree.subtree_end[self.tree.node(node).id]
        return self.kept.below(node, int(end)).row

    def rows_beside(self, X: Any) -> list[Rows]:
        """For each sample, the row numbers of those that end where most of it does."""
        ends = self.tree.apply(self.model.encode(X))
        held = {node: self.rows(node) for node in np.unique(ends).tolist()}
        return [held[node] for node in ends.tolist()]

    def quantiles(self, X: Any, shares: npt.ArrayLike = (0.25, 0.5, 0.75)) -> FloatArray:
        """Quantiles of the numbers of the samples beside each sample, (n_samples, n_shares).

        The smallest number that has at least that share of the weight at or below it.  A
        sample that ends at several nodes has their samples beside it, by its shares.
        """
        wanted = np.atleast_1d(np.asarray(shares, dtype=np.float64))
        if not ((wanted >= 0) & (wanted <= 1)).all():
            raise ParameterError(f"shares={shares!r} must be numbers from 0 to 1.")
        schema = self.tree.schema
        if schema.is_classification or len(schema.targets) > 1:
            raise UnsupportedCombination(
                "Quantiles are of one number, but the tree predicts "
                + ("classes. Ask for predict_proba." if schema.is_classification else "several.")
            )
        ends = self.tree.ends(self.model.encode(X))
        whole = {
            node: self._quantiles({node: 1.0}, wanted) for node in np.unique(ends.node).tolist()
        }
        found = np.array([whole[node] for node in ends.node.tolist()]).reshape(-1, len(wanted))
        for k, row in enumerate(ends.rows.tolist()):
            part = slice(int(ends.start[k]), int(ends.start[k + 1]))
            parts = zip(ends.nodes[part].tolist(), ends.shares[part].tolist(), strict=True)
            found[row] = self._quantiles(dict(parts), wanted)
        return found

    def _quantiles(self, nodes: dict[int, float], wanted: FloatArray) -> FloatArray:
        kept, end = self.kept, self.tree.subtree_end
        entries = [kept.entries(node, int(end[node])) for node in nodes]
        weights = [
            share * kept.weight[held] / max(kept.weight[held].sum(), np.finfo(float).tiny)
            for held, share in zip(entries, nodes.values(), strict=True)
        ]
        values = np.concatenate([kept.targets[held, 0] for held in entries])
        weight = np.concatenate(weights)
        if len(values) == 0:
            return np.full(len(wanted), np.nan)
        order = np.argsort(values, kind="stable")
        reached = np.cumsum(weight[order])
        # A share that is met except for rounding is met.
        place = np.searchsorted(reached, wanted * reached[-1] * (1 - 1e-12))
        return np.asarray(values[order][np.minimum(place, len(values) - 1)], dtype=np.float64)


def members(fitted: Any, X: Any = None, y: Any = None, sample_weight: Any = None) -> Members:
    """Which of some samples, such as those of training, each node of a tree holds.

    Parameters
    ----------
    fitted : a fitted estimator, or a tree.
    X, y, sample_weight : samples with their targets; rows are numbered in their order.
        Without them those that the tree keeps, if it was grown with ``keep_rows=True``.

    Returns
    -------
    Members
        With ``rows(node)``, ``rows_beside(X)`` and ``quantiles(X)``.  It holds a few numbers
        per sample.

    Examples
    --------
    >>> from arboretum import TreeRegressor
    >>> X, rents = {"x": [1, 2, 8, 9]}, [500.0, 520.0, 900.0, 9000.0]
    >>> model = TreeRegressor(criterion="absolute_error", max_depth=1, min_samples_leaf=2)
    >>> found = members(model.fit(X, rents), X, rents)
    >>> found.rows(2), found.rows_beside({"x": [1.5]})
    (array([2, 3]), [array([0, 1])])
    >>> found.quantiles({"x": [1.5, 7]}, [0, 0.5, 1])
    array([[ 500.,  500.,  520.],
           [ 900.,  900., 9000.]])
    """
    tree, model = found_tree(fitted), model_of(fitted)
    if X is None:
        if tree.rows is None:
            raise ParameterError(
                "The tree keeps no rows. Pass the samples, members(model, X, y), or grow it with "
                "keep_rows=True."
            )
        return Members(tree, model, tree.rows)
    dataset = samples_like(fitted, X, y, sample_weight)
    model.refuse(dataset.columns)
    return Members(tree, model, KeptRows.of(tree.ends(dataset.columns), dataset))
