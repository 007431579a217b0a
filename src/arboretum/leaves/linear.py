"""The leaf that predicts by a linear model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data import Dataset
from arboretum.data.dataset import contiguous
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.leaves.base import FloatArray
from arboretum.leaves.number_leaves import Mean
from arboretum.search.loss import Loss, SquaredLoss
from arboretum.statistics import LinearResiduals, Moments, Statistics
from arboretum.statistics.model_terms import (
    Term,
    model_features,
    ordered_terms,
    term_matrix,
)
from arboretum.tree import LinearModels, Split, Terms, Tree

__all__ = ["Linear", "NodeRows", "equations", "smooth", "terms_tested_below"]

#: How terms are dropped.
DROPS = (None, "akaike", "quinlan")


class Linear(Mean):
    r"""Predicts by a linear model that is fitted to the samples of the node.

    .. math:: \hat y = b_0 + \sum_k b_k x_k

    by least squares.  A term that does not vary at the node, or that others explain, is left
    out.  A categorical feature counts as sets of categories, one for each cut of the order of
    their mean targets: a term is 1 in the set and 0 outside.  A missing value counts as the mean
    of all training samples.

    Parameters
    ----------
    features : tuple of str or None
        The features that models may use; None for all.
    tested_below : bool
        A model uses only what is asked below its node, sets of categories as they are asked
        there (Quinlan 1992): a grown leaf then predicts the mean.
    drop : {"akaike", "quinlan"} or None
        Drop terms one by one, that which explains least first.  ``"akaike"`` drops those that
        lower the squared residuals by no more than twice what is left of them per degree of
        freedom, as Weka's M5P does; ``"quinlan"`` those that do not lower the error expected
        on other samples, the root mean squared residual times :math:`(n + v) / (n - v)` for n
        samples and v parameters, and drops more.
    smoothing : float
        The model of a node is averaged with those above it, from the leaf up:
        :math:`(n f + k g) / (n + k)` with n the samples of the lower node, f what comes from below,
        g the model above and k this number.  What comes out is one linear model, and that is kept.
    ridge : float
        Price of the squares of coefficients, with terms in units of their standard deviation in
        all training samples; its unit is the weight of one sample.
    clip : bool
        Hold predictions to the range of the training targets at the node.
    """

    name = "linear"

    def __init__(
        self,
        features: tuple[str, ...] | None = None,
        tested_below: bool = False,
        drop: str | None = None,
        smoothing: float = 0.0,
        ridge: float = 0.0,
        clip: bool = True,
    ) -> None:
        self.features = features
        self.tested_below = tested_below
        self.drop = drop
        self.smoothing = smoothing
        self.ridge = ridge
        self.clip = clip

    def check(self, statistics: Statistics) -> None:
        self.require(statistics, Moments, LinearResiduals)
        if self.drop not in DROPS:
            raise ParameterError(
                f"drop={self.drop!r} of Linear is not known. Known: 'akaike', 'quinlan', None."
            )
        for name in ("smoothing", "ridge"):
            value = getattr(self, name)
            if not isinstance(value, int | float | np.number) or not 0 <= value < np.inf:
                raise ParameterError(
                    f"{name}={value!r} of Linear must be a finite, non-negative number."
                )
        if statistics.width != 3:
            raise UnsupportedCombination(
                "The leaf model Linear predicts one number, but there are several targets. "
                "Fit one tree per target."
            )

    def loss(self, loss: Loss) -> Loss:
        return SquaredLoss()  # which the models make least

    def after_growth(self, tree: Tree, dataset: Dataset) -> Tree:
        rows = NodeRows.of(tree, dataset)
        if self.tested_below:
            terms, is_used = terms_tested_below(tree, dataset, self.features)
            matrix = terms.matrix(dataset.columns, dataset.n_rows)
        else:
            terms, matrix = term_matrix(ordered_terms(dataset, self.features), dataset)
            is_used = np.ones((tree.n_nodes, len(terms)), dtype=np.bool_)
        return replace(tree, models=self._fitted(tree, dataset, rows, terms, matrix, is_used))

    def _fitted(
        self,
        tree: Tree,
        dataset: Dataset,
        rows: NodeRows,
        terms: Terms,
        matrix: FloatArray,
        is_used: npt.NDArray[np.bool_],
    ) -> LinearModels:
        assert dataset.targets is not None
        node, term = np.nonzero(is_used)
        found = _core.fit_linear_models(
            terms=matrix,
            targets=contiguous(dataset.targets[:, 0], np.float64),
            weights=dataset.weights,
            counts=dataset.counts,
            rows=rows.rows,
            begin=rows.begin,
            end=rows.end,
            start=np.searchsorted(node, np.arange(tree.n_nodes + 1)).astype(np.int64),
            term=term.astype(np.int32),
            scale=_scale(matrix, dataset.weights) if self.ridge else np.ones(len(terms)),
            drop=self.drop or "none",
            ridge=float(self.ridge),
        )
        coefficients = np.zeros((tree.n_nodes, 1 + len(terms)))
        coefficients[:, 0] = found["intercept"]
        coefficients[node, 1 + term] = found["coefficient"]
        if self.smoothing:
            coefficients = smooth(tree, coefficients, self.smoothing)
        made = equations(terms, coefficients, found["risk"], found["n_parameters"])
        return replace(made, low=found["low"], high=found["high"]) if self.clip else made


def equations(
    terms: Terms, numbers: FloatArray, risk: FloatArray, n_parameters: npt.NDArray
) -> LinearModels:
    """Models of all nodes from their intercepts and coefficients, (n_nodes, 1 + n_terms)."""
    n_nodes = len(numbers)
    node, term = np.nonzero(numbers[:, 1:])
    return LinearModels(
        terms=terms,
        start=np.searchsorted(node, np.arange(n_nodes + 1)),
        term=term,
        coefficient=numbers[:, 1:][node, term],
        intercept=numbers[:, 0],
        low=np.full(n_nodes, -np.inf),
        high=np.full(n_nodes, np.inf),
        risk=risk,
        n_parameters=n_parameters,
    )


def _scale(matrix: FloatArray, weights: FloatArray) -> FloatArray:
    """The standard deviation of each term."""
    mean = np.average(matrix, axis=0, weights=weights)
    return np.asarray(np.sqrt(np.average(np.square(matrix - mean), axis=0, weights=weights)))


def smooth(tree: Tree, models: FloatArray, k: float) -> FloatArray:
    """The smoothed models of all nodes, each as if it were a leaf; (n_nodes, n_numbers).

    From a leaf up, what has come so far is averaged with the model above,
    ``(n f + k g) / (n + k)``, n being the samples of the lower node.  The share of the model of
    a node in its own smoothed one is the product of ``n / (n + k)`` over it and the nodes above
    it except the root; the rest is the same for it and its parent.
    """
    smoothed = models.copy()
    share = np.ones(tree.n_nodes)
    for depth in range(1, tree.depth + 1):
        node = np.flatnonzero(tree.depths == depth)
        above = tree.parent[node]
        share[node] = share[above] * tree.n_samples[node] / (tree.n_samples[node] + k)
        own = share[node, None] * (models[node] - models[above])
        smoothed[node] = smoothed[above] + own
    return smoothed


def terms_tested_below(
    tree: Tree, dataset: Dataset, names: Sequence[str] | None
) -> tuple[Terms, npt.NDArray[np.bool_]]:
    """The terms that a tree asks about, and which of them are asked below each node."""
    allowed = set(model_features(dataset.schema, names))
    number: dict[Term, int] = {}
    asked = np.full(tree.n_nodes, -1)
    for node in np.flatnonzero(~tree.is_leaf).tolist():
        split = tree.splits[node]
        if split is not None and split.column in allowed and split.kind != "presence":
            asked[node] = number.setdefault(_term(split), len(number))
    # In the order of the features, whatever the order of the nodes.
    order = sorted(number)
    place = {number[term]: position for position, term in enumerate(order)}
    is_asked = np.zeros((tree.n_nodes + 1, len(order)), dtype=np.int32)
    for node in np.flatnonzero(asked >= 0).tolist():
        is_asked[node + 1, place[int(asked[node])]] = 1
    until = np.cumsum(is_asked, axis=0, dtype=np.int32)
    return term_matrix(order, dataset)[0], until[tree.subtree_end] > until[:-1]


def _term(split: Split) -> Term:
    """What a split asks about: a number, or whether the category is not in the first branch."""
    return split.column, tuple(branch > 0 for branch in split.branches)


@dataclass(frozen=True, eq=False)
class NodeRows:
    """Rows in an order in which those of every node are neighbours.

    Node ``i`` has ``rows[begin[i]:end[i]]``: nodes are numbered in pre-order, so the rows that
    end below a node follow one another if they are sorted by where they end.
    """

    rows: npt.NDArray[np.int32]
    begin: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]

    @classmethod
    def of(cls, tree: Tree, dataset: Dataset) -> NodeRows:
        """Send the samples that a tree was grown from down the tree again."""
        ends = tree.ends(dataset.columns)
        if len(ends.rows):
            raise UnsupportedCombination(
                f"{len(ends.rows)} samples are spread over several nodes, but models are fitted to "
                "whole samples. Use a policy other than missing='fractional', such as 'direction'."
            )
        order = np.argsort(ends.node, kind="stable")
        where = ends.node[order]
        nodes = np.arange(tree.n_nodes)
        return cls(
            order.astype(np.int32),
            np.searchsorted(where, nodes).astype(np.int64),
            np.searchsorted(where, tree.subtree_end).astype(np.int64),
        )

    def of_node(self, node: int) -> npt.NDArray[np.int32]:
        """The rows of one node, in the order of the data."""
        return np.sort(self.rows[self.begin[node] : self.end[node]])
