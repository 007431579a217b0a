"""Small datasets that have everything in them: kinds, ties, missing values, weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import MISSING, Dataset, Feature, Schema, Target
from arboretum.sources import MemorySource, Route
from arboretum.statistics import ClassCounts, Moments, Statistics, Table
from arboretum.tree import Split

__all__ = ["Ground", "class_dataset", "dataset_of", "grounds", "number_dataset"]

_FEATURES = (
    Feature("size", "numeric"),
    Feature("grade", "ordered", ("low", "middle", "high", "top")),
    Feature("colour", "categorical", ("red", "green", "blue", "white")),
)


def class_dataset(
    blocks: tuple[int, ...] = (3,), *, has_missing: bool = False, n_rows: int = 60, seed: int = 0
) -> Dataset:
    """Samples with one nominal target per number of classes."""
    random = np.random.default_rng(seed)
    columns = _columns(random, n_rows)
    targets = np.stack([random.integers(0, n, n_rows) for n in blocks], axis=1).astype(np.int32)
    follows = random.random(n_rows) < 0.7
    targets[follows, 0] = columns[2][follows] % blocks[0]
    schema = Schema(_FEATURES, _targets(len(blocks), blocks))
    return _dataset(schema, columns, targets, random, has_missing)


def number_dataset(
    n_targets: int = 1, *, has_missing: bool = False, n_rows: int = 60, seed: int = 0
) -> Dataset:
    """Samples with numeric targets that are 0 or above, with ties among them."""
    random = np.random.default_rng(seed)
    columns = _columns(random, n_rows)
    noise = random.gamma(1.0, 2.0, (n_rows, n_targets))
    targets = np.round(2.0 * columns[2][:, None] + noise, 1)
    schema = Schema(_FEATURES, _targets(n_targets, None))
    return _dataset(schema, columns, targets, random, has_missing)


def dataset_of(
    features: dict[str, list[int]],
    targets: npt.NDArray,
    blocks: tuple[int, ...] | None,
    weight: float = 1.0,
) -> Dataset:
    """Samples of categorical features given by codes, all of one weight.

    ``blocks`` is the number of classes of each target, None if targets are numbers.
    """
    columns = tuple(np.array(codes, dtype=np.int32) for codes in features.values())
    schema = Schema(
        tuple(
            Feature(name, "categorical", _letters(int(column.max()) + 1))
            for name, column in zip(features, columns, strict=True)
        ),
        _targets(targets.shape[1], blocks),
    )
    n_rows = len(targets)
    targets = targets.astype(np.float64 if blocks is None else np.int32)
    return Dataset(schema, columns, targets, np.full(n_rows, weight), np.ones(n_rows))


def _letters(n: int) -> tuple[str, ...]:
    return tuple("abcdefghij"[:n])


def _targets(n_targets: int, blocks: tuple[int, ...] | None) -> tuple[Target, ...]:
    if blocks is None:
        return tuple(Target(f"number{i}") for i in range(n_targets))
    return tuple(Target(f"class{i}", _letters(n_classes)) for i, n_classes in enumerate(blocks))


def _columns(random: np.random.Generator, n_rows: int) -> tuple[npt.NDArray, ...]:
    """A colour, which targets will depend on, and two features that go with it."""
    colour = random.integers(0, 4, n_rows).astype(np.int32)
    size = np.round(colour + random.normal(scale=0.5, size=n_rows), 1)  # rounded: values repeat
    grade = np.minimum(colour + random.integers(0, 2, n_rows), 3).astype(np.int32)
    return size, grade, colour


def _dataset(
    schema: Schema,
    columns: tuple[npt.NDArray, ...],
    targets: npt.NDArray,
    random: np.random.Generator,
    has_missing: bool,
) -> Dataset:
    n_rows = len(targets)
    if has_missing:
        for column, missing in zip(columns, (np.nan, MISSING, MISSING), strict=True):
            column[random.random(n_rows) < 0.2] = missing
    weights = random.choice([0.5, 1.0, 2.0], n_rows)
    return Dataset(schema, columns, targets, weights, np.ones(n_rows))


@dataclass(frozen=True, eq=False)
class Ground:
    """A dataset with its statistics, to see where splits send samples."""

    dataset: Dataset
    statistics: Statistics

    def source(self) -> MemorySource:
        return MemorySource(self.dataset, self.statistics)

    def table(self, feature: int, fill: npt.NDArray[np.integer] | None = None) -> Table:
        return self.source().table(0, feature, fill)

    def asked(
        self, split: Split, shares: npt.NDArray[np.float64] | None = None
    ) -> npt.NDArray[np.float64]:
        """Number of samples in each branch once a split has been asked."""
        source = self.source()
        children = range(1, split.arity + 1)
        source.route([Route(0, split, children, shares)])
        return np.array([count for count, *_ in source.totals(children)])


def grounds(*, has_missing: bool) -> list[Ground]:
    """One dataset with classes and one with numbers."""
    classes = class_dataset(has_missing=has_missing)
    numbers = number_dataset(has_missing=has_missing)
    return [Ground(classes, ClassCounts(classes)), Ground(numbers, Moments(numbers))]
