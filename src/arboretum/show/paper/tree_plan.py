"""A picture of a tree before it is drawn: how large each block is, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum.pruning import node_impurities, node_risks
from arboretum.show.paper.labels import Label
from arboretum.show.paper.layout import Blocks, Layout, branch_lengths, lay_out
from arboretum.show.paper.preset import Branches, Preset
from arboretum.show.paper.wrap import LINE_HEIGHT, widest
from arboretum.tree import Tree

__all__ = ["BAR", "FONT", "PADDING", "SMALL", "SPACE", "BlockSize", "TreePlan", "plan_tree"]

FloatArray = npt.NDArray[np.float64]

#: In points, before the whole is scaled to its sheet.
FONT, SMALL = 9.0, 7.5
PADDING, SPACE, GAP, BAR = 4.0, 2.0, 9.0, 6.0
SHORTEST_BRANCH, LONGEST_BRANCH = 20.0, 150.0
NARROWEST_BAR = 44.0


@dataclass(frozen=True)
class BlockSize:
    """The pieces of a block from top to bottom: answer, box, question.

    ``above`` is free room above the answer that makes boxes side by side stand level.
    """

    width: float
    above: float
    answer: float
    box_width: float
    box: float
    question: float

    @property
    def height(self) -> float:
        return self.above + self.answer + self.box + self.question


@dataclass(frozen=True, eq=False)
class TreePlan:
    """The blocks of a picture and how long the branches between them are."""

    sizes: list[BlockSize]
    blocks: Blocks
    length: FloatArray
    is_aligned: bool

    def layout(self, stretch: float = 1.0) -> Layout:
        """Where the blocks stand, with branches that are longer by a factor."""
        return lay_out(self.blocks, self.length * stretch, GAP, is_aligned=self.is_aligned)


def plan_tree(
    tree: Tree, labels: Sequence[Label], preset: Preset, bar_height: float = BAR
) -> TreePlan:
    """Measure the labels of the nodes that are shown."""
    place = {label.node: i for i, label in enumerate(labels)}
    children = [
        sorted(place[child] for child in tree.children(label.node).tolist() if child in place)
        for label in labels
    ]
    is_aligned = preset.branches == "uniform"
    sizes = [_measure(label, preset, bar_height) for label in labels]
    if is_aligned:
        sizes = _levelled(sizes, tree.depths[[label.node for label in labels]].tolist())
    blocks = Blocks(
        children,
        np.array([size.width for size in sizes]),
        np.array([size.height for size in sizes]),
    )
    drop = _drops(tree, preset.branches)[[label.node for label in labels]]
    length = branch_lengths(drop, SHORTEST_BRANCH, LONGEST_BRANCH)
    return TreePlan(sizes, blocks, length, is_aligned)


def _measure(label: Label, preset: Preset, bar_height: float) -> BlockSize:
    padding = PADDING if preset.has_frames else 0.0
    inside = max(widest(label.heading, FONT, is_bold=True), widest(label.lines, SMALL))
    box = FONT * LINE_HEIGHT * len(label.heading) + SMALL * LINE_HEIGHT * len(label.lines)
    if label.has_bar:
        inside, box = max(inside, NARROWEST_BAR), box + bar_height + SPACE
    has_box = box > 0
    box_width, box = (inside + 2 * padding, box + 2 * padding) if has_box else (0.0, 0.0)
    answer = _lines(len(label.answer), SMALL)
    n_small = len(label.remark) + int(label.n_folded > 0)
    below = _lines(len(label.question), FONT) + _lines(n_small, SMALL)
    question = below + SPACE if below else 0.0  # letters that hang down touch no branch
    width = max(
        box_width,
        widest(label.answer, SMALL),
        widest(label.question, FONT),
        widest(label.remark, SMALL),
        widest([folded_text(label)], SMALL) if label.n_folded else 0.0,
    )
    return BlockSize(width, 0.0, answer, box_width, box, question)


def _levelled(sizes: list[BlockSize], depths: list[int]) -> list[BlockSize]:
    """Room above the answers, so that all boxes of one depth start at the same height."""
    highest: dict[int, float] = {}
    for size, depth in zip(sizes, depths, strict=True):
        highest[depth] = max(size.answer, highest.get(depth, 0.0))
    return [
        replace(size, above=highest[depth] - size.answer)
        for size, depth in zip(sizes, depths, strict=True)
    ]


def folded_text(label: Label) -> str:
    """What stands for the leaves below a folded node."""
    return f"+{label.n_folded} leaves"


def _lines(n_lines: int, size: float) -> float:
    return n_lines * size * LINE_HEIGHT + SPACE if n_lines else 0.0


def _drops(tree: Tree, branches: Branches) -> FloatArray:
    """How much each split lowers what the branches below it are measured by; 0 at a leaf."""
    if branches == "uniform":
        return np.zeros(tree.n_nodes)
    risk = node_risks(tree) if branches == "deviance" else node_impurities(tree)
    below = np.zeros(tree.n_nodes)
    np.add.at(below, tree.parent[1:], risk[1:])
    return np.where(tree.is_leaf, 0.0, np.maximum(risk - below, 0.0))
