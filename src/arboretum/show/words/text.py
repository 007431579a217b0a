"""A tree as text: for people, and in the languages of Graphviz and of Mermaid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from arboretum.show.paper.labels import Words, make_labels
from arboretum.show.paper.palette import node_colours
from arboretum.show.paper.preset import DEFAULT, find_preset
from arboretum.show.paper.tree_plan import folded_text
from arboretum.tree.node import visit
from arboretum.tree.tree import found_tree

__all__ = ["dot", "mermaid", "text"]

#: What could end a text of Mermaid, start another, or be taken for HTML or Markdown.
_RISKY = "#\"'<>&`\\|{}[]()*_~;%"
_CODES = {ord(mark): f"#{ord(mark)};" for mark in _RISKY}


def text(tree: Any, style: Any = "rpart", **options: Any) -> str:
    """What :meth:`~arboretum.Tree.to_text` gives, for a tree or for a fitted estimator."""
    return found_tree(tree).to_text(style, **options)


def dot(tree: Any, *, preset: str = DEFAULT, max_depth: int | None = None, digits: int = 4) -> str:
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
      0 [label="no\\n67 %\\n100 % of samples\\nage <= 45", fillcolor="#c2dded"];
      1 [label="no\\n100 %\\n67 % of samples", fillcolor="#73b1d5", style="filled,rounded"];
      2 [label="yes\\n100 %\\n33 % of samples", fillcolor="#f1ca73", style="filled,rounded"];
      0 -> 1 [label="yes"];
      0 -> 2 [label="no"];
    }
    """

    def quoted(lines: Iterable[str]) -> str:
        # A backslash starts a command.
        escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
        return '"' + "\\n".join(escaped) + '"'

    boxes = list(_boxes(tree, preset, max_depth, digits))
    rounded = ', style="filled,rounded"'
    lines = [
        "digraph tree {",
        '  node [shape=box, style=filled, fontname="sans-serif"];',
        '  edge [fontname="sans-serif"];',
        *(
            f'  {b.node} [label={quoted(b.lines)}, fillcolor="{b.colour}"'
            f"{rounded if b.is_end else ''}];"
            for b in boxes
        ),
        *(f"  {b.above} -> {b.node} [label={quoted(b.answer)}];" for b in boxes[1:]),
        "}",
    ]
    return "\n".join(lines)


def mermaid(
    tree: Any, *, preset: str = DEFAULT, max_depth: int | None = None, digits: int = 4
) -> str:
    """A tree as a flowchart of Mermaid, for pages that draw ``mermaid`` blocks.

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
    >>> print(mermaid(model))
    flowchart TD
      n0["no<br>67 #37;<br>100 #37; of samples<br>age #60;= 45"]
      n1(["no<br>100 #37;<br>67 #37; of samples"])
      n2(["yes<br>100 #37;<br>33 #37; of samples"])
      n0 -->|"yes"| n1
      n0 -->|"no"| n2
      style n0 fill:#c2dded,color:#1a1a1a
      style n1 fill:#73b1d5,color:#1a1a1a
      style n2 fill:#f1ca73,color:#1a1a1a
    """

    def quoted(lines: Iterable[str]) -> str:
        return '"' + "<br>".join(line.translate(_CODES) for line in lines) + '"'

    def shaped(box: _Box) -> str:
        return f"([{quoted(box.lines)}])" if box.is_end else f"[{quoted(box.lines)}]"

    boxes = list(_boxes(tree, preset, max_depth, digits))
    lines = [
        "flowchart TD",
        *(f"  n{b.node}{shaped(b)}" for b in boxes),
        *(f"  n{b.above} -->|{quoted(b.answer)}| n{b.node}" for b in boxes[1:]),
        *(f"  style n{b.node} fill:{b.colour},color:#1a1a1a" for b in boxes),
    ]
    return "\n".join(lines)


@dataclass(frozen=True)
class _Box:
    """A node as a language draws it: the answer that leads to it, and the lines in it."""

    node: int
    above: int
    answer: tuple[str, ...]
    lines: tuple[str, ...]
    colour: str
    is_end: bool


def _boxes(tree: Any, preset: str, max_depth: int | None, digits: int) -> Iterator[_Box]:
    grown = found_tree(tree)
    style = find_preset(preset, None, None)
    visits = list(visit(grown, max_depth, style.sides))
    labels = make_labels(grown, visits, style, Words.whole(digits))
    colours = node_colours(grown, [at.id for at in visits])
    for label, colour in zip(labels.shown, colours, strict=True):
        folded = [folded_text(label)] if label.n_folded else []
        lines = (*label.heading, *label.lines, *label.question, *folded)
        above = int(grown.parent[label.node])
        yield _Box(label.node, above, label.answer, lines, colour, label.is_end)
