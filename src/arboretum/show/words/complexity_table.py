"""The nested trees of cost-complexity pruning, as rpart and as scikit-learn list them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from arboretum.exceptions import ParameterError
from arboretum.pruning import CostComplexity, node_impurities, pruning_sequence
from arboretum.tree.tree import found_tree

__all__ = ["complexity_table"]


def complexity_table(
    tree: Any, convention: Literal["rpart", "scikit-learn"] = "rpart"
) -> Mapping[str, list[float]]:
    """The nested trees of cost-complexity pruning, a list a column.

    Parameters
    ----------
    tree : a tree, or a fitted estimator
    convention : {"rpart", "scikit-learn"}
        rpart's ``cptable`` lists the smallest tree first: ``CP``, the price a
        split as a share of the root's risk, ``nsplit``, the splits that are
        left at it, and ``rel error``, their risk as a share of the root's.
        scikit-learn's ``cost_complexity_pruning_path`` lists the largest first:
        ``ccp_alphas`` and ``impurities``, a unit of weight, and here the
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
