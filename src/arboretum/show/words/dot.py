"""A tree in the language of Graphviz."""

from __future__ import annotations

from typing import Any

from arboretum.show.paper.labels import Label, Wording, make_labels
from arboretum.show.paper.palette import node_colours
from arboretum.show.paper.preset import find_preset
from arboretum.show.paper.tree_plan import folded_text
from arboretum.tree.tree import found_tree
from arboretum.tree.visit import visit

__all__ = ["dot"]


def dot(tree: Any, *, preset: str = "counts", max_depth: int | None = None, digits: int = 4) -> str:
    """A tree as text for Graphviz and the many programs that read its language.

    Parameters
    ----------
    tree : a tree, or a fitted estimator
    preset : what nodes say, as in :func:`plot`
    max_depth : fold what lies deeper
    digits : significant digits of numbers

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> print(dot(model))
    digraph tree {
      node [shape=box, style=filled, fontname="sans-serif"];
      edge [fontname="sans-serif"];
      0 [label="no\\n2 / 1\\nage <= 45", fillcolor="#c2dded"];
      1 [label="no\\n2 / 0", fillcolor="#73b1d5"];
      2 [label="yes\\n0 / 1", fillcolor="#f1ca73"];
      0 -> 1 [label="yes"];
      0 -> 2 [label="no"];
    }
    """
    grown = found_tree(tree)
    visits = list(visit(grown, max_depth))
    labels = make_labels(grown, visits, find_preset(preset, None, None), Wording.whole(digits))
    lines = [
        "digraph tree {",
        '  node [shape=box, style=filled, fontname="sans-serif"];',
        '  edge [fontname="sans-serif"];',
    ]
    for label, colour in zip(
        labels.shown, node_colours(grown, [at.id for at in visits]), strict=True
    ):
        lines.append(f"  {label.node} [label={_node_text(label)}, fillcolor={_quoted([colour])}];")
    for label in labels.shown[1:]:
        above = int(grown.parent[label.node])
        lines.append(f"  {above} -> {label.node} [label={_quoted(label.answer)}];")
    return "\n".join([*lines, "}"])


def _node_text(label: Label) -> str:
    folded = [folded_text(label)] if label.n_folded else []
    return _quoted([*label.heading, *label.lines, *label.question, *folded])


def _quoted(lines: Any) -> str:
    """Lines as one string of the language, in which a backslash starts a command."""
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'
