"""The tree of whatever has one, for what shows it."""

from arboretum.tree.found_tree import found_tree

__all__ = ["found_tree"]
