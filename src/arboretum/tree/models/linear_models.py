"""Linear models at the nodes of a tree, with the names of what they add up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.schema import Schema
from arboretum.tree.frozen import FrozenArrays
from arboretum.tree.models.node_models import Columns, FloatArray, IntArray, NodeModels
from arboretum.tree.models.terms import Terms
from arboretum.tree.words.format import number_text

__all__ = ["Equation", "LinearModels"]

#: A sum that misses a bound by this share of it has only been rounded.
ROUNDING = 1e-9


@dataclass(frozen=True)
class Equation:
    """The linear model of one node, with names.

    Attributes
    ----------
    intercept : float
    terms : pairs of the text of a term and its coefficient
    low, high : the bounds that a prediction is held to; infinite if there are none
    """

    intercept: float
    terms: tuple[tuple[str, float], ...]
    low: float = -math.inf
    high: float = math.inf

    def text(self, digits: int | None = 7) -> str:
        """The sum as one writes it: ``36.1 - 0.0065 * weight``."""
        shown = "" if self.intercept == 0 and self.terms else number_text(self.intercept, digits)
        for term, number in self.terms:
            sign = "-" if number < 0 else "+"
            shown += f" {sign} " if shown else sign.strip("+")
            shown += f"{number_text(abs(number), digits)} * {term}"
        return shown

    @property
    def coefficients(self) -> dict[str, float]:
        """The coefficient of each term by its text."""
        return dict(self.terms)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True, eq=False)
class LinearModels(FrozenArrays, NodeModels):
    """One linear model per node.

    The model of node ``i`` adds ``coefficient[k]`` times term ``term[k]`` for all ``k`` from
    ``start[i]`` to before ``start[i + 1]`` to ``intercept[i]``.  What comes out is held between
    ``low[i]`` and ``high[i]``, where these are finite.

    ``risk`` and ``n_parameters`` are those of the model as it was fitted to the samples of its
    node, before it was smoothed by the models above it.
    """

    terms: Terms
    start: npt.NDArray[np.int64]
    term: npt.NDArray[np.integer]
    coefficient: FloatArray
    intercept: FloatArray
    low: FloatArray
    high: FloatArray
    risk: FloatArray
    n_parameters: npt.NDArray[np.integer]

    _types: ClassVar[dict[str, Any]] = {
        "start": np.int64,
        "term": np.int32,
        "n_parameters": np.int32,
        **dict.fromkeys(("coefficient", "intercept", "low", "high", "risk"), np.float64),
    }

    @property
    def features_read(self) -> tuple[int, ...]:
        return tuple(np.unique(self.terms.feature[self.term]).tolist())

    def evaluate(self, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
        found = self._sums(columns, row, node)
        return np.clip(found, self.low[node], self.high[node])[:, None]

    def n_clipped(self, columns: Columns, row: IntArray, node: IntArray) -> int:
        found = self._sums(columns, row, node)
        low, high = self.low[node], self.high[node]
        slack = ROUNDING * np.maximum(np.abs(found), 1.0)
        return int(((found < low - slack) | (found > high + slack)).sum())

    def _sums(self, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
        """The sums of the equations, not yet held to any bounds."""
        n_rows = len(columns) if isinstance(columns, np.ndarray) else len(columns[0])
        return _core.evaluate_linear_models(
            self.terms.matrix(columns, n_rows),
            np.ascontiguousarray(row, dtype=np.int32),
            np.ascontiguousarray(node, dtype=np.int32),
            self.start,
            self.term.astype(np.int32, copy=False),
            self.coefficient,
            self.intercept,
        )

    def take(self, nodes: IntArray) -> LinearModels:
        first, last = self.start[nodes], self.start[np.asarray(nodes) + 1]
        start = np.concatenate([[0], np.cumsum(last - first)])
        kept = np.arange(start[-1]) + np.repeat(first - start[:-1], last - first)
        return replace(
            self,
            start=start,
            term=self.term[kept],
            coefficient=self.coefficient[kept],
            **{
                name: getattr(self, name)[nodes]
                for name in ("intercept", "low", "high", "risk", "n_parameters")
            },
        )

    def equation(self, node: int, schema: Schema) -> Equation:
        """The model of a node, with names."""
        held = slice(int(self.start[node]), int(self.start[node + 1]))
        return Equation(
            float(self.intercept[node]),
            tuple(
                (self.terms.text(term, schema), number)
                for term, number in zip(
                    self.term[held].tolist(), self.coefficient[held].tolist(), strict=True
                )
            ),
            float(self.low[node]),
            float(self.high[node]),
        )

    def text(self, node: int, schema: Schema, digits: int | None = 7) -> str:
        return self.equation(node, schema).text(digits)

    def to_dict(self) -> dict[str, Any]:
        terms = self.terms
        return {
            "kind": "linear",
            "terms": {
                "feature": terms.feature.tolist(),
                "fill": terms.fill.tolist(),
                "n_categories": terms.n_categories.tolist(),
                "members": terms.members.tolist(),
            },
            "n_terms": np.diff(self.start).tolist(),
            "term": self.term.tolist(),
            "coefficient": self.coefficient.tolist(),
            "intercept": self.intercept.tolist(),
            "low": _or_none(self.low),
            "high": _or_none(self.high),
            "risk": self.risk.tolist(),
            "n_parameters": self.n_parameters.tolist(),
        }


def _or_none(bounds: FloatArray) -> Sequence[float | None]:
    """JSON has no infinity."""
    return [number if math.isfinite(number) else None for number in bounds.tolist()]
