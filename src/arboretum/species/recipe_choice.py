"""The recipes that were tried for a tree, how wrong the tree of each is, and which was taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from arboretum.pruning.error_unit import ErrorUnit
from arboretum.tree.words.tabulate import Backend, aligned, in_frame

__all__ = ["RecipeChoice", "Tried"]


@dataclass(frozen=True)
class Tried:
    """A recipe that was tried.

    Attributes
    ----------
    name : what a reader calls it
    n_leaves : of its tree
    error, std : its risk in cross-validation and the standard error of that, as shares of the
        risk of no tree
    """

    name: str
    n_leaves: int
    error: float
    std: float


@dataclass(frozen=True, eq=False)
class RecipeChoice(Mapping[str, list[Any]]):
    """Shows what a tree was chosen from: one row for each recipe that was tried.

    A mapping from the names of columns to lists, so ``choice["error"]`` is one.

    ==========  ==========================================================
    ``name``    of the recipe
    ``leaves``  of its tree
    ``error``   in cross-validation, in the unit that ``unit`` names
    ``std``     the standard error of ``error``
    ==========  ==========================================================

    Attributes
    ----------
    tried : tuple of Tried
    taken : int
        Which of them the tree is of.
    unit : ErrorUnit
        In what errors are told.
    folds : how samples were held out, in words
    why : what was weighed besides errors, as sentences; empty if nothing was
    """

    tried: tuple[Tried, ...]
    taken: int
    unit: ErrorUnit
    folds: str
    why: str = ""

    def _columns(self) -> dict[str, list[Any]]:
        unit = self.unit
        return {
            "name": [one.name for one in self.tried],
            "leaves": [one.n_leaves for one in self.tried],
            "error": [unit.value(one.error) for one in self.tried],
            "std": [unit.spread(one.error, one.std) for one in self.tried],
        }

    def __getitem__(self, column: str) -> list[Any]:
        return self._columns()[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns())

    def __len__(self) -> int:
        return len(self._columns())

    def in_words(self) -> str:
        """Which recipe was taken, and why, as a sentence."""
        taken = self.tried[self.taken]
        others = [one for one in self.tried if one is not taken]
        found = (
            f"The tree by {taken.name} was taken: its {self.unit.name} in cross-validation with "
            f"{self.folds} is {self.unit.text(taken.error)}"
        )
        compared = [f"that by {one.name} {self.unit.text(one.error)}" for one in others]
        return f"{', '.join([found, *compared])}. {self.why}".strip()

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """The table as a data frame."""
        return in_frame(self._columns(), backend)

    def rows(self) -> list[list[str]]:
        """The cells of the table in words, headings first."""
        unit = self.unit
        cells = [["grown by", "leaves", unit.name, "± SE"]]
        for one in self.tried:
            spread = unit.written(unit.spread(one.error, one.std))
            cells.append([one.name, str(one.n_leaves), unit.text(one.error), spread])
        return cells

    def __str__(self) -> str:
        return "\n".join([*aligned(self.rows()), self.in_words()])

    __repr__ = __str__
