"""A tree as the frame that R's rpart keeps of one."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from arboretum.explain import improvements
from arboretum.pruning import node_risks, prices
from arboretum.pruning.rpart_growth import places
from arboretum.tree import Tree
from arboretum.tree.tree import found_tree

__all__ = ["rpart_frame"]

FloatArray = npt.NDArray[np.float64]
Backend = Literal["pandas", "polars", "pyarrow"]


def rpart_frame(tree: Any, backend: Backend = "pandas") -> Any:
    """One row a node, with the columns of rpart's ``frame`` and ``splits``.

    ===============  ========================================================
    ``node``         rpart's number: the children of k are 2k, of the smaller
                     mean, rate or class, and 2k + 1
    ``var``          the feature that is asked for, ``<leaf>`` at a leaf
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
    import narwhals as nw

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
    return nw.from_dict(columns, backend=backend).to_native()


def rpart_numbers(tree: Tree) -> list[int]:
    """The number of each node: 1 for the root, 2k and 2k + 1 for the children of k."""
    place = places(tree)
    numbers = [1] * tree.n_nodes
    for node in range(tree.n_nodes):
        children = sorted(tree.children(node), key=lambda child: place[child])
        for side, child in enumerate(children):
            numbers[child] = 2 * numbers[node] + side
    return numbers


def _deviances(tree: Tree) -> FloatArray:
    # Of classes the risk is a loss, in units of its own.
    unit = 1.0 if tree.schema.is_classification else tree.criterion.rpart_unit
    return node_risks(tree) * unit


def _or_none(numbers: FloatArray) -> list[float | None]:
    return [None if np.isnan(number) else number for number in numbers.tolist()]
