"""A fitted model in a notebook."""

from __future__ import annotations

from html import escape

from arboretum.pruning import ComplexityTable
from arboretum.show.web.html import frame
from arboretum.show.words.fitted import fitted_sentences
from arboretum.tree import Tree

__all__ = ["model_card"]


def model_card(name: str, tree: Tree, table: ComplexityTable | None, diagram: str) -> str:
    """A fitted estimator: what it is, how wrong it is, its tree, and its parameters folded.

    ``diagram`` is what scikit-learn shows of the estimator.
    """
    sentences = " ".join(fitted_sentences(tree, table))
    shown = frame(tree) or f"<pre>{escape(tree.to_text(max_depth=5))}</pre>"
    return (
        f"<div><p><b>{escape(name)}</b>: {escape(sentences)} "
        "How wrong it is on new samples: <code>model.report(X, y)</code>.</p>"
        f"{shown}<details><summary>Parameters</summary>{diagram}</details></div>"
    )
