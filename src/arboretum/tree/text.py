"""A tree in words: in the manner of rpart's print, or drawn with aligned columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import combining, east_asian_width

import numpy as np

from arboretum.data.schema import Target
from arboretum.exceptions import ParameterError
from arboretum.tree.decision import expected_loss
from arboretum.tree.format import SplitFormat, category_text, name_text, number_text

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["to_text"]


@dataclass(frozen=True)
class Line:
    """What is said about one node; ``cells`` go with the names of the columns."""

    node: int
    depth: int
    label: str
    cells: list[str]
    is_leaf: bool
    n_folded: int

    @property
    def mark(self) -> str:
        if self.n_folded:
            return f"… +{self.n_folded} leaves"
        return "*" if self.is_leaf else ""


def to_text(
    tree: Tree,
    style: str = "rpart",
    *,
    max_depth: int | None = None,
    digits: int | None = 7,
    max_categories: int | None = None,
    show_missing: bool = False,
) -> str:
    """Write a tree; see :meth:`arboretum.tree.Tree.to_text`."""
    styles = {"rpart": _rpart, "box": _box}
    if style not in styles:
        raise ParameterError(f"style={style!r} is not known. Known styles: 'rpart', 'box'.")
    form = SplitFormat(tree.schema, digits, max_categories, show_missing)
    columns = _columns(tree, digits)
    lines = _lines(tree, form, columns, max_depth)
    return styles[style](tree, lines, list(columns))


def _lines(
    tree: Tree, form: SplitFormat, columns: dict[str, list[str]], max_depth: int | None
) -> list[Line]:
    """The nodes to be shown, in order."""
    lines, node = [], 0
    while node < tree.n_nodes:
        depth, is_leaf = int(tree.depths[node]), bool(tree.is_leaf[node])
        end = int(tree.subtree_end[node])
        folded = max_depth is not None and depth >= max_depth and not is_leaf
        n_folded = int(tree.is_leaf[node:end].sum()) if folded else 0
        cells = [column[node] for column in columns.values()]
        lines.append(Line(node, depth, _label(tree, form, node), cells, is_leaf, n_folded))
        node = end if folded else node + 1
    return lines


def _label(tree: Tree, form: SplitFormat, node: int) -> str:
    if node == 0:
        return "root"
    split = tree.splits[int(tree.parent[node])]
    assert split is not None  # a parent always asks
    return form.branch(split, int(tree.branch[node]))


def _columns(tree: Tree, digits: int | None) -> dict[str, list[str]]:
    """What is said about every node, by the name of the column."""
    columns = {"n": [number_text(n, digits) for n in tree.n_samples.tolist()]}
    if not np.array_equal(tree.weight, tree.n_samples):
        columns["weight"] = [number_text(w, digits) for w in tree.weight.tolist()]
    if tree.schema.is_classification:
        return columns | _class_columns(tree, digits)
    deviance = (tree.impurity * tree.weight).tolist()
    columns["deviance"] = [number_text(d, digits) for d in deviance]
    for k, target in enumerate(tree.schema.targets):
        numbers = [number_text(v, digits) for v in tree.value[:, k].tolist()]
        columns[_value_name(tree, target)] = numbers
    return columns


def _class_columns(tree: Tree, digits: int | None) -> dict[str, list[str]]:
    loss = expected_loss(tree.schema, tree.value, tree.weight, tree.loss).tolist()
    columns = {"loss": [number_text(x, digits) for x in loss]}
    codes = tree.decisions
    one = len(tree.schema.targets) == 1
    for k, (target, shares) in enumerate(zip(tree.schema.targets, tree.probabilities, strict=True)):
        names = [category_text(name) for name in target.classes or ()]
        columns["class" if one else name_text(target.name)] = [names[c] for c in codes[:, k]]
        columns["(probabilities)" if one else f"(of {name_text(target.name)})"] = [
            "(" + " ".join(number_text(round(p, 4)) for p in row) + ")" for row in shares.tolist()
        ]
    return columns


def _value_name(tree: Tree, target: Target) -> str:
    """What the number of a node is: the name of the target, or what was taken of the only one."""
    if len(tree.schema.targets) > 1:
        return name_text(target.name)
    leaf = tree.parts.get("leaf")
    name = leaf.get("name") if isinstance(leaf, dict) else None
    return name if isinstance(name, str) and name else "mean"


def _heading(tree: Tree) -> list[str]:
    heading = [f"n={number_text(float(tree.n_samples[0]))}"]
    for target in tree.schema.targets:
        if target.classes is not None:
            classes = ", ".join(category_text(name) for name in target.classes)
            heading.append(f"classes of {name_text(target.name)}: {classes}")
    return heading


def _rpart(tree: Tree, lines: list[Line], names: list[str]) -> str:
    out = [*_heading(tree), "", f"node), split, {', '.join(names)}", "      * denotes a leaf", ""]
    wide = len(str(lines[-1].node))
    for line in lines:
        indent = "  " * line.depth + f"{line.node:>{wide}})"
        said = [indent, line.label, *line.cells, *([line.mark] if line.mark else [])]
        out.append(" ".join(said))
    return "\n".join(out)


def _box(tree: Tree, lines: list[Line], names: list[str]) -> str:
    rows = [["node", "", *names, ""]]
    rows += [
        [str(line.node), drawing + line.label, *line.cells, line.mark]
        for line, drawing in zip(lines, _drawings(tree, lines), strict=True)
    ]
    widths = [max(_width(row[k]) for row in rows) for k in range(len(rows[0]))]
    # Numbers to the right; the drawing, classes, probabilities and marks to the left.
    to_right = [name in ("node", "n", "weight", "loss", "deviance") for name in rows[0]]
    if not tree.schema.is_classification:
        to_right = [name != "" for name in rows[0]]
    out = [*_heading(tree), ""]
    for row in rows:
        cells = [_pad(*cell) for cell in zip(row, widths, to_right, strict=True)]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def _drawings(tree: Tree, lines: list[Line]) -> list[str]:
    """The lines that lead to each node: ``│   ├── ``."""
    drawings, stems = [], [""]  # stems[d]: what is drawn before the children of depth d - 1
    for line in lines:
        if line.depth == 0:
            drawings.append("")
            stems = ["", ""]
            continue
        last = line.node == tree.children(int(tree.parent[line.node]))[-1]
        stem = stems[line.depth]
        drawings.append(stem + ("└── " if last else "├── "))
        stems[line.depth + 1 :] = [stem + ("    " if last else "│   ")]
    return drawings


def _width(text: str) -> int:
    """Columns a text takes on a screen."""
    wide = sum(east_asian_width(mark) in "WF" for mark in text)
    return len(text) + wide - sum(combining(mark) > 0 for mark in text)


def _pad(text: str, width: int, to_right: bool) -> str:
    room = " " * (width - _width(text))
    return room + text if to_right else text + room
