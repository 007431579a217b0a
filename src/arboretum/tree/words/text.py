"""A tree in words: in the manner of rpart's print, or drawn with aligned columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.tree.node import Visit, visit
from arboretum.tree.predict.answer import asked_surrogates
from arboretum.tree.predict.prediction import expected_loss
from arboretum.tree.sides import rpart_numbers
from arboretum.tree.words.format import (
    SplitFormat,
    category_text,
    clipped,
    labels_there,
    name_text,
    number_text,
    targets_text,
)
from arboretum.tree.words.tabulate import aligned

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["to_text"]

Nodes = npt.NDArray[np.integer]


@dataclass(frozen=True)
class Column:
    """One thing shown of every node."""

    name: str
    cells: list[str]
    is_number: bool = True


@dataclass(frozen=True)
class Line:
    """What is shown of one node, one cell per column."""

    at: Visit
    label: str
    cells: list[str]
    shows_region: bool

    @property
    def mark(self) -> str:
        if self.at.n_folded:
            return f"… +{self.at.n_folded} leaves"
        if not self.at.node.is_leaf:
            return ""
        return f"* {self.at.node.region}" if self.shows_region else "*"


def to_text(
    tree: Tree,
    style: Literal["rpart", "box", "R"] = "rpart",
    *,
    max_depth: int | None = None,
    digits: int | None = 7,
    max_categories: int | None = None,
    show_missing: bool = False,
    show_p: bool = False,
    show_regions: bool = False,
) -> str:
    """The tree in words, one node per line.

    Parameters
    ----------
    style : "rpart" for the form R users know, "box" for a drawing with aligned columns, "R" for
        what R prints: rpart's form with its numbers of nodes, and its left child first.
    max_depth : fold what lies deeper.
    digits : significant digits of numbers; None for all there are.
    max_categories : clip longer sets of categories.
    show_missing : say which branch takes the samples without a value.
    show_p : say how probable each split is by chance, where that was tested.
    show_regions : give each leaf the name of its region, as rules and pictures do: R1, R2, …
    """
    styles = {"rpart": _rpart, "box": _box, "R": _as_in_r}
    if style not in styles:
        raise ParameterError(f"style={style!r} is not known. Known styles: 'rpart', 'box', 'R'.")
    form = SplitFormat(tree.schema, digits, max_categories, show_missing)
    visits = list(visit(tree, max_depth, "rpart" if style == "R" else "branches"))
    nodes = np.array([at.id for at in visits])
    columns = [*_columns(tree, nodes, digits), *(_p_columns(tree, nodes) if show_p else [])]
    lines = [
        Line(at, _label(tree, form, at), cells, show_regions)
        for at, *cells in zip(visits, *(column.cells for column in columns), strict=True)
    ]
    return styles[style](tree, lines, columns)


def _label(tree: Tree, form: SplitFormat, at: Visit) -> str:
    if at.above is None:
        return "root"
    asked = asked_surrogates(tree, int(tree.parent[at.id])) if form.show_missing else []
    return form.branch_with(at.above, at.branch, asked)


def _columns(tree: Tree, nodes: Nodes, digits: int | None) -> list[Column]:
    """What is shown of the nodes."""

    def column(name: str, numbers: npt.NDArray[np.float64]) -> Column:
        return Column(name, [number_text(number, digits) for number in numbers.tolist()])

    columns = [column("n", tree.n_samples[nodes])]
    if not np.allclose(tree.weight, tree.n_samples, rtol=1e-9):  # fractions add up with rounding
        columns.append(column("weight", tree.weight[nodes]))
    if tree.schema.is_classification:
        loss = expected_loss(tree, nodes, tree.value[nodes], tree.weight[nodes])
        predicted = _label_columns if tree.schema.are_labels else _class_columns
        return [*columns, column("loss", loss), *predicted(tree, nodes)]
    models = tree.models
    if models is not None:
        equations = [
            models.text(node, tree.schema, digits)
            if tree.is_leaf[node]
            else number_text(float(tree.value[node, 0]), digits)
            for node in nodes.tolist()
        ]
        name = name_text(tree.schema.targets[0].name)
        return [*columns, column("deviance", models.risk[nodes]), Column(name, equations, False)]
    columns.append(column("deviance", (tree.impurity * tree.weight)[nodes]))
    names = [target.name for target in tree.schema.targets]
    names = names if len(names) > 1 else [tree.leaf_model.value_word]
    values = [column(name_text(name), tree.value[nodes, k]) for k, name in enumerate(names)]
    return [*columns, *values]


def _label_columns(tree: Tree, nodes: Nodes) -> list[Column]:
    """The labels that most samples have, with their shares."""
    there = [labels_there(tree.schema, tree.value[node]) for node in nodes.tolist()]
    shown = [[f"{name}: {number_text(round(share, 4))}" for name, share in one] for one in there]
    return [Column("{labels}", [f"{{{clipped(one)}}}" for one in shown], is_number=False)]


def _class_columns(tree: Tree, nodes: Nodes) -> list[Column]:
    columns = []
    one = len(tree.schema.targets) == 1
    for k, (target, shares) in enumerate(zip(tree.schema.targets, tree.probabilities, strict=True)):
        name = name_text(target.name)
        classes = [category_text(category) for category in target.classes or ()]
        decided = [classes[code] for code in tree.decisions[nodes, k]]
        shown = [
            "(" + " ".join(number_text(round(share, 4)) for share in row) + ")"
            for row in shares[nodes].tolist()
        ]
        columns.append(Column("class" if one else name, decided, is_number=False))
        columns.append(Column("(probabilities)" if one else f"(of {name})", shown, is_number=False))
    return columns


def _p_columns(tree: Tree, nodes: Nodes) -> list[Column]:
    """The p-values, with a word where they are not of the usual kind."""
    found = tree.p_values
    if found is None:
        return []
    cells = []
    for node in nodes.tolist():
        kind = found.kind_name(node)
        note = "" if kind in (None, "asymptotic") else f" {kind}"
        cells.append("-" if kind is None else number_text(float(found.p[node]), 3) + note)
    return [Column("p", cells, is_number=False)]


def _heading(tree: Tree) -> list[str]:
    heading = [f"n={number_text(float(tree.n_samples[0]))}"]
    if tree.schema.are_labels:
        return [*heading, f"labels: {targets_text(tree.schema)}"]
    for target in tree.schema.targets:
        if target.classes is not None:
            classes = ", ".join(category_text(name) for name in target.classes)
            heading.append(f"classes of {name_text(target.name)}: {classes}")
    return heading


def _rpart(
    tree: Tree, lines: list[Line], columns: list[Column], numbers: list[int] | None = None
) -> str:
    names = ", ".join(column.name for column in columns)
    out = [*_heading(tree), "", f"node), split, {names}", "      * denotes a leaf", ""]
    shown = [line.at.id if numbers is None else numbers[line.at.id] for line in lines]
    wide = len(str(max(shown)))
    for line, number in zip(lines, shown, strict=True):
        indent = "  " * line.at.depth + f"{number:>{wide}})"
        mark = [line.mark] if line.mark else []
        out.append(" ".join([indent, line.label, *line.cells, *mark]))
    return "\n".join(out)


def _as_in_r(tree: Tree, lines: list[Line], columns: list[Column]) -> str:
    return _rpart(tree, lines, columns, rpart_numbers(tree))


def _box(tree: Tree, lines: list[Line], columns: list[Column]) -> str:
    rows = [["node", "", *(column.name for column in columns), ""]]
    rows += [
        [str(line.at.id), drawing + line.label, *line.cells, line.mark]
        for line, drawing in zip(lines, _drawings(lines), strict=True)
    ]
    left = [k for k, column in enumerate(columns, start=2) if not column.is_number]
    return "\n".join([*_heading(tree), "", *aligned(rows, [1, *left, len(columns) + 2])])


def _drawings(lines: list[Line]) -> list[str]:
    """The lines that lead to each node: ``│   ├── ``."""
    drawings, stems = [], [""]  # stems[d]: what is drawn before the children of depth d - 1
    for at in (line.at for line in lines):
        if at.above is None:
            drawings.append("")
            stems = ["", ""]
            continue
        stem = stems[at.depth]
        drawings.append(stem + ("└── " if at.is_last else "├── "))
        stems[at.depth + 1 :] = [stem + ("    " if at.is_last else "│   ")]
    return drawings
