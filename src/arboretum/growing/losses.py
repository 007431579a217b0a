"""What a tree predicts, in the unit in which it is judged, and the loss it is judged by."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from arboretum.growing.recipe import Recipe
from arboretum.search.loss import Loss
from arboretum.tree import Tree
from arboretum.tree.models.node_models import Columns
from arboretum.tree.predict.prediction import label_shares
from arboretum.tree.predict.routing import Ends

__all__ = ["loss_of", "predicted_by_nodes", "predicted_for"]


def loss_of(tree: Tree) -> Loss:
    """What predictions of a tree cost: the loss that it was grown to make small.

    The criterion names it, and the leaf model has the last word.  Custom parts that a file
    only names are taken for any of their kind.
    """
    recipe = tree.recipe if isinstance(tree.recipe, Recipe) else None
    criterion = tree.criterion if recipe is None else recipe.criterion
    leaf = tree.leaf_model if recipe is None else recipe.leaf
    return leaf.loss(criterion.loss(tree.schema, tree.loss))


def predicted_by_nodes(tree: Tree) -> npt.NDArray[Any]:
    """What each node predicts of each target, in the unit in which it is judged.

    Class codes; numbers; or, of labels that were grown as a vector, the share that has each.
    """
    if not tree.schema.is_classification:
        return tree.value
    return label_shares(tree.value) if loss_of(tree).takes_shares else tree.decisions


def predicted_for(tree: Tree, ends: Ends, columns: Columns = ()) -> npt.NDArray[Any]:
    """What is predicted for samples that end at one node or at several, in the same unit.

    ``columns`` are theirs, which models read, if nodes have any.
    """
    if tree.models is not None:
        return tree.predict(ends, columns)
    if tree.schema.is_classification and not loss_of(tree).takes_shares:
        return tree.predict_classes(ends)
    return ends.average(predicted_by_nodes(tree))
