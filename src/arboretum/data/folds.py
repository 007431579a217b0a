"""Samples dealt into folds: each is held out once, and the others are grown from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.exceptions import DataError, ParameterError

__all__ = ["Fold", "deal_folds", "make_folds", "some_samples"]

FloatArray = npt.NDArray[np.float64]


#: Taken off numbers of samples before they are rounded up: thirds are not exact.
NEARLY = 1e-6


@dataclass(frozen=True, eq=False)
class Fold:
    """How many samples of each row are grown from, and how many are held out."""

    growing: FloatArray
    held_out: FloatArray


def deal_folds(dataset: Dataset, n_folds: int, seed: int) -> list[Fold]:
    """Shuffle the rows, put those of the same class together, and deal their samples like cards.

    So the sizes of the folds differ by one at most, overall and in each class.
    A row that stands for several samples has them in several folds, as if each
    had a row to itself.
    """
    start, end = _in_pack(dataset, seed)
    dealt = (np.ceil((end - k) / n_folds) - np.ceil((start - k) / n_folds) for k in range(n_folds))
    return [Fold(dataset.counts - held_out, held_out) for held_out in dealt]


def _in_pack(dataset: Dataset, seed: int) -> tuple[FloatArray, FloatArray]:
    """Where the samples of each row start and end in a shuffled pack, class by class."""
    order = np.random.default_rng(seed).permutation(dataset.n_rows)
    if dataset.schema.is_classification and dataset.targets is not None:
        order = order[np.argsort(_strata(dataset)[order], kind="stable")]
    end = np.empty(dataset.n_rows)
    end[order] = np.cumsum(dataset.counts[order])
    return end - dataset.counts, end


def _strata(dataset: Dataset) -> npt.NDArray[np.integer]:
    """Numbers of the classes; of several targets, of the combinations that occur."""
    assert dataset.targets is not None
    if dataset.schema.classes is not None:  # narrow ones are sorted quickly
        return np.asarray(
            dataset.targets[:, 0].astype(np.min_scalar_type(len(dataset.schema.classes)))
        )
    _, stratum = np.unique(dataset.targets, axis=0, return_inverse=True)
    return np.asarray(stratum.reshape(-1))


def some_samples(dataset: Dataset, counts: FloatArray) -> Dataset:
    """The dataset of so many samples of each row."""
    rows = np.flatnonzero(counts > 0)
    some, counts = dataset.sharing(rows), counts[rows]
    if counts.max(initial=1.0) == 1.0 == some.counts.max(initial=1.0):
        return some  # a row is a sample
    return replace(some, weights=some.weights / some.counts * counts, counts=counts)


def make_folds(
    dataset: Dataset, cv: Any, groups: Any = None, seed: int = 0, repeats: int = 1
) -> list[Fold]:
    """The folds that ``cv`` asks for.

    Parameters
    ----------
    cv : int, float, array or splitter
        A number of folds, dealt by ``seed``, class by class; a share of the samples, such as 1/3,
        that is held out once; the fold of each sample, by any labels; or an object with
        scikit-learn's ``split``.
    groups : one label per sample, or None
        Samples of one group are held out together.
    repeats : int
        How often a number of folds, or a share, is dealt, each time by the next seed.
    """
    labels = None if groups is None else _of_rows(dataset, groups, "groups")
    is_number = isinstance(cv, Real) and not isinstance(cv, bool)
    if repeats > 1 and not is_number:
        raise ParameterError(
            f"repeats={repeats} deals a number of folds several times, but cv says which samples "
            "each fold holds. Pass a number as cv, or leave out repeats."
        )
    if hasattr(cv, "split") and not isinstance(cv, str):
        return _split(dataset, cv, labels)
    if is_number:
        dealt = (_dealt(dataset, cv, labels, seed + k) for k in range(repeats))
        return [fold for folds in dealt for fold in folds]
    if not isinstance(cv, Iterable) or isinstance(cv, str):
        raise ParameterError(
            f"cv={cv!r} must be a number of folds, a share of the samples below 1, the fold of "
            "each sample, or a splitter of scikit-learn."
        )
    if labels is not None:
        raise ParameterError("Folds that are given leave nothing to group. Leave out groups or cv.")
    fold = _of_rows(dataset, cv, "cv")
    return _apart(dataset, fold, np.unique(fold))


def _dealt(dataset: Dataset, cv: Any, labels: npt.NDArray[Any] | None, seed: int) -> list[Fold]:
    if not isinstance(cv, Integral):
        return [_hold_out(dataset, float(cv), labels, seed)]
    n_folds = int(cv)
    if n_folds < 2:
        raise ParameterError(f"cv={n_folds} is too few. Deal the samples into at least 2 folds.")
    n_samples = int(dataset.counts.sum())
    if n_samples < 2:
        raise DataError("A single sample cannot be dealt into folds. Give more samples.")
    if labels is not None:
        return _deal_groups(dataset, n_folds, labels, seed)
    return deal_folds(dataset, min(n_folds, n_samples), seed)


def _hold_out(dataset: Dataset, share: float, labels: npt.NDArray[Any] | None, seed: int) -> Fold:
    """A share of each class is held out, or as many groups as have that share of the samples."""
    if not 0 < share < 1:
        raise ParameterError(
            f"cv={share!r} is neither a whole number of folds nor a share of the samples below 1. "
            "Pass one, such as 10 or 1/3."
        )
    if labels is None:
        start, end = _in_pack(dataset, seed)
        held_out = np.ceil(end * share - NEARLY) - np.ceil(start * share - NEARLY)
    else:
        _, group = np.unique(labels, return_inverse=True)
        order = np.random.default_rng(seed).permutation(int(group.max()) + 1)
        reached = np.cumsum(np.bincount(group, weights=dataset.counts)[order])
        n_groups = np.searchsorted(reached, share * reached[-1] - NEARLY) + 1
        held_out = np.where(np.isin(group, order[:n_groups]), dataset.counts, 0.0)
    if not 0 < held_out.sum() < dataset.counts.sum():
        raise DataError(
            f"cv={share!r} of {dataset.counts.sum():g} samples holds out "
            f"{held_out.sum():g} of them. Give more samples, or another share."
        )
    return Fold(dataset.counts - held_out, held_out)


def _deal_groups(dataset: Dataset, n_folds: int, labels: npt.NDArray[Any], seed: int) -> list[Fold]:
    """Shuffled groups, the largest first, each to the fold that has the fewest samples."""
    _, group = np.unique(labels, return_inverse=True)
    size = np.bincount(group, weights=dataset.counts)
    if len(size) < 2:
        raise DataError("groups holds one group only, which cannot be held out. Give two or more.")
    order = np.random.default_rng(seed).permutation(len(size))
    order = order[np.argsort(-size[order], kind="stable")]
    n_folds = min(n_folds, len(size))
    held = np.zeros(n_folds)
    fold_of = np.empty(len(size), dtype=np.int64)
    for one in order:
        fold_of[one] = held.argmin()
        held[fold_of[one]] += size[one]
    return _apart(dataset, fold_of[group], np.arange(n_folds))


def _apart(dataset: Dataset, fold: npt.NDArray[Any], labels: npt.NDArray[Any]) -> list[Fold]:
    if len(labels) < 2:
        raise ParameterError("cv puts all samples into one fold. Give at least 2.")
    return [
        Fold(
            np.where(fold == label, 0.0, dataset.counts),
            np.where(fold == label, dataset.counts, 0.0),
        )
        for label in labels
    ]


def _split(dataset: Dataset, splitter: Any, labels: npt.NDArray[Any] | None) -> list[Fold]:
    """What a splitter of scikit-learn makes of the rows."""
    target = dataset.targets
    y = None if target is None else target[:, 0] if target.shape[1] == 1 else np.asarray(target)
    found = []
    for growing, held_out in splitter.split(np.zeros((dataset.n_rows, 1)), y, labels):
        fold = Fold(np.zeros(dataset.n_rows), np.zeros(dataset.n_rows))
        fold.growing[growing] = dataset.counts[growing]
        fold.held_out[held_out] = dataset.counts[held_out]
        found.append(fold)
    return found


def _of_rows(dataset: Dataset, given: Any, argument: str) -> npt.NDArray[Any]:
    """One label per row, from one per sample of the user's table."""
    labels = np.asarray(given).reshape(-1)
    origin = dataset.origin
    is_short = origin is not None and len(labels) <= int(origin.max(initial=-1))
    if is_short or (origin is None and len(labels) != dataset.n_rows):
        n_wanted = dataset.n_rows if origin is None else f"at least {int(origin.max()) + 1}"
        raise ParameterError(
            f"{argument} has {len(labels)} labels for {n_wanted} samples. Pass one per sample."
        )
    return labels if origin is None else labels[origin]
