"""The tree in words: one line per node, indented, with what happens there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from arboretum.report.colours import chip, class_marks, legend
from arboretum.report.markup import Markup, element, fragment, scrolled, stacked_bar, table
from arboretum.report.predicted import predicted_text
from arboretum.show.paper.labels import model_numbers, predictions
from arboretum.tree import Tree, Visit, visit
from arboretum.tree.words.format import SplitFormat, name_text, number_text, percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["in_words"]

#: Trees of more nodes are folded, to no more lines than the second number.
MOST_LINES, MOST_FOLDED_LINES = 64, 32
#: The style of the page knows this many steps to the right.
DEEPEST_STEP = 12


def in_words(report: Report) -> Markup:
    """Every question and every answer, as far down as a page has room."""
    tree = report.tree
    depth = _depth_with_room(tree)
    marks = class_marks(tree) if _has_one_class(report) else []
    numbers, is_root_alone = model_numbers(tree), tree.n_nodes == 1
    visited = [at for at in visit(tree, depth) if at.depth or is_root_alone]
    rows = [_line(at, report, marks, numbers) for at in visited]
    caption = "The tree in words: indented lines hold on top of the line they stand under"
    if depth < tree.depth:
        caption += f" (folded: the tree to explore has all {tree.n_leaves} leaves)"
    head = element("tr", *(element("th", text, scope="col", class_=k) for text, k in _heads(marks)))
    made = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *rows),
        class_="words",
    )
    key = [legend(tree.schema.targets[0].classes or (), marks)] if marks else []
    return fragment(*key, scrolled(made, "The tree in words"), *_equations(tree, depth))


def _equations(tree: Tree, depth: int) -> list[Markup]:
    """What the leaves that are listed predict by, where that is not a number."""
    ends = {at.id for at in visit(tree, depth) if at.node.is_leaf}
    rows = [
        [name, predictions(tree.node(node), 4)[0]]
        for node, name in model_numbers(tree).items()
        if node in ends
    ]
    if not rows:
        return []
    target = name_text(tree.schema.targets[0].name)
    return [table("Equations of the leaves", ["leaf", target], rows, left=(0, 1), class_="models")]


def _has_one_class(report: Report) -> bool:
    """Whether one class is predicted, whose colour and share are shown; a label is not one."""
    schema = report.tree.schema
    return schema.is_classification and len(schema.targets) == 1 and report.labels is None


def _depth_with_room(tree: Tree) -> int:
    """How deep the lines go: at least the children of the root."""
    if tree.n_nodes <= MOST_LINES:
        return tree.depth
    so_far = np.cumsum(np.bincount(tree.depths))
    return max(int(np.searchsorted(so_far, MOST_FOLDED_LINES, side="right")) - 1, 1)


def _heads(marks: Sequence[str]) -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = [("if", None), ("then", None), ("samples", "number")]
    return [*found, ("classes there", "mix")] if marks else found


def _line(at: Visit, report: Report, marks: Sequence[str], numbers: Mapping[int, str]) -> Markup:
    tree = report.tree
    step = min(max(at.depth - 1, 0), DEEPEST_STEP)
    form = SplitFormat(tree.schema)
    condition = "always" if at.above is None else form.branch(at.above, at.branch)
    kind = "end" if at.is_end else "asks"
    cells = [
        element("th", condition, scope="row", class_=f"step-{step}"),
        element("td", *_then(at, report, marks, numbers)),
        element("td", number_text(at.node.n_samples, 6), class_="number"),
    ]
    if marks:
        cells.append(element("td", stacked_bar(tree.shares[at.id].tolist(), marks), class_="mix"))
    return element("tr", *cells, class_=kind)


def _then(at: Visit, report: Report, marks: Sequence[str], numbers: Mapping[int, str]) -> list[str]:
    """What is predicted where the lines end; nothing where they go on."""
    tree = report.tree
    if not at.is_end:
        return []
    predicted = numbers.get(at.id) or predicted_text(report, at.node)
    parts: list[str] = [element("b", predicted)]
    if marks:
        code = int(tree.decisions[at.id, 0])
        sure = percent(float(tree.shares[at.id, code]), 0)
        parts = [chip(marks[code]), element("b", predicted), f" {sure}"]
    if at.n_folded:
        parts.append(f" ({plural(at.n_folded, 'leaf', 'leaves')} below)")
    return parts
