"""Where a node stands in a tree, told so that nodes of different trees can be compared."""

from __future__ import annotations

from arboretum.tree import Split, Tree

__all__ = ["Place", "Structure", "places_of", "structure_of"]

#: The features asked on the way, each with the branch taken, and the feature that is asked.
Place = tuple[tuple[tuple[int, int], ...], int]
#: The feature of each node in the order of the tree, with its arity; None for a leaf.
Structure = tuple[tuple[str, int] | None, ...]


def places_of(tree: Tree) -> dict[Place, tuple[int, Split]]:
    """The inner nodes of a tree by their places, with their splits."""
    ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    found: dict[Place, tuple[int, Split]] = {}
    for node in range(tree.n_nodes):
        split = tree.splits[node]
        if split is None:
            continue
        found[ways[node], split.column] = (node, split)
        for branch, child in enumerate(tree.children(node).tolist()):
            ways[child] = (*ways[node], (split.column, branch))
    return found


def structure_of(tree: Tree) -> Structure:
    """What a tree asks about and where, whatever its thresholds and sets."""
    names = tree.schema.feature_names
    splits = (tree.splits[node] for node in range(tree.n_nodes))
    return tuple(None if s is None else (names[s.column], s.arity) for s in splits)
