"""The choice among ways to set a tree on a sheet: how deep, how large, in lines of what length."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arboretum.show.paper.fit_sheet import Sheet, fit_sheet, natural_sheet
from arboretum.show.paper.labels import LINE, Labels, Words, make_labels
from arboretum.show.paper.legend import Entry, Legend, class_entries
from arboretum.show.paper.node_bars import NodeBars
from arboretum.show.paper.preset import Preset
from arboretum.show.paper.recurrence import Recurrence
from arboretum.show.paper.tree_plan import SMALL, TreePlan, plan_tree
from arboretum.tree import Tree, visit

__all__ = ["LEGIBLE", "Draft", "PlannedPicture", "Sizes"]

#: The smallest letters that can be read on paper, in points.
LEGIBLE = 4.0
#: Trees are wider than sheets: shorter lines may make larger letters.
LINE_LENGTHS = (LINE, 18, 12)
#: Letters have to grow by this factor to be worth a worse break of lines.
WORTH = 1.1

Sizes = list[tuple[float, float]]


@dataclass(frozen=True, eq=False)
class PlannedPicture:
    """Everything to draw, and where; ``max_depth`` is None if nothing is folded."""

    max_depth: int | None
    labels: Labels
    tree: TreePlan
    legend: Legend
    sheet: Sheet

    @property
    def letters(self) -> float:
        """The size of the smallest letters, in points."""
        return self.sheet.scale * SMALL


@dataclass(frozen=True, eq=False)
class Draft:
    """What is known of a picture before the depth to show is chosen."""

    tree: Tree
    preset: Preset
    words: Words
    bars: NodeBars
    title: str | None
    recurrence: Recurrence | None = None

    def best(self, max_depth: int | None, sizes: Sizes) -> PlannedPicture:
        """The tree down to a depth in the largest letters possible.

        ``sizes`` are sizes to choose from; if there are none the sheet is as large as the tree.
        """
        chosen = self._planned(max_depth, sizes, LINE)
        for longest in LINE_LENGTHS[1:] if sizes else ():
            if chosen.sheet.scale >= 1.0:
                break  # letters are of their natural size
            found = self._planned(max_depth, sizes, longest)
            if found.sheet.scale > WORTH * chosen.sheet.scale:
                chosen = found
        return chosen

    def legible(self, sizes: Sizes) -> PlannedPicture:
        """As much of the tree as can be read; the children of the root always."""
        whole = self.tree.depth
        found = self.best(1 if whole > 1 else None, sizes)
        for depth in range(2, whole + 1):  # upwards: of a huge tree only the top is ever set
            deeper = self.best(depth if depth < whole else None, sizes)
            if deeper.letters < LEGIBLE:
                break
            found = deeper
        return found

    def _planned(self, max_depth: int | None, sizes: Sizes, longest: int) -> PlannedPicture:
        words = replace(self.words, longest=longest)
        remarks = None if self.recurrence is None else self.recurrence.brief
        visits = visit(self.tree, max_depth, self.preset.sides)
        labels = make_labels(self.tree, visits, self.preset, words, remarks)
        plan = plan_tree(self.tree, labels.shown, self.preset, self.bars.height)
        legend = Legend(
            self._entries(labels), labels.notes, self._explanations(labels), labels.equations
        )
        sheets = [fit_sheet(plan, legend, self.title, *size) for size in sizes]
        sheet = max(
            sheets or [natural_sheet(plan, legend, self.title)], key=lambda sheet: sheet.scale
        )
        return PlannedPicture(max_depth, labels, plan, legend, sheet)

    def _explanations(self, labels: Labels) -> list[str]:
        found = []
        n_folded = sum(label.n_folded for label in labels.shown)
        if n_folded:
            found.append(
                f"{n_folded} of {self.tree.n_leaves} leaves are folded (+). A larger sheet or a "
                "greater depth shows more of them."
            )
        if self.recurrence is not None and any(label.remark for label in labels.shown):
            found.append(self.recurrence.meaning)
        return found

    def _entries(self, labels: Labels) -> list[Entry]:
        if len(self.tree.schema.targets) > 1:
            return []
        has_bars = any(label.has_bar for label in labels.shown)
        if self.tree.schema.is_classification:
            return class_entries(self.tree, self.preset.has_frames or has_bars)
        return self.bars.legend if has_bars else []
