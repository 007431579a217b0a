"""Check a leaf model of one's own."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves import LeafModel
from arboretum.statistics import (
    AbsoluteDeviations,
    ClassCounts,
    Moments,
    PoissonSums,
    Statistics,
)
from arboretum.testing.complain import calling, demand, demand_array
from arboretum.testing.part import check_part
from arboretum.testing.samples import class_dataset, number_dataset

__all__ = ["check_leaf_model"]

FloatArray = npt.NDArray[np.float64]
Rows = npt.NDArray[np.int32]


def check_leaf_model(leaf: LeafModel, *, nominal: bool | None = None) -> None:
    """Tell the author of a leaf model what is wrong with it.

    Parameters
    ----------
    leaf : LeafModel
    nominal : bool, optional
        Whether it predicts classes; by default found out by trying both.

    Raises
    ------
    AssertionError
        Names the leaf model, what was expected, and an example.

    Examples
    --------
    >>> from arboretum.leaves import Mean
    >>> check_leaf_model(Mean())
    """
    check_part(leaf, LeafModel)
    if nominal is None:
        nominal = _predicts_classes(leaf)
    cases = _class_cases(leaf) if nominal else _number_cases()
    accepted = [case for case in cases if _accepts(leaf, case[1])]
    demand(
        bool(accepted),
        leaf,
        "its check() refuses the statistics of every "
        f"{'class' if nominal else 'number'} criterion; it must accept one.",
    )
    for dataset, statistics, width in accepted:
        _check_value(leaf, dataset, statistics, width, nominal)


_Case = tuple[Dataset, Statistics, int]


def _class_cases(leaf: LeafModel) -> list[_Case]:
    blocks = getattr(leaf, "blocks", None) or (3,)
    dataset = class_dataset(blocks)
    return [(dataset, ClassCounts(dataset), sum(blocks))]


def _number_cases() -> list[_Case]:
    one, two = number_dataset(1), number_dataset(2)
    return [
        (one, Moments(one), 1),
        (two, Moments(two), 2),
        (one, PoissonSums(one), 1),
        (one, AbsoluteDeviations(one), 1),
    ]


def _accepts(leaf: LeafModel, statistics: Statistics) -> bool:
    try:
        leaf.check(statistics)
    except UnsupportedCombination:
        return False
    return True


def _predicts_classes(leaf: LeafModel) -> bool:
    """Whether a leaf gives one weight a class for classes; one number a target says no."""
    dataset, statistics, width = _class_cases(leaf)[0]
    if not _accepts(leaf, statistics):
        return False
    try:
        value = _value(leaf, dataset, statistics, np.arange(dataset.n_rows, dtype=np.int32))
    except AssertionError:
        return False
    return np.shape(value) == (width,)


def _value(leaf: LeafModel, dataset: Dataset, statistics: Statistics, rows: Rows) -> FloatArray:
    natural = statistics.natural(statistics.total(rows)[1])
    before = natural.copy()
    example = f"statistics={natural.tolist()}"
    with calling(leaf, "value(statistics, targets, weights)", example):
        if leaf.needs_targets:
            assert dataset.targets is not None
            value = leaf.value(natural, dataset.targets[rows], dataset.weights[rows])
        else:
            value = leaf.value(natural)
    demand(np.array_equal(natural, before), leaf, "value must not change the statistics.", example)
    return value


def _check_value(
    leaf: LeafModel, dataset: Dataset, statistics: Statistics, width: int, nominal: bool
) -> None:
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    meaning = "one weight a class" if nominal else "one number a target"
    example = f"{meaning}, from {type(statistics).__name__}"
    value = _value(leaf, dataset, statistics, rows)
    demand_array(value, (width,), leaf, "value(statistics, targets, weights)", example)
    if nominal:
        demand(
            bool((value >= 0).all() and value.sum() > 0),
            leaf,
            f"class weights must be 0 or more and not all 0, but they are {value.tolist()}.",
        )
    backwards = _value(leaf, dataset, statistics, rows[::-1].copy())
    demand(
        bool(np.allclose(value, backwards)),
        leaf,
        f"the order of the samples must not matter, but reversing it changes the value from "
        f"{value.tolist()} to {backwards.tolist()}.",
    )
    one = _value(leaf, dataset, statistics, rows[:1])
    demand_array(one, (width,), leaf, "value of a node with a single sample", example)
