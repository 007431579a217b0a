"""A tree, and those it can be pruned to, as R's rpart lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.explain import improvements
from arboretum.pruning import (
    CostComplexity,
    node_impurities,
    node_risks,
    prices,
    pruning_sequence,
)
from arboretum.tree import Tree
from arboretum.tree.sides import rpart_numbers
from arboretum.tree.tree import found_tree
from arboretum.tree.words.tabulate import Backend, in_frame

__all__ = ["complexity_table", "rpart_frame"]

FloatArray = npt.NDArray[np.float64]


def rpart_frame(tree: Any, backend: Backend = "pandas") -> Any:
    """One row per node, with the columns of rpart's ``frame`` and ``splits``.

    ===============  ========================================================
    ``node``         rpart's number: the children of k are 2k, of the smaller
                     mean, rate or class, and 2k + 1
    ``var``          the feature that is asked about, ``<leaf>`` at a leaf
    ``n``, ``wt``    samples, and what they weigh
    ``dev``          the risk: loss, squared error or deviance
    ``yval``         what is predicted; a class by its name
    ``complexity``   ``cp`` at which the split is given up; missing at a leaf
    ``improve``      what the split gains
    ===============  ========================================================

    Parameters
    ----------
    tree : a binary tree, or a fitted estimator
    backend : the library whose data frame to make
    """
    tree = found_tree(tree)
    risk = _deviances(tree)
    names = (*tree.schema.feature_names, "<leaf>")
    columns = {
        "node": rpart_numbers(tree),
        "var": [names[feature] for feature in tree.splits.column],
        "n": tree.n_samples.tolist(),
        "wt": tree.weight.tolist(),
        "dev": risk.tolist(),
        "yval": [node.prediction for node in tree.nodes()],
        "complexity": _or_none(prices(tree, risk, "rpart") / (risk[0] or 1.0)),
        "improve": _or_none(improvements(tree)),
    }
    return in_frame(columns, backend)


def _deviances(tree: Tree) -> FloatArray:
    # For classes the risk is a loss, which has its own units.
    unit = 1.0 if tree.schema.is_classification else tree.criterion.rpart_unit
    return node_risks(tree) * unit


def _or_none(numbers: FloatArray) -> list[float | None]:
    return [None if np.isnan(number) else number for number in numbers.tolist()]


def complexity_table(
    tree: Any, convention: Literal["rpart", "scikit-learn"] = "rpart"
) -> Mapping[str, list[float]]:
    """The nested trees of cost-complexity pruning, one list per column.

    Parameters
    ----------
    tree : a tree, or a fitted estimator
    convention : {"rpart", "scikit-learn"}
        rpart's ``cptable`` lists the smallest tree first: ``CP``, the price per
        split as a share of the root's risk, ``nsplit``, the splits that are
        left at it, and ``rel error``, their risk as a share of the root's.
        scikit-learn's ``cost_complexity_pruning_path`` lists the largest first:
        ``ccp_alphas`` and ``impurities``, per unit of weight, and here the
        ``n_leaves``.  Its risk is the impurity of the leaves.
    """
    grown = found_tree(tree)
    if convention == "rpart":
        return CostComplexity(links="rpart").table(grown)
    if convention != "scikit-learn":
        raise ParameterError(
            f"convention={convention!r} is not known. Known: 'rpart', 'scikit-learn'."
        )
    sequence = pruning_sequence(grown, node_impurities(grown))
    weight = grown.weight[0]
    return {
        "ccp_alphas": (sequence.alpha / weight).tolist(),
        "impurities": (sequence.risk / weight).tolist(),
        "n_leaves": sequence.n_leaves.tolist(),
    }
