"""Small datasets that have everything in them: kinds, ties, missing values, weights."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data import MISSING, Dataset, Feature, Schema, Target

__all__ = ["class_dataset", "dataset_of", "number_dataset"]

_FEATURES = (
    Feature("size", "numeric"),
    Feature("grade", "ordered", ("low", "middle", "high", "top")),
    Feature("colour", "categorical", ("red", "green", "blue", "white")),
)


def class_dataset(
    blocks: tuple[int, ...] = (3,), *, has_missing: bool = False, n_rows: int = 60, seed: int = 0
) -> Dataset:
    """Samples with one nominal target for each number of classes."""
    random = np.random.default_rng(seed)
    columns = _columns(random, n_rows, has_missing)
    targets = np.stack([random.integers(0, n, n_rows) for n in blocks], axis=1).astype(np.int32)
    # A signal in the first target, so that some candidates are better than others.
    follows = random.random(n_rows) < 0.6
    targets[follows, 0] = np.maximum(columns[2][follows], 0) % blocks[0]
    schema = Schema(_FEATURES, _targets(len(blocks), blocks))
    return _dataset(schema, columns, targets, random)


def number_dataset(
    n_targets: int = 1, *, has_missing: bool = False, n_rows: int = 60, seed: int = 0
) -> Dataset:
    """Samples with numeric targets that are 0 or above, with ties among them."""
    random = np.random.default_rng(seed)
    columns = _columns(random, n_rows, has_missing)
    signal = np.maximum(columns[2], 0)[:, None] * 2.0
    targets = np.round(signal + random.gamma(1.0, 2.0, (n_rows, n_targets)), 1)
    schema = Schema(_FEATURES, _targets(n_targets, None))
    return _dataset(schema, columns, targets, random)


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


def _columns(
    random: np.random.Generator, n_rows: int, has_missing: bool
) -> tuple[npt.NDArray, ...]:
    size = np.round(random.normal(size=n_rows), 1)  # rounded: values repeat
    grade = random.integers(0, 4, n_rows).astype(np.int32)
    colour = random.integers(0, 4, n_rows).astype(np.int32)
    if has_missing:
        size[random.random(n_rows) < 0.2] = np.nan
        grade[random.random(n_rows) < 0.2] = MISSING
        colour[random.random(n_rows) < 0.2] = MISSING
    return size, grade, colour


def _dataset(
    schema: Schema,
    columns: tuple[npt.NDArray, ...],
    targets: npt.NDArray,
    random: np.random.Generator,
) -> Dataset:
    n_rows = len(targets)
    weights = random.choice([0.5, 1.0, 2.0], n_rows)
    return Dataset(schema, columns, targets, weights, np.ones(n_rows))
