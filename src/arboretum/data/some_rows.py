"""Some rows of a dataset, without a copy of its columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from threading import Lock
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from arboretum import _core
from arboretum.data.schema import Feature

__all__ = ["SomeRows", "Whole", "encode_for_growing", "is_missing"]

Columns = Sequence[npt.NDArray[Any]]
Rows = npt.NDArray[np.int64]


def is_missing(column: npt.NDArray[Any]) -> npt.NDArray[np.bool_]:
    """Which entries of an encoded column, of numbers or of codes, are not known."""
    return np.asarray(np.isnan(column) if column.dtype.kind == "f" else column < 0)


def encode_for_growing(
    columns: Columns, features: Sequence[Feature], n_rows: int, n_threads: int = 1
) -> _core.Encoded:
    """Columns with their bins: what the native core grows any number of trees from."""
    return _core.Encoded(
        list(columns),
        [feature.kind for feature in features],
        [feature.n_categories for feature in features],
        n_rows,
        n_threads,
    )


class Whole:
    """The columns that datasets of some of their rows share, with what is worked out once.

    Many trees, each of some of the rows, are grown from one encoding; its bins only matter for
    speed, so that each is the tree of its rows alone.
    """

    def __init__(self, columns: Columns, features: Sequence[Feature], n_rows: int) -> None:
        self.columns, self.n_rows = columns, n_rows
        self._features = features
        self._encoded: _core.Encoded | None = None
        self._making = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Whole, (self.columns, self._features, self.n_rows)

    @property
    def is_encoded(self) -> bool:
        return self._encoded is not None

    def encoded(self, n_threads: int = 1) -> _core.Encoded:
        """The encoding, made when it is first needed, and kept."""
        with self._making:
            if self._encoded is None:
                features, n_rows = self._features, self.n_rows
                self._encoded = encode_for_growing(self.columns, features, n_rows, n_threads)
            return self._encoded

    def n_missing(self, rows: Rows) -> tuple[int, ...]:
        """How many of some rows have no known value, for each feature."""
        found = np.zeros(len(self.columns), dtype=np.int64)
        which, is_missing, n_missing = self._gaps
        is_left_out = np.ones(self.n_rows, dtype=np.bool_)
        is_left_out[rows] = False
        others = np.flatnonzero(is_left_out)
        if len(others) < len(rows) == self.n_rows - len(others):  # each once: fewer to look at
            found[which] = n_missing - is_missing[others].sum(axis=0)
        else:
            found[which] = is_missing[rows].sum(axis=0)
        return tuple(found.tolist())

    @cached_property
    def _gaps(self) -> tuple[list[int], npt.NDArray[np.bool_], npt.NDArray[np.int64]]:
        """The features that are not known everywhere, where they are not, and how often."""
        found = enumerate(map(is_missing, self.columns))
        some = {feature: gaps for feature, gaps in found if gaps.any()}
        gaps = np.array(list(some.values()), dtype=np.bool_).reshape(len(some), self.n_rows)
        return list(some), np.ascontiguousarray(gaps.T), gaps.sum(axis=1)


class SomeRows(Sequence[npt.NDArray[Any]]):
    """The columns of some rows, each gathered when it is first read.

    Attributes
    ----------
    whole : Whole
        The columns of all rows.
    rows : (n_rows,)
        Which of them these are, in any order.
    """

    def __init__(self, whole: Whole, rows: Rows) -> None:
        self.whole, self.rows = whole, rows
        self._gathered: dict[int, npt.NDArray[Any]] = {}

    def __len__(self) -> int:
        return len(self.whole.columns)

    @overload
    def __getitem__(self, feature: int) -> npt.NDArray[Any]: ...
    @overload
    def __getitem__(self, feature: slice) -> Sequence[npt.NDArray[Any]]: ...
    def __getitem__(self, feature: int | slice) -> Any:
        if isinstance(feature, slice):
            return tuple(self[f] for f in range(len(self))[feature])
        feature = range(len(self))[feature]
        if feature not in self._gathered:
            self._gathered[feature] = self.whole.columns[feature][self.rows]
        return self._gathered[feature]

    @property
    def can_share(self) -> bool:
        """Whether trees should be grown from the encoding of all rows.

        Encoding all rows for the sake of a few would take longer than encoding those alone.
        """
        is_large = 3 * len(self.rows) >= self.whole.n_rows
        return is_large and bool((self.rows[:-1] <= self.rows[1:]).all())

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)
