"""The table of stopping limits: each value of each limit, and how wrong its tree is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.pruning.complexity_table import standard_errors
from arboretum.tree.words.format import number_text, plural
from arboretum.tree.words.tabulate import Backend, aligned, in_frame

__all__ = ["StoppingPath"]

FloatArray = npt.NDArray[np.float64]

#: Errors of the same trees may differ by rounding.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class StoppingPath(Mapping[str, list[Any]]):
    """Shows how wrong trees are by where they stop: one row for each value of a limit.

    A mapping from the names of columns to lists, so ``path["error"]`` is one.  The rows of a
    limit go from its smallest tree to its largest.

    ==========  ==========================================================
    ``limit``   the parameter, such as ``max_depth``
    ``value``   its value
    ``leaves``  of the tree grown from all samples with this limit
    ``error``   in cross-validation: the share of the weight that is decided
                wrongly, or the mean loss; for numbers the mean squared error,
                or what else the tree was grown to make small
    ``std``     the standard error of ``error``
    ==========  ==========================================================

    Attributes
    ----------
    rule : str
        What :meth:`choose` goes by if nothing is said.
    n_folds, repeats : int
        How many folds the samples were dealt into, and how often.
    """

    limit: tuple[str, ...]
    value: tuple[float, ...]
    leaves: npt.NDArray[np.int64]
    error: FloatArray
    std: FloatArray
    rule: str
    n_folds: int
    repeats: int = 1

    def _columns(self) -> dict[str, list[Any]]:
        return {
            "limit": list(self.limit),
            "value": list(self.value),
            "leaves": self.leaves.tolist(),
            "error": self.error.tolist(),
            "std": self.std.tolist(),
        }

    def __getitem__(self, column: str) -> list[Any]:
        return self._columns()[column]

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns())

    def __len__(self) -> int:
        return len(self._columns())

    def choose(self, rule: str | None = None) -> int:
        """The row that a rule picks.

        ``"min"`` is the row of least ``error``; ``"1se"`` that of the smallest tree whose
        ``error`` is at most one standard error above it; ``"0.5se"``, ``"2se"`` and so on
        accordingly.  Of equally small trees the better one is picked, then the upper row.
        """
        n_errors = standard_errors(self.rule if rule is None else rule)
        best = int(self.error.argmin())
        most = self.error[best] * (1 + ROUNDING) + n_errors * self.std[best]
        rows = np.flatnonzero(self.error <= most)
        return int(rows[np.lexsort((rows, self.error[rows], self.leaves[rows]))[0]])

    def words(self, row: int) -> str:
        """The limit of a row as it is set, such as ``max_depth=3``."""
        return f"{self.limit[row]}={number_text(self.value[row], None)}"

    def in_words(self, rule: str | None = None) -> str:
        """What a rule picks, and how good it is, as a sentence."""
        row, best = self.choose(rule), int(self.error.argmin())
        tried = f"Of {plural(len(self.limit), 'limit')} tried in {self.n_folds}-fold "
        tried += "cross-validation, "
        tried += f"dealt {self.repeats} times, " if self.repeats > 1 else ""
        tried += self._in_words(row)
        if row == best:
            return f"{tried} gives the least error."
        return (
            f"{tried} gives the smallest tree within {self._allowed(rule)} of the least error, "
            f"that of {self._in_words(best)}."
        )

    def _in_words(self, row: int) -> str:
        error = f"error {self.error[row]:.3g} ± {self.std[row]:.2g}"
        return f"{self.words(row)} ({plural(int(self.leaves[row]), 'leaf', 'leaves')}, {error})"

    def _allowed(self, rule: str | None) -> str:
        n_errors = standard_errors(self.rule if rule is None else rule)
        if n_errors == 0:
            return "rounding"
        return "one standard error" if n_errors == 1 else f"{n_errors:g} standard errors"

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """The table as a data frame."""
        return in_frame(self._columns(), backend)

    def __str__(self) -> str:
        chosen, best = self.choose(), int(self.error.argmin())
        marks = {best: "least error", chosen: "chosen"}
        if chosen == best:
            marks[best] = "least error, chosen"
        cells = [["limit", "value", "leaves", "error", "std", ""]]
        for row, limit in enumerate(self.limit):
            of_tree = str(self.leaves[row]), f"{self.error[row]:.4g}", f"{self.std[row]:.2g}"
            value = number_text(self.value[row], None)
            cells.append([limit, value, *of_tree, marks.get(row, "")])
        return "\n".join(aligned(cells, left=(0, 5)))

    __repr__ = __str__
