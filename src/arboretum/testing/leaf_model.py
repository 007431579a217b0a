"""Check a custom leaf model."""

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
from arboretum.testing.samples import class_dataset, number_dataset
from arboretum.testing.trial import Trial, accepts, on_trial

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
    trial = on_trial(leaf, LeafModel)
    if nominal is None:
        nominal = _predicts_classes(trial)
    cases = _class_cases(leaf) if nominal else _number_cases()
    accepted = [case for case in cases if accepts(leaf.check, case[1], UnsupportedCombination)]
    trial.demand(
        accepted,
        "its check() refuses the statistics of every "
        f"{'class' if nominal else 'number'} criterion; it must accept one.",
    )
    for dataset, statistics, width in accepted:
        _check_value(trial, dataset, statistics, width, nominal)


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


def _predicts_classes(trial: Trial[LeafModel]) -> bool:
    """Whether a leaf gives one weight per class for classes, not one number per target."""
    dataset, statistics, width = _class_cases(trial.part)[0]
    if not accepts(trial.part.check, statistics, UnsupportedCombination):
        return False
    try:
        value = _value(trial, dataset, statistics, np.arange(dataset.n_rows, dtype=np.int32))
    except AssertionError:
        return False
    return np.shape(value) == (width,)


def _value(
    trial: Trial[LeafModel], dataset: Dataset, statistics: Statistics, rows: Rows
) -> FloatArray:
    leaf, natural = trial.part, statistics.natural(statistics.total(rows)[1])
    before, trial = natural.copy(), trial.on(f"statistics={natural.tolist()}")
    with trial.calling("value(statistics, targets, weights)"):
        if leaf.needs_targets:
            assert dataset.targets is not None
            value = leaf.value(natural, dataset.targets[rows], dataset.weights[rows])
        else:
            value = leaf.value(natural)
    trial.demand(np.array_equal(natural, before), "value must not change the statistics.")
    return value


def _check_value(
    trial: Trial[LeafModel], dataset: Dataset, statistics: Statistics, width: int, nominal: bool
) -> None:
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    meaning = "one weight per class" if nominal else "one number per target"
    shown = trial.on(f"{meaning}, from {type(statistics).__name__}")
    value = _value(trial, dataset, statistics, rows)
    shown.array(value, (width,), "value(statistics, targets, weights)")
    if nominal:
        trial.demand(
            (value >= 0).all() and value.sum() > 0,
            f"class weights must be 0 or more and not all 0, but they are {value.tolist()}.",
        )
    backwards = _value(trial, dataset, statistics, rows[::-1].copy())
    trial.demand(
        np.allclose(value, backwards),
        f"the order of the samples must not matter, but reversing it changes the value from "
        f"{value.tolist()} to {backwards.tolist()}.",
    )
    one = _value(trial, dataset, statistics, rows[:1])
    shown.array(one, (width,), "value of a node with a single sample")
