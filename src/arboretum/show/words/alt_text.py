"""A picture of a tree in words, for those who do not see it."""

from __future__ import annotations

from arboretum.show.paper.labels import Wording, predictions
from arboretum.tree import Node, Tree
from arboretum.tree.words.format import SplitFormat, number_text, targets_text

__all__ = ["alt_text", "title_text"]

#: More leaves than this are counted, not read out.
MAX_LEAVES = 30


def title_text(tree: Tree) -> str:
    """What a picture of a tree is, in a few words."""
    return f"Decision tree for {targets_text(tree.schema)}"


def alt_text(tree: Tree, max_depth: int | None = None) -> str:
    """One sentence for the whole tree and one for each of its leaves, down to a depth.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> print(alt_text(model.tree_))
    Decision tree for y: 3 samples, 2 leaves, depth 1.
    If age <= 45: no (2 samples).
    If age > 45: yes (1 sample).
    """
    if max_depth is not None:
        tree_shown = tree.collapse([node.id for node in tree.nodes() if node.depth == max_depth])
    else:
        tree_shown = tree
    head = f"{title_text(tree)}: {_samples(tree.root)}, {tree.n_leaves} leaves, depth {tree.depth}."
    if tree_shown.n_leaves < tree.n_leaves:
        head += f" The picture shows it down to depth {max_depth}."
    lines = [_sentence(leaf) for leaf in tree_shown.leaves()]
    hidden = len(lines) - MAX_LEAVES
    more = [f"And {hidden} more leaves."] if hidden > 0 else []
    return "\n".join([head, *lines[:MAX_LEAVES], *more])


def _sentence(leaf: Node) -> str:
    form = SplitFormat(leaf.tree.schema, digits=Wording.digits)
    held = " and ".join(form.conditions(leaf.path))
    said = f"{'; '.join(predictions(leaf, Wording.digits))} ({_samples(leaf)})."
    return f"If {held}: {said}" if held else f"Always: {said}"


def _samples(node: Node) -> str:
    return f"{number_text(node.n_samples)} sample{'' if node.n_samples == 1 else 's'}"
