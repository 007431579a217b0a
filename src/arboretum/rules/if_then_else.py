"""A tree as nested if-then-else: what it is, written out."""

from __future__ import annotations

from arboretum.exceptions import ParameterError
from arboretum.rules.from_tree import equation_of
from arboretum.rules.words import prediction_text
from arboretum.tree import SplitFormat, Tree

__all__ = ["if_then_else"]


def if_then_else(
    tree: Tree,
    *,
    max_depth: int | None = None,
    digits: int | None = 7,
    show_missing: bool = False,
) -> str:
    """A tree as nested questions, each indented below the one before.

    Parameters
    ----------
    tree : Tree
    max_depth : fold what lies deeper, and say how many leaves that are.
    digits : significant digits of numbers; None for all there are.
    show_missing : say which branch takes the samples without a value.
    """
    if max_depth is not None and max_depth < 0:
        raise ParameterError(f"max_depth={max_depth} shows nothing. The root is at depth 0.")
    form = SplitFormat(tree.schema, digits, show_missing=show_missing)
    deepest = tree.depth if max_depth is None else max_depth
    lines = []
    for node in range(tree.n_nodes):
        depth = int(tree.depths[node])
        if depth > deepest:
            continue
        if node > 0:
            lines.append("    " * (depth - 1) + _question(tree, node, form))
        if tree.is_leaf[node] or depth == deepest:
            lines.append("    " * depth + _answer(tree, node, digits))
    return "\n".join(lines)


def _question(tree: Tree, node: int, form: SplitFormat) -> str:
    parent, branch = int(tree.parent[node]), int(tree.branch[node])
    split = tree.splits[parent]
    assert split is not None  # a parent always asks
    condition = form.branch(split, branch)
    if branch == 0:
        return f"if {condition}:"
    is_last = branch == split.arity - 1
    return f"else:  # {condition}" if is_last else f"else if {condition}:"


def _answer(tree: Tree, node: int, digits: int | None) -> str:
    decided = tree.decisions[node].tolist() if tree.schema.is_classification else []
    equation = equation_of(tree, node)
    text = prediction_text(tree.schema, tree.value[node].tolist(), decided, digits, equation)
    if tree.is_leaf[node]:
        return text
    n_folded = int(tree.is_leaf[node : tree.subtree_end[node]].sum())
    return f"{text}  # … {n_folded} leaves"
