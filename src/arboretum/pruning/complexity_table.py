"""The table of cost-complexity pruning: each nested tree, its price, and how wrong it is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.pruning.risk import Risk
from arboretum.pruning.weakest_links import Links, PruningSequence
from arboretum.tree.words.format import number_text
from arboretum.tree.words.tabulate import Backend, in_frame

__all__ = ["ComplexityTable", "geometric_means", "standard_errors"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ComplexityTable(Mapping[str, list[float]]):
    """Shows which of the nested trees to keep: rpart's ``cptable``, the smallest tree first.

    A mapping from the names of columns to lists, so ``table["xerror"]`` is one.

    =============  ==========================================================
    ``CP``         the price of a leaf at which the tree is left, as a share
                   of the root's risk
    ``nsplit``     the leaves less one: the splits, where all are binary
    ``rel error``  the risk on the training samples, as a share of the root's
    ``xerror``     the risk in cross-validation, as a share of the root's
    ``xstd``       the standard error of ``xerror``
    =============  ==========================================================

    Attributes
    ----------
    sequence : PruningSequence
        The trees and their prices in units of risk, the largest tree first.
    xerror, xstd : (n,) or None
        None where nothing was cross-validated.
    risk, links : str
        What was weighed against leaves, and how prices were found: parameters of
        :class:`CostComplexity`.
    """

    sequence: PruningSequence
    xerror: FloatArray | None = None
    xstd: FloatArray | None = None
    risk: Risk = "loss"
    links: Links = "weakest"

    @property
    def alpha(self) -> FloatArray:
        """The price of each row in units of risk."""
        return self.sequence.alpha[::-1]

    def _columns(self) -> dict[str, FloatArray]:
        sequence = self.sequence
        root = sequence.risk[-1] or 1.0  # all shares of no risk are 0
        columns = {
            "CP": sequence.alpha[::-1] / root,
            "nsplit": sequence.n_leaves[::-1] - 1,
            "rel error": sequence.risk[::-1] / root,
        }
        if self.xerror is not None and self.xstd is not None:
            columns |= {"xerror": self.xerror, "xstd": self.xstd}
        return columns

    def __getitem__(self, column: str) -> list[float]:
        found: list[float] = self._columns()[column].tolist()
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns())

    def __len__(self) -> int:
        return len(self._columns())

    def choose(self, rule: str) -> int:
        """The row that a rule picks.

        ``"min"`` is the row of least ``xerror``, the smallest tree of equals;
        ``"1se"`` the smallest tree whose ``xerror`` is at most one standard
        error above that; ``"0.5se"``, ``"2se"`` and so on accordingly.
        """
        n_errors = standard_errors(rule)
        if self.xerror is None or self.xstd is None:
            raise ParameterError(
                f"rule={rule!r} goes by errors in cross-validation, but there were none. Say how "
                "to hold out samples, as in CostComplexity(cv=10)."
            )
        best = int(self.xerror.argmin())
        limit = self.xerror[best] + n_errors * self.xstd[best]
        return int((self.xerror <= limit).argmax())

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """The table as a data frame."""
        return _frame(self._columns(), backend)

    def plotcp(self, backend: Backend = "pandas") -> Any:
        """What rpart's ``plotcp`` draws, as a data frame.

        ``cp`` is the geometric mean of the row's price and that of the row
        above, ``size`` the leaves, ``xerror`` the point, ``low`` and ``high``
        the ends of its bar, and ``limit`` the line one standard error above
        the least error.
        """
        return _frame(self.plotcp_columns(), backend)

    def plotcp_columns(self) -> dict[str, FloatArray]:
        """The columns of ``plotcp``, without a library of data frames."""
        if self.xerror is None or self.xstd is None:
            raise ParameterError(
                "There is nothing to plot: the table was not cross-validated. Use "
                "CostComplexity(cv=10)."
            )
        cp = self._columns()["CP"]
        best = int(self.xerror.argmin())
        return {
            "cp": geometric_means(cp),
            "size": self.sequence.n_leaves[::-1],
            "xerror": self.xerror,
            "low": self.xerror - self.xstd,
            "high": self.xerror + self.xstd,
            "limit": np.full(len(cp), self.xerror[best] + self.xstd[best]),
        }

    def __str__(self) -> str:
        columns = self._columns()
        cells = [[name, *(f"{value:.5g}" for value in values)] for name, values in columns.items()]
        widths = [max(map(len, column)) for column in cells]
        rows = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in zip(*cells, strict=True)
        ]
        without = number_text(float(self.sequence.risk[-1]), 5)
        what = "impurity" if self.risk == "impurity" else "risk"
        return "\n".join(
            [*rows, f"CP and errors are shares of the {what} without a tree: {without}"]
        )

    __repr__ = __str__


def geometric_means(price: FloatArray) -> FloatArray:
    """For each of some falling prices one that is typical of its tree: between it and the last."""
    return np.concatenate([[np.inf], np.sqrt(price[1:]) * np.sqrt(price[:-1])])


def standard_errors(rule: Any) -> float:
    """How many standard errors above the least error a rule allows."""
    if rule == "min":
        return 0.0
    found = re.fullmatch(r"(\d+(?:\.\d+)?|\.\d+)-?se", rule) if isinstance(rule, str) else None
    if found is None:
        raise ParameterError(
            f"rule={rule!r} is not known. Use 'min', or standard errors above it such as '1se'."
        )
    return float(found[1])


def _frame(columns: Mapping[str, FloatArray], backend: Backend) -> Any:
    return in_frame({name: values.tolist() for name, values in columns.items()}, backend)
