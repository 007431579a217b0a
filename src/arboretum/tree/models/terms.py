"""What linear models are made of: numbers, and whether a category is one of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.tree.frozen import FrozenArrays
from arboretum.tree.models.node_models import Columns, FloatArray, column_of
from arboretum.tree.words.format import category_text, name_text

__all__ = ["Terms"]


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
            is_float = column.dtype.kind == "f"
            if is_float and np.isnan(self.fill[k]):  # that is what stands there
                found[:, k] = column
                continue
            is_missing = np.isnan(column) if is_float else column < 0
            if count:
                column = np.append(self.members[start : start + count], False)[column]
            found[:, k] = np.where(is_missing, self.fill[k], column)
            start += int(count)
        return found

    def text(self, term: int, schema: Schema) -> str:
        """A term by name: ``weight``, ``(origin in {Europe, Japan})``."""
        index, members = self[term]
        feature = schema.features[index]
        name = name_text(feature.name)
        if not members:
            return name
        inside = [
            category_text(category)
            for category, is_in in zip(feature.categories or (), members, strict=True)
            if is_in
        ]
        return (
            f"({name} = {inside[0]})"
            if len(inside) == 1
            else f"({name} in {{{', '.join(inside)}}})"
        )
