"""Linear models at the nodes of a tree, and the terms that they add up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.schema import Schema
from arboretum.data.some_rows import is_missing
from arboretum.tree.frozen import FrozenArrays
from arboretum.tree.models.node_models import Columns, FloatArray, IntArray, NodeModels, column_of
from arboretum.tree.words.format import SplitFormat, name_text, number_text

__all__ = ["Equation", "LinearModels", "Terms"]

#: A sum that misses a bound by this share of it has only been rounded.
ROUNDING = 1e-9


@dataclass(frozen=True, eq=False)
class Terms(FrozenArrays):
    """Numbers that a sample has: one column each of the matrix that linear models read.

    A term of a numeric feature is its value, of an ordered one the position of its category.
    A term of a categorical feature is 1 for the categories of a set and 0 for the others.

    Attributes
    ----------
    feature : (n_terms,) position of the feature
    fill : (n_terms,) what stands in for a value that is missing
    n_categories : (n_terms,) 0 for a number
    members : whether each category is in the set, term after term
    """

    feature: npt.NDArray[np.integer]
    fill: FloatArray
    n_categories: npt.NDArray[np.integer]
    members: npt.NDArray[np.bool_]

    _types: ClassVar[dict[str, Any]] = {
        "feature": np.int32,
        "fill": np.float64,
        "n_categories": np.int32,
        "members": np.bool_,
    }

    @classmethod
    def make(cls, terms: Sequence[tuple[int, tuple[bool, ...]]], fill: Sequence[float]) -> Terms:
        """From features, each with its set of categories, or with () for a number."""
        return cls(
            np.array([feature for feature, _ in terms], dtype=np.int32),
            np.array(fill, dtype=np.float64),
            np.array([len(members) for _, members in terms], dtype=np.int32),
            np.array([is_in for _, members in terms for is_in in members], dtype=np.bool_),
        )

    def __len__(self) -> int:
        return len(self.feature)

    def followed_by(self, other: Terms) -> Terms:
        """These terms, and behind them others."""
        return Terms(
            *(np.concatenate(pair) for pair in zip(self._fields(), other._fields(), strict=True))
        )

    def __getitem__(self, term: int) -> tuple[int, tuple[bool, ...]]:
        """The feature of a term, and its set of categories."""
        end = int(self.n_categories[: term + 1].sum())
        members = self.members[end - int(self.n_categories[term]) : end]
        return int(self.feature[term]), tuple(members.tolist())

    def matrix(self, columns: Columns, n_rows: int) -> FloatArray:
        """The terms of samples, (n_rows, n_terms)."""
        found = np.empty((n_rows, len(self)))
        start = 0
        for k, (feature, count) in enumerate(zip(self.feature, self.n_categories, strict=True)):
            column = column_of(columns, int(feature))
            if column.dtype.kind == "f" and np.isnan(self.fill[k]):  # that is what stands there
                found[:, k] = column
                continue
            gaps = is_missing(column)
            if count:
                column = np.append(self.members[start : start + count], False)[column]
            found[:, k] = np.where(gaps, self.fill[k], column)
            start += int(count)
        return found

    def text(self, term: int, schema: Schema) -> str:
        """A term by name: ``weight``, ``(origin in {Europe, Japan})``.

        Of a date, what is counted: ``(signup in days since 1970-01-01)``.
        """
        index, members = self[term]
        feature = schema.features[index]
        if feature.clock is not None:
            return f"({name_text(feature.name)} in {feature.clock.measure})"
        if not members:
            return name_text(feature.name)
        return f"({SplitFormat(schema).categories(np.flatnonzero(members).tolist(), feature)})"


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

    def is_constant(self, node: int) -> bool:
        return bool(self.start[node] == self.start[node + 1])

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

    def followed_by(self, other: LinearModels) -> LinearModels:
        are_same = self.terms == other.terms
        shift = 0 if are_same else len(self.terms)
        columns = {name: getattr(other, name) for name in self._types}
        columns |= {"start": self.start[-1] + other.start[1:], "term": other.term + shift}
        return replace(
            self,
            terms=self.terms if are_same else self.terms.followed_by(other.terms),
            **{name: np.concatenate([getattr(self, name), columns[name]]) for name in columns},
        )

    def equation(self, node: int, schema: Schema) -> Equation:
        """The model of a node, with names."""
        held = slice(int(self.start[node]), int(self.start[node + 1]))
        names = [self.terms.text(term, schema) for term in self.term[held].tolist()]
        return Equation(
            float(self.intercept[node]),
            tuple(zip(names, self.coefficient[held].tolist(), strict=True)),
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
