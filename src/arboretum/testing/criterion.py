"""Check a criterion of one's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.statistics import ClassCounts, Statistics, Table
from arboretum.testing.complain import calling, demand, demand_array
from arboretum.testing.part import check_part
from arboretum.testing.samples import class_dataset, dataset_of, number_dataset

__all__ = ["check_criterion"]

FloatArray = npt.NDArray[np.float64]

TOLERANCE = 1e-9


def check_criterion(
    criterion: Criterion, *, nominal: bool | None = None, is_concave: bool = False
) -> None:
    """Tell the author of a criterion what is wrong with it.

    Parameters
    ----------
    criterion : Criterion
    nominal : bool, optional
        Whether targets are classes; by default if it reads ``ClassCounts``.
    is_concave : bool
        Also check that no split scores below 0, as it is with a concave
        impurity.

    Raises
    ------
    AssertionError
        Names the criterion, what was expected, and an example.

    Examples
    --------
    >>> from arboretum.criteria import Gini
    >>> check_criterion(Gini(), is_concave=True)
    """
    check_part(criterion, Criterion)
    _check_statistics(criterion)
    if nominal is None:
        nominal = issubclass(criterion.statistics, ClassCounts)
    for case in _cases(criterion, nominal):
        _check_shapes(criterion, case)
        _check_vectorised(criterion, case)
        _check_order(criterion, case, nominal)
        _check_empty_branch(criterion, case)
    _check_sense(criterion, nominal)
    if is_concave:
        _check_concave(criterion, nominal)


@dataclass(frozen=True, eq=False)
class _Case:
    """A node and some candidate splits of it."""

    parent: FloatArray
    branches: FloatArray

    def __str__(self) -> str:
        return f"parent={self.parent.tolist()}, branches[0]={self.branches[0].tolist()}"


def _check_statistics(criterion: Criterion) -> None:
    statistics = getattr(criterion, "statistics", None)
    demand(
        isinstance(statistics, type) and issubclass(statistics, Statistics),
        criterion,
        "the class attribute 'statistics' must say what is counted, "
        "such as statistics = ClassCounts or statistics = Moments.",
    )


def _cases(criterion: Criterion, nominal: bool, n_rows: int = 60, seed: int = 0) -> list[_Case]:
    """The cuts of an ordered feature, and a split with a branch for each category."""
    if nominal:
        blocks = getattr(criterion, "blocks", (3,))
        dataset = class_dataset(blocks, n_rows=n_rows, seed=seed)
    else:
        dataset = number_dataset(n_rows=n_rows, seed=seed)
    statistics = criterion.count(dataset)
    parent = statistics.total(_all_rows(dataset))[1]
    table = _table(dataset, statistics, 2)
    multiway = table.groups(np.arange(table.n_bins)[None, :], table.n_bins)
    return [
        _Case(parent, _table(dataset, statistics, 1).cuts().statistics),
        _Case(parent, multiway.statistics),
    ]


def _all_rows(dataset: Dataset) -> npt.NDArray[np.int32]:
    return np.arange(dataset.n_rows, dtype=np.int32)


def _table(dataset: Dataset, statistics: Statistics, feature: int) -> Table:
    n_codes = dataset.schema.features[feature].n_categories
    return statistics.table(dataset.columns[feature], n_codes, _all_rows(dataset))


def _score(criterion: Criterion, parent: FloatArray, branches: FloatArray) -> FloatArray:
    example = str(_Case(parent, branches))
    before = parent.copy(), branches.copy()
    with calling(criterion, "score(parent, branches)", example):
        scores = criterion.score(parent, branches)
    unchanged = np.array_equal(parent, before[0], equal_nan=True) and np.array_equal(
        branches, before[1], equal_nan=True
    )
    demand(unchanged, criterion, "score must not change the arrays it is given.", example)
    return demand_array(scores, (len(branches),), criterion, "score(parent, branches)", example)


def _check_shapes(criterion: Criterion, case: _Case) -> None:
    _score(criterion, case.parent, case.branches)
    for statistics in (case.parent, case.branches):
        shape = statistics.shape[:-1]
        example = f"statistics of shape {statistics.shape}"
        with calling(criterion, "impurity(statistics)", example):
            impurity = criterion.impurity(statistics)
        demand_array(impurity, shape, criterion, "impurity(statistics)", example)
        demand(
            bool((np.asarray(impurity) >= -TOLERANCE).all()),
            criterion,
            f"impurity must be 0 or more, but it is {np.min(impurity)}.",
        )


def _check_vectorised(criterion: Criterion, case: _Case) -> None:
    together = _score(criterion, case.parent, case.branches)
    for i, score in enumerate(together):
        alone = _score(criterion, case.parent, case.branches[i : i + 1])[0]
        demand(
            bool(np.isclose(alone, score, atol=TOLERANCE)),
            criterion,
            f"a candidate's score must not depend on the others, but candidate {i} scores "
            f"{score:g} among {len(together)} and {alone:g} alone.",
            str(case),
        )


def _check_order(criterion: Criterion, case: _Case, nominal: bool) -> None:
    score = _score(criterion, case.parent, case.branches)
    mirrored = _score(criterion, case.parent, np.ascontiguousarray(case.branches[:, ::-1]))
    demand(
        bool(np.allclose(score, mirrored, atol=TOLERANCE)),
        criterion,
        f"the order of the branches must not matter, but reversing it changes the score "
        f"from {score[0]:g} to {mirrored[0]:g}.",
        str(case),
    )
    if not nominal or hasattr(criterion, "blocks"):
        return
    renamed = _score(criterion, case.parent[::-1].copy(), case.branches[..., ::-1].copy())
    demand(
        bool(np.allclose(score, renamed, atol=TOLERANCE)),
        criterion,
        f"the order of the classes must not matter, but reversing it changes the score "
        f"from {score[0]:g} to {renamed[0]:g}.",
        str(case),
    )


def _check_empty_branch(criterion: Criterion, case: _Case) -> None:
    score = _score(criterion, case.parent, case.branches)
    padded = np.pad(case.branches, ((0, 0), (0, 1), (0, 0)))
    with_empty = _score(criterion, case.parent, padded)
    demand(
        bool(np.allclose(score, with_empty, atol=TOLERANCE)),
        criterion,
        f"an empty branch must not change the score, but it does: "
        f"{score[0]:g} without, {with_empty[0]:g} with one.",
        str(case),
    )
    nothing = np.zeros_like(case.parent)
    _score(criterion, nothing, np.zeros_like(padded))


def _check_concave(criterion: Criterion, nominal: bool) -> None:
    """Small nodes, because they differ most from their parents."""
    for case in [case for seed in range(10) for case in _cases(criterion, nominal, 12, seed)]:
        lowest = _score(criterion, case.parent, case.branches).min(initial=0.0)
        demand(
            lowest >= -TOLERANCE,
            criterion,
            "a split must never score below 0 if the impurity is concave, "
            f"but one scores {lowest:g}.",
            str(case),
        )


def _check_sense(criterion: Criterion, nominal: bool) -> None:
    """A split that separates the targets beats one that tells nothing, at any scale of weight."""
    blocks = getattr(criterion, "blocks", (2,)) if nominal else None
    values = np.repeat([0, 1] if nominal else [1.0, 3.0], 4)[:, None]
    features = {"tells": [0, 0, 0, 0, 1, 1, 1, 1], "tells_not": [0, 1, 0, 1, 0, 1, 0, 1]}
    for weight in (0.5, 1.0, 3.0):
        targets = np.repeat(values, len(blocks or (1,)), axis=1)
        dataset = dataset_of(features, targets, blocks, weight)
        statistics = criterion.count(dataset)
        parent = statistics.total(_all_rows(dataset))[1]
        pure, mixed = (_table(dataset, statistics, feature).cuts().statistics for feature in (0, 1))
        _check_better(criterion, parent, pure, mixed)


def _check_better(
    criterion: Criterion, parent: FloatArray, pure: FloatArray, mixed: FloatArray
) -> None:
    high = _score(criterion, parent, pure)[0]
    low = _score(criterion, parent, mixed)[0]
    example = f"parent={parent.tolist()}, pure={pure[0].tolist()}, mixed={mixed[0].tolist()}"
    demand(
        high >= low - TOLERANCE,
        criterion,
        f"higher must be better, but a split into pure branches scores {high:g} and a split that "
        f"tells nothing scores {low:g}.",
        example,
    )
    impurity = float(criterion.impurity(pure[0, 0]))
    demand(
        abs(impurity) <= TOLERANCE,
        criterion,
        f"the impurity of a pure node must be 0, but it is {impurity:g}.",
        f"statistics={pure[0, 0].tolist()}",
    )
