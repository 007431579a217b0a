"""Encoded samples: one array per column, with the schema that decodes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.hierarchy import Hierarchy
from arboretum.data.label_sets import LabelSets
from arboretum.data.schema import Schema, VectorTarget
from arboretum.data.some_rows import SomeRows, Whole, encode_for_growing, is_missing

__all__ = ["MISSING", "UNSEEN", "Dataset", "contiguous"]

#: Code of a missing category.
MISSING = -1
#: Code of a category that training never saw; it follows the missing policy.
UNSEEN = -2


@dataclass(frozen=True, eq=False)
class Dataset:
    """Samples ready to be learned from.

    Attributes
    ----------
    schema : Schema
        Names, kinds, categories, classes.
    columns : one array of length ``n_rows`` per feature
        Numeric: float64 or float32, NaN is missing; may be a strided view of
        the user's matrix, never written to.  Ordered and categorical: codes
        into ``feature.categories``, ``MISSING`` or ``UNSEEN`` below 0; int8,
        int16 or int32, as narrow as they were given, and maybe the user's own.  Of some
        rows of another dataset they are gathered when they are read.
    targets : (n_rows, n_targets) int32 class codes or float64 numbers, or None
        Of numbers NaN is missing, where the learner takes such.  Labels may be
        ``LabelSets``, which read as codes 0 and 1.
    weights : (n_rows,) float64
        How much a row counts in every sum.  Targets and weights may be views of
        the user's arrays as well, and equal weights may share one place in memory.
    counts : (n_rows,) float64
        How many samples a row stands for.  1, unless all sample weights are
        whole numbers: then a weight of 2 is the sample twice.
    origin : (n_rows,) integers or None
        Which samples of the user's table the rows are; None if all, in their order.
    is_complete : bool
        Whether it is known that nothing is missing; False says nothing.
    hierarchy : Hierarchy or None
        Which label is below which, where the targets are labels of a hierarchy.
    vector : tuple of VectorTarget or None
        Where each target stands among the numbers of a vector, if some of them are classes.
    """

    schema: Schema
    columns: Sequence[npt.NDArray[Any]]
    targets: npt.NDArray[Any] | None
    weights: npt.NDArray[np.float64]
    counts: npt.NDArray[np.float64]
    origin: npt.NDArray[np.integer] | None = None
    is_complete: bool = False
    hierarchy: Hierarchy | None = None
    vector: tuple[VectorTarget, ...] | None = None

    @property
    def n_rows(self) -> int:
        return len(self.weights)

    @property
    def label_sets(self) -> LabelSets | None:
        """The targets, where they are sets of labels."""
        targets: Any = self.targets
        return targets if isinstance(targets, LabelSets) else None

    @property
    def vector_has_classes(self) -> bool:
        """Whether the targets are a vector of numbers, some of which say which class holds."""
        return any(target.classes is not None for target in self.vector or ())

    @cached_property
    def weight_range(self) -> tuple[float, float]:
        """The smallest weight and the largest."""
        return float(self.weights.min()), float(self.weights.max())

    def is_missing(
        self, feature: int, rows: npt.NDArray[np.integer] | slice = slice(None)
    ) -> npt.NDArray[np.bool_]:
        """Which rows, of some or all, have no known value of a feature."""
        return is_missing(self.columns[feature][rows])

    @cached_property
    def n_missing(self) -> tuple[int, ...]:
        """Number of rows without a known value, for each feature."""
        if self.is_complete:  # looking at every column of a matrix takes a while
            return (0,) * len(self.columns)
        if isinstance(self.columns, SomeRows):
            return self.columns.whole.n_missing(self.columns.rows)
        return tuple(int(np.count_nonzero(self.is_missing(f))) for f in range(len(self.columns)))

    def take(self, rows: npt.NDArray[np.integer] | Sequence[int]) -> Dataset:
        """The dataset of some of the rows, in the order given."""
        some = self.sharing(rows)
        return replace(some, columns=tuple(some.columns))

    def sharing(self, rows: npt.NDArray[np.integer] | Sequence[int]) -> Dataset:
        """The same without a copy of the columns, for the growth of many trees."""
        some: npt.NDArray[np.int64] = np.asarray(rows, dtype=np.int64)
        of_whole = self.columns.rows[some] if isinstance(self.columns, SomeRows) else some
        return replace(
            self,
            columns=SomeRows(self.whole, of_whole),
            targets=None if self.targets is None else self.targets[some],
            weights=_some(self.weights, some),
            counts=_some(self.counts, some),
            origin=some if self.origin is None else self.origin[some],
        )

    @property
    def whole(self) -> Whole:
        """The columns that this dataset shares with the others made by :meth:`sharing`."""
        if isinstance(self.columns, SomeRows):
            return self.columns.whole
        made = Whole(self.columns, self.schema.features, self.n_rows)
        found: Whole = self.__dict__.setdefault("_whole", made)  # one, whichever thread is first
        return found

    def encoded(self, n_threads: int = 1) -> tuple[_core.Encoded, npt.NDArray[np.int64] | None]:
        """What the native core grows trees from, and which of its rows are those of this dataset.

        None are all, in their order.
        """
        if isinstance(self.columns, SomeRows):
            if self.columns.can_share:
                return self.whole.encoded(n_threads), self.columns.rows
        elif self.whole.is_encoded:
            return self.whole.encoded(), None
        return encode_for_growing(self.columns, self.schema.features, self.n_rows, n_threads), None

    def join(self, other: Dataset) -> Dataset:
        """The rows of this dataset, then those of another of the same schema."""
        assert (self.targets is None) == (other.targets is None)
        pairs = zip(self.columns, other.columns, strict=True)
        targets: Any = None
        if self.label_sets is not None and other.label_sets is not None:
            targets = self.label_sets.join(other.label_sets)
        elif self.targets is not None and other.targets is not None:
            targets = np.concatenate([self.targets, other.targets])
        return replace(
            self,
            columns=tuple(np.concatenate(pair) for pair in pairs),
            targets=targets,
            weights=np.concatenate([self.weights, other.weights]),
            counts=np.concatenate([self.counts, other.counts]),
            is_complete=self.is_complete and other.is_complete,
        )


def _some(values: npt.NDArray[np.float64], rows: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """The entries of some rows, in the memory of one where all share it, as most weights do."""
    shares_one = values.strides == (0,) and len(values) > 0
    return np.broadcast_to(values[0], len(rows)) if shares_one else values[rows]


def contiguous(values: npt.NDArray[Any], dtype: npt.DTypeLike | None = None) -> npt.NDArray[Any]:
    """An array as the native kernels read it: entry after entry, aligned; copied if need be."""
    return np.require(values, dtype, requirements=("C", "A"))
