"""Samples that no question can tell apart, though their targets differ.

A tree that asks until nothing is left to ask makes no mistake on the samples it was grown from,
unless some of them agree in all features and differ in the target.  What those cost at least, no
tree can avoid.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.encode.dataset_from import make_dataset
from arboretum.data.encode.targets import looks_nominal
from arboretum.data.equal_rows import equal_rows
from arboretum.data.loss import loss_matrix
from arboretum.data.schema import Schema
from arboretum.exceptions import UnsupportedCombination

__all__ = ["Contradiction", "Contradictions", "contradictions", "contradictions_in"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.integer]

#: A text names so many groups, and so many rows of each.
MOST_GROUPS, MOST_ROWS = 10, 8
#: This part of a sum is rounding.
ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class Contradiction:
    """Samples that agree in all features and differ in the target.

    Attributes
    ----------
    rows : their positions in the table that was given, ascending
    n_samples, weight : of all of them together
    targets : (n, n_targets) class codes or numbers of the rows
    error : float
        What they add to the smallest error of a tree.
    """

    rows: IntArray
    n_samples: float
    weight: float
    targets: npt.NDArray[Any]
    error: float


@dataclass(frozen=True, eq=False)
class Contradictions(Sequence[Contradiction]):
    """All contradictions of some samples, the costliest first, and what no tree can avoid.

    Attributes
    ----------
    schema : Schema
    n_samples : float
        How many samples contradict another one.
    least_error : float
        The smallest error of a tree on these samples, whatever it asks: the share of the weight
        that is decided wrongly, or with a loss matrix the mean loss; for numbers the mean
        squared error.  Of several targets the mean.
    of_all : float
        How many samples there are.
    by_loss : bool
        Whether ``least_error`` is a mean loss.
    """

    schema: Schema
    n_samples: float
    of_all: float
    least_error: float
    by_loss: bool
    _error: FloatArray
    _start: IntArray
    _rows: IntArray
    _counts: FloatArray
    _weights: FloatArray
    _targets: npt.NDArray[Any]

    def __len__(self) -> int:
        return len(self._error)

    @overload
    def __getitem__(self, place: int) -> Contradiction: ...
    @overload
    def __getitem__(self, place: slice) -> list[Contradiction]: ...
    def __getitem__(self, place: int | slice) -> Contradiction | list[Contradiction]:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        k = range(len(self))[place]  # the errors of a list
        at = slice(self._start[k], self._start[k + 1])
        return Contradiction(
            self._rows[at],
            float(self._counts[at].sum()),
            float(self._weights[at].sum()),
            self._targets[at],
            float(self._error[k]),
        )

    def in_words(self) -> str:
        """What no tree of one target can avoid, as a sentence; empty if there is nothing."""
        if not self.least_error > 0 or len(self.schema.targets) > 1:
            return ""
        (target,) = self.schema.targets
        why = f"{self.n_samples:g} samples agree in all features with others of another"
        if self.by_loss:
            least = _rounded_down(self.least_error)
            return f"No tree can have a mean loss below {least} on these samples: {why} class."
        if target.classes is None:
            error = _rounded_down(math.sqrt(self.least_error))
            return (
                f"No tree can be off by less than {error} on these samples (root mean squared "
                f"error): {why} value."
            )
        return (
            f"No tree can get fewer than {_rounded_down(100 * self.least_error)} % of these "
            f"samples wrong: {why} class."
        )

    def __str__(self) -> str:
        if not len(self):
            return "No two samples agree in all features and differ in the target."
        lines = [
            f"{self.n_samples:g} of {self.of_all:g} samples agree in all features with others "
            f"whose target differs; the smallest error of a tree is {self.least_error:.4g}."
        ]
        lines += [self._line(group) for group in self[:MOST_GROUPS]]
        if len(self) > MOST_GROUPS:
            lines.append(f"… and {len(self) - MOST_GROUPS} more groups")
        return "\n".join(lines)

    __repr__ = __str__

    def _line(self, group: Contradiction) -> str:
        rows = ", ".join(map(str, group.rows[:MOST_ROWS].tolist()))
        more = len(group.rows) - MOST_ROWS
        if more > 0:
            rows += f" and {more} more"
        held = []
        for target, column in zip(self.schema.targets, group.targets.T, strict=True):
            of = "" if len(self.schema.targets) == 1 else f"{target.name} "
            if target.classes is None:
                held.append(f"{of}{column.min():g} to {column.max():g}")
            else:
                names = [str(target.classes[code]) for code in np.unique(column).tolist()]
                held.append(of + ", ".join(names))
        return f"  rows {rows}: {'; '.join(held)}"


def contradictions(
    X: Any,
    y: Any,
    *,
    nominal: bool | None = None,
    kinds: Any = None,
    sample_weight: Any = None,
    loss: Any = None,
) -> Contradictions:
    """Find samples that agree in all features and differ in the target.

    Parameters
    ----------
    X, y, sample_weight, kinds : as for an estimator
        A missing value is equal to a missing value.
    nominal : bool or None
        Whether ``y`` names classes; None goes by its type.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a mistake costs.

    Examples
    --------
    >>> from arboretum.data import contradictions
    >>> contradictions({"outlook": ["sunny", "rain", "sunny"]}, ["stay", "stay", "play"])
    2 of 3 samples agree in all features with others whose target differs; the smallest error of \
a tree is 0.3333.
      rows 0, 2: play, stay
    """
    if nominal is None:
        nominal = looks_nominal(y)
    dataset = make_dataset(X, y, nominal=nominal, kinds=kinds, sample_weight=sample_weight)
    classes = dataset.schema.classes
    if loss is not None and classes is None:
        raise UnsupportedCombination(
            "loss applies to the classes of one target. Leave it out, or pass one target of "
            "classes as y."
        )
    matrix = None if loss is None or classes is None else loss_matrix(loss, classes)
    return contradictions_in(dataset, matrix)


def contradictions_in(dataset: Dataset, loss: FloatArray | None = None) -> Contradictions:
    """The same in an encoded dataset, with a loss matrix in the order of the classes."""
    assert dataset.targets is not None
    rows, group = _together(equal_rows(dataset.columns, dataset.n_rows))
    targets = np.asarray(dataset.targets[rows])
    differs = _differ(targets, group)[group]
    rows, targets = rows[differs], targets[differs]
    _, group = np.unique(group[differs], return_inverse=True)
    error = _least_cost(dataset, targets, group, dataset.weights[rows], loss)
    error /= float(dataset.weights.sum()) or 1.0
    origin = rows if dataset.origin is None else dataset.origin[rows]
    # The costliest group first, of equal ones that of the first row; in it row after row.
    first = np.full(len(error), np.iinfo(np.int64).max)
    np.minimum.at(first, group, origin)
    place = np.empty(len(error), dtype=np.int64)
    place[np.lexsort((first, -error))] = np.arange(len(error))
    order = np.lexsort((origin, place[group]))
    sizes = np.bincount(place[group], minlength=len(error))
    counts = dataset.counts[rows]
    return Contradictions(
        schema=dataset.schema,
        n_samples=float(counts.sum()),
        of_all=float(dataset.counts.sum()),
        least_error=float(error.sum()),
        by_loss=loss is not None,
        _error=error[np.lexsort((first, -error))],
        _start=np.concatenate([[0], np.cumsum(sizes)]),
        _rows=origin[order],
        _counts=counts[order],
        _weights=dataset.weights[rows][order],
        _targets=targets[order],
    )


def _least_cost(
    dataset: Dataset,
    targets: npt.NDArray[Any],
    group: IntArray,
    weights: FloatArray,
    loss: FloatArray | None,
) -> FloatArray:
    """What the best prediction for each group costs, on average over the targets."""
    cost = np.zeros(int(group.max(initial=-1)) + 1)
    for column in targets.T:
        if dataset.schema.is_classification:
            cost += _class_cost(column, group, weights, loss)
        else:
            cost += _squares(column, group, weights)
    return cost / targets.shape[1]


def _rounded_down(number: float) -> str:
    """Three digits; rounded up, it would claim too much."""
    number *= 1 + ROUNDING
    unit = 10.0 ** (math.floor(math.log10(number)) - 2)
    return f"{math.floor(number / unit) * unit:.3g}"


def _together(group: npt.NDArray[np.intp]) -> tuple[IntArray, IntArray]:
    """The rows whose number others have too, group after group, and their new numbers."""
    is_shared = np.bincount(group, minlength=1)[group] > 1
    rows = np.flatnonzero(is_shared)
    rows = rows[np.argsort(group[rows], kind="stable")]
    _, numbers = np.unique(group[rows], return_inverse=True)
    return rows, numbers


def _differ(targets: npt.NDArray[Any], group: IntArray) -> npt.NDArray[np.bool_]:
    """Which groups hold more than one value of some target."""
    if len(group) == 0:
        return np.zeros(0, dtype=np.bool_)
    start = np.flatnonzero(np.diff(group, prepend=-1))
    low, high = np.minimum.reduceat(targets, start), np.maximum.reduceat(targets, start)
    return np.asarray((low < high).any(axis=1))


def _class_cost(
    codes: npt.NDArray[Any], group: IntArray, weights: FloatArray, loss: FloatArray | None
) -> FloatArray:
    """What the best decision for each group costs."""
    n_groups = int(group.max(initial=-1)) + 1
    n_classes = int(codes.max(initial=0)) + 1 if loss is None else len(loss)
    if loss is None:  # the sums of the classes that a group holds are enough
        keys, place = np.unique(group * n_classes + codes, return_inverse=True)
        held = np.bincount(place, weights=weights)
        most = np.zeros(n_groups)
        np.maximum.at(most, keys // n_classes, held)
        return np.asarray(np.bincount(group, weights=weights, minlength=n_groups) - most)
    table = np.zeros((n_groups, n_classes))
    np.add.at(table, (group, codes), weights)
    return np.asarray((table @ loss).min(axis=1, initial=np.inf))


def _squares(values: FloatArray, group: IntArray, weights: FloatArray) -> FloatArray:
    """The sum of squares about the mean of each group."""
    n_groups = int(group.max(initial=-1)) + 1
    weight = np.bincount(group, weights=weights, minlength=n_groups)
    sums = np.bincount(group, weights=weights * values, minlength=n_groups)
    mean = np.divide(sums, weight, out=np.zeros(n_groups), where=weight > 0)
    squares = weights * (values - mean[group]) ** 2
    return np.asarray(np.bincount(group, weights=squares, minlength=n_groups))
