"""A tree in the language of Mermaid, which many Markdown pages draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from arboretum.show.paper.labels import Wording, make_labels
from arboretum.show.paper.palette import node_colours
from arboretum.show.paper.preset import find_preset
from arboretum.show.paper.tree_plan import folded_text
from arboretum.tree.tree import found_tree
from arboretum.tree.visit import visit

__all__ = ["mermaid"]

#: What could end a text, start another, or be taken for HTML or Markdown.
_RISKY = "#\"'<>&`\\|{}[]()*_~;%"
_CODES = {ord(mark): f"#{ord(mark)};" for mark in _RISKY}


def mermaid(
    tree: Any, *, preset: str = "counts", max_depth: int | None = None, digits: int = 4
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
      n0["no<br>2 / 1<br>age #60;= 45"]
      n1["no<br>2 / 0"]
      n2["yes<br>0 / 1"]
      n0 -->|"yes"| n1
      n0 -->|"no"| n2
      style n0 fill:#c2dded,color:#1a1a1a
      style n1 fill:#73b1d5,color:#1a1a1a
      style n2 fill:#f1ca73,color:#1a1a1a
    """
    grown = found_tree(tree)
    visits = list(visit(grown, max_depth))
    labels = make_labels(grown, visits, find_preset(preset, None, None), Wording.whole(digits))
    lines = ["flowchart TD"]
    for label in labels.shown:
        folded = [folded_text(label)] if label.n_folded else []
        said = [*label.heading, *label.lines, *label.question, *folded]
        lines.append(f"  n{label.node}[{_quoted(said)}]")
    for label in labels.shown[1:]:
        above = int(grown.parent[label.node])
        lines.append(f"  n{above} -->|{_quoted(label.answer)}| n{label.node}")
    for at, colour in zip(visits, node_colours(grown, [at.id for at in visits]), strict=True):
        lines.append(f"  style n{at.id} fill:{colour},color:#1a1a1a")
    return "\n".join(lines)


def _quoted(lines: Iterable[str]) -> str:
    return '"' + "<br>".join(line.translate(_CODES) for line in lines) + '"'
