"""The one walk over a tree for everything that writes it out: text, pictures, pages, programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arboretum.exceptions import ParameterError
from arboretum.tree.node import Node
from arboretum.tree.split import Split

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["Visit", "visit"]


@dataclass(frozen=True, slots=True)
class Visit:
    """A node on the way through a tree, and what leads to it.

    Attributes
    ----------
    node : Node
    above : what its parent asks; None at the root
    branch : the branch of that question that leads here
    is_last : whether no sibling comes after it
    n_folded : how many leaves below it are not visited
    """

    node: Node
    above: Split | None
    branch: int
    is_last: bool
    n_folded: int

    @property
    def id(self) -> int:
        return self.node.id

    @property
    def depth(self) -> int:
        return self.node.depth

    @property
    def is_end(self) -> bool:
        """Whether nothing below it is visited."""
        return self.n_folded > 0 or self.node.is_leaf


def visit(tree: Tree, max_depth: int | None = None) -> Iterator[Visit]:
    """Visit the nodes in depth-first order, a parent before its children.

    What lies deeper than ``max_depth`` is folded: counted, not visited.
    """
    if max_depth is not None and max_depth < 0:
        raise ParameterError(f"max_depth={max_depth} shows nothing. The root is at depth 0.")
    deepest = tree.depth if max_depth is None else max_depth
    return _visits(tree, deepest)


def _visits(tree: Tree, deepest: int) -> Iterator[Visit]:
    node = 0
    while node < tree.n_nodes:
        end = int(tree.subtree_end[node])
        is_folded = tree.depths[node] == deepest and not tree.is_leaf[node]
        above = int(tree.parent[node])
        yield Visit(
            node=Node(tree, node),
            above=None if above < 0 else tree.splits[above],
            branch=max(int(tree.branch[node]), 0),
            is_last=above < 0 or end == tree.subtree_end[above],
            n_folded=int(tree.is_leaf[node:end].sum()) if is_folded else 0,
        )
        node = end if is_folded else node + 1
