"""A tree as nested if-then-else: what it is, written out."""

from __future__ import annotations

from arboretum.rules.from_tree import equation_of
from arboretum.rules.words import prediction_text
from arboretum.tree import Split, SplitFormat, Tree, Visit, visit

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
    form = SplitFormat(tree.schema, digits, show_missing=show_missing)
    lines = []
    for at in visit(tree, max_depth):
        if at.above is not None:
            lines.append("    " * (at.depth - 1) + _question(at.above, at, form))
        if at.is_end:
            lines.append("    " * at.depth + _answer(tree, at, digits))
    return "\n".join(lines)


def _question(above: Split, at: Visit, form: SplitFormat) -> str:
    condition = form.branch(above, at.branch)
    if at.branch == 0:
        return f"if {condition}:"
    return f"else:  # {condition}" if at.is_last else f"else if {condition}:"


def _answer(tree: Tree, at: Visit, digits: int | None) -> str:
    node = at.id
    decided = tree.decisions[node].tolist() if tree.schema.is_classification else []
    equation = equation_of(tree, node)
    text = prediction_text(tree.schema, tree.value[node].tolist(), decided, digits, equation)
    return f"{text}  # … {at.n_folded} leaves" if at.n_folded else text
