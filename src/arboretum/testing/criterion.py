"""Check a custom criterion."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Criterion
from arboretum.data import Dataset
from arboretum.statistics import ClassCounts, Statistics, Table
from arboretum.testing.samples import class_dataset, dataset_of, number_dataset
from arboretum.testing.trial import Trial, on_trial

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
        Also check that no split scores below 0, as is the case with a concave
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
    trial = on_trial(criterion, Criterion)
    statistics = getattr(criterion, "statistics", None)
    trial.demand(
        isinstance(statistics, type) and issubclass(statistics, Statistics),
        "the class attribute 'statistics' must say what is counted, "
        "such as statistics = ClassCounts or statistics = Moments.",
    )
    if nominal is None:
        nominal = issubclass(criterion.statistics, ClassCounts)
    for case in _cases(trial, nominal):
        _check_impurity(case)
        _check_vectorised(case)
        _check_order(case, nominal)
        _check_empty_branch(case)
    _check_sense(trial, nominal)
    if is_concave:
        _check_concave(trial, nominal)


@dataclass(frozen=True, eq=False)
class _Case:
    """A node and some candidate splits of it."""

    trial: Trial[Criterion]
    parent: FloatArray
    branches: FloatArray

    @property
    def shown(self) -> Trial[Criterion]:
        """The trial with this case as its example."""
        parent, first = self.parent.tolist(), self.branches[0].tolist()
        return self.trial.on(f"parent={parent}, branches[0]={first}")

    def score(self) -> FloatArray:
        trial, before = self.shown, (self.parent.copy(), self.branches.copy())
        with trial.calling("score(parent, branches)"):
            scores = trial.part.score(self.parent, self.branches)
        is_same = all(
            np.array_equal(now, then, equal_nan=True)
            for now, then in zip((self.parent, self.branches), before, strict=True)
        )
        trial.demand(is_same, "score must not change the arrays it is given.")
        return trial.array(scores, (len(self.branches),), "score(parent, branches)")


def _cases(trial: Trial[Criterion], nominal: bool, n_rows: int = 60, seed: int = 0) -> list[_Case]:
    """The cuts of an ordered feature, and a split with one branch per category."""
    if nominal:
        blocks = getattr(trial.part, "blocks", (3,))
        dataset = class_dataset(blocks, n_rows=n_rows, seed=seed)
    else:
        dataset = number_dataset(n_rows=n_rows, seed=seed)
    statistics = trial.part.count(dataset)
    parent = statistics.total(_all_rows(dataset))[1]
    table = _table(dataset, statistics, 2)
    multiway = table.groups(np.arange(table.n_bins)[None, :], table.n_bins)
    cuts = _table(dataset, statistics, 1).cuts()
    return [_Case(trial, parent, it.statistics) for it in (cuts, multiway)]


def _all_rows(dataset: Dataset) -> npt.NDArray[np.int32]:
    return np.arange(dataset.n_rows, dtype=np.int32)


def _table(dataset: Dataset, statistics: Statistics, feature: int) -> Table:
    n_codes = dataset.schema.features[feature].n_categories
    return statistics.table(dataset.columns[feature], n_codes, _all_rows(dataset))


def _check_impurity(case: _Case) -> None:
    for statistics in (case.parent, case.branches):
        trial = case.trial.on(f"statistics of shape {statistics.shape}")
        with trial.calling("impurity(statistics)"):
            impurity = trial.part.impurity(statistics)
        trial.array(impurity, statistics.shape[:-1], "impurity(statistics)")
        lowest = np.min(impurity)
        case.trial.demand(lowest >= -TOLERANCE, f"impurity must be 0 or more, but it is {lowest}.")


def _check_vectorised(case: _Case) -> None:
    together = case.score()
    for i, score in enumerate(together):
        alone = replace(case, branches=case.branches[i : i + 1]).score()[0]
        case.shown.demand(
            np.isclose(alone, score, atol=TOLERANCE),
            f"a candidate's score must not depend on the others, but candidate {i} scores "
            f"{score:g} among {len(together)} and {alone:g} alone.",
        )


def _check_order(case: _Case, nominal: bool) -> None:
    reversed_ = {"branches": replace(case, branches=case.branches[:, ::-1].copy())}
    if nominal and not hasattr(case.trial.part, "blocks"):
        reversed_["classes"] = replace(
            case, parent=case.parent[::-1].copy(), branches=case.branches[..., ::-1].copy()
        )
    for what, other in reversed_.items():
        score, mirrored = case.score(), other.score()
        case.shown.demand(
            np.allclose(score, mirrored, atol=TOLERANCE),
            f"the order of the {what} must not matter, but reversing it changes the score "
            f"from {score[0]:g} to {mirrored[0]:g}.",
        )


def _check_empty_branch(case: _Case) -> None:
    padded = np.pad(case.branches, ((0, 0), (0, 1), (0, 0)))
    score, with_empty = case.score(), replace(case, branches=padded).score()
    case.shown.demand(
        np.allclose(score, with_empty, atol=TOLERANCE),
        f"an empty branch must not change the score, but it does: "
        f"{score[0]:g} without, {with_empty[0]:g} with one.",
    )
    replace(case, parent=np.zeros_like(case.parent), branches=np.zeros_like(padded)).score()


def _check_concave(trial: Trial[Criterion], nominal: bool) -> None:
    """Small nodes, because they differ most from their parents."""
    for case in [case for seed in range(10) for case in _cases(trial, nominal, 12, seed)]:
        lowest = case.score().min(initial=0.0)
        case.shown.demand(
            lowest >= -TOLERANCE,
            "a split must never score below 0 if the impurity is concave, "
            f"but one scores {lowest:g}.",
        )


def _check_sense(trial: Trial[Criterion], nominal: bool) -> None:
    """A split that separates the targets beats one that does not, at any scale of weight."""
    blocks = getattr(trial.part, "blocks", (2,)) if nominal else None
    values = np.repeat([0, 1] if nominal else [1.0, 3.0], 4)[:, None]
    features = {"separates": [0, 0, 0, 0, 1, 1, 1, 1], "mixes": [0, 1, 0, 1, 0, 1, 0, 1]}
    for weight in (0.5, 1.0, 3.0):
        targets = np.repeat(values, len(blocks or (1,)), axis=1)
        dataset = dataset_of(features, targets, blocks, weight)
        statistics = trial.part.count(dataset)
        parent = statistics.total(_all_rows(dataset))[1]
        pure, mixed = (_table(dataset, statistics, feature).cuts().statistics for feature in (0, 1))
        high, low = (_Case(trial, parent, branches).score()[0] for branches in (pure, mixed))
        example = f"parent={parent.tolist()}, pure={pure[0].tolist()}, mixed={mixed[0].tolist()}"
        trial.on(example).demand(
            high >= low - TOLERANCE,
            f"higher must be better, but a split into pure branches scores {high:g} and a split "
            f"that separates nothing scores {low:g}.",
        )
        impurity = float(trial.part.impurity(pure[0, 0]))
        trial.on(f"statistics={pure[0, 0].tolist()}").demand(
            abs(impurity) <= TOLERANCE,
            f"the impurity of a pure node must be 0, but it is {impurity:g}.",
        )
