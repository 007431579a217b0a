"""The doors from a tree up to layers that work on trees.

``tree`` lies below the layers that grow trees and may not import them.  What a
user asks of a tree, but only they can answer, goes through here, as methods of
the tree; nothing is imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arboretum.criteria import Criterion
    from arboretum.leaves import LeafModel
    from arboretum.missing import MissingPolicy
    from arboretum.tree.predict.routing import Columns
    from arboretum.tree.tree import Tree

__all__ = [
    "competitors",
    "criterion",
    "encode",
    "leaf_model",
    "missing_policy",
    "page_frame",
    "rules",
    "to_binary",
    "with_rows",
]


def criterion(tree: Tree) -> Criterion:
    """The criterion, made again from ``parts``; a custom one has the words of any."""
    from arboretum.criteria.known import criterion_of

    return criterion_of(tree)


def leaf_model(tree: Tree) -> LeafModel:
    """The leaf model, made again from ``parts``; a custom one has the words of any."""
    from arboretum.leaves.known import leaf_of

    return leaf_of(tree)


def missing_policy(tree: Tree) -> MissingPolicy:
    """The missing policy, made again from ``parts``; a custom one has the words of any."""
    from arboretum.missing.known import described_policy

    return described_policy(tree)


def competitors(tree: Tree, node: int, X: Any, y: Any, sample_weight: Any = None) -> Any:
    """The best split of every feature at a node, found again from the training data."""
    from arboretum.growing.reopen import competitors as find

    return find(tree, tree.node(node).id, X, y, sample_weight)


def encode(tree: Tree, X: Any) -> Columns:
    """Encode samples, check them and warn of them, as the model of a tree does."""
    from arboretum.model import TreeModel

    return TreeModel(tree).encode(X)


def rules(tree: Tree, simplify: bool = True) -> Any:
    """The tree as a :class:`~arboretum.rules.RuleSet`: one rule per leaf, merged or not."""
    from arboretum.rules import rules_of

    return rules_of(tree, simplify)


def to_binary(
    tree: Tree, X: Any = None, y: Any = None, sample_weight: Any = None, *, balanced: bool = False
) -> Tree:
    """The binary tree that gives every sample the same answer; nothing is searched again.

    A question with several branches becomes a chain of questions with two about the same
    column, the heavier end of the branches first.

    Parameters
    ----------
    X, y, sample_weight : the samples that the tree was grown from
        Needed for leaves whose value does not follow from those of their parts, such as medians
        and models.
    balanced : bool
        Cut at half the weight of the branches instead: fewer questions one after another.
    """
    from arboretum.growing.to_binary import binary_tree

    return binary_tree(tree, X, y, sample_weight, balanced)


def with_rows(tree: Tree, X: Any, y: Any, sample_weight: Any = None) -> Tree:
    """The tree with the rows of the samples it was grown from, which ``node.rows`` then names."""
    from arboretum.growing.keep_rows import tree_with_rows

    return tree_with_rows(tree, X, y, sample_weight)


def page_frame(tree: Tree) -> str | None:
    """The page that shows a tree, for notebooks."""
    from arboretum.show.web.html import frame

    return frame(tree)
