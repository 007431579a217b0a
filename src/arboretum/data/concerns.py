"""What may mislead a tree or its judge, though every column can be learned from.

Unlike what was assumed to read a table, none of this can be put right by reading it another
way: it is for the user to decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.dataset import Dataset
from arboretum.data.equal_rows import equal_rows
from arboretum.data.folds import Fold
from arboretum.data.read.odd_columns import is_key_name
from arboretum.data.schema import Target

__all__ = ["RARE", "RARE_SHARE", "concerns", "count_twins_apart"]

#: A categorical feature of at least so many categories, with fewer samples each on average.
MANY_CATEGORIES, FEW_SAMPLES = 20, 10.0
#: A class is rare if it has less than this share, or fewer samples, and half its due at most.
RARE_SHARE, RARE_SAMPLES, OF_ITS_DUE = 0.05, 10.0, 0.5
#: How the line about rare classes begins.
RARE = "Rare class"
#: Features or classes that one line names.
_MOST_NAMES = 5


def concerns(dataset: Dataset) -> list[str]:
    """What to think of before a tree is grown from a dataset: one line each, with what to do."""
    return [
        *_many_categories(dataset),
        *_keys_that_repeat(dataset),
        *_spelt_alike(dataset),
        *_rare_classes(dataset),
    ]


def _many_categories(dataset: Dataset) -> Iterator[str]:
    found = {}
    for feature, column, n_missing in zip(
        dataset.schema.features, dataset.columns, dataset.n_missing, strict=True
    ):
        if feature.kind != "categorical" or feature.n_categories < MANY_CATEGORIES:
            continue
        n_held = len(np.unique(column[column >= 0]))
        n_known = dataset.n_rows - n_missing
        if n_held >= MANY_CATEGORIES and n_known < FEW_SAMPLES * n_held:
            found[feature.name] = f"{feature.name!r} ({n_held} categories in {n_known} rows)"
    if found:
        yield (
            f"Many categories with few rows each: {_listed(list(found.values()))}. A tree finds "
            f"chance patterns among them. Merge categories, or leave the column out: "
            f"ignore={next(iter(found))!r}."
        )


def _keys_that_repeat(dataset: Dataset) -> Iterator[str]:
    """Numbers that are called names of something: of patients, say, with several rows each."""
    for feature, column in zip(dataset.schema.features, dataset.columns, strict=True):
        if feature.kind != "numeric" or feature.clock is not None or not is_key_name(feature.name):
            continue
        known = column[~np.isnan(column)]
        n_held = len(np.unique(known))
        if n_held >= MANY_CATEGORIES and (known == np.floor(known)).all():
            yield (
                f"{feature.name!r} is called an identifier and has {n_held} values in {len(known)} "
                f"rows. A tree may learn them by heart, and in cross-validation it has seen most "
                f"of them. If new rows will have others, leave it out: ignore={feature.name!r}."
            )


def _spelt_alike(dataset: Dataset) -> Iterator[str]:
    """Words that differ only in large and small letters are rarely meant to differ."""
    targets = [(target.name, target.classes) for target in dataset.schema.targets]
    features = [(feature.name, feature.categories) for feature in dataset.schema.features]
    for name, words in [*targets, *features]:
        spelt: dict[str, list[str]] = {}
        for word in words or ():
            if isinstance(word, str):
                spelt.setdefault(word.casefold(), []).append(word)
        alike = [" and ".join(map(repr, same)) for same in spelt.values() if len(same) > 1]
        if alike:
            yield (
                f"{name!r} holds words that differ only in large and small letters: "
                f"{_listed(alike)}. They count as different; write them alike if they are not."
            )


def _rare_classes(dataset: Dataset) -> Iterator[str]:
    if not dataset.schema.is_classification or dataset.targets is None:
        return
    if dataset.schema.are_labels:  # that most samples lack a label is what labels are like
        return
    for k, target in enumerate(dataset.schema.targets):
        rare = _rare(target, np.asarray(dataset.targets[:, k]), dataset.counts)
        if rare:
            of = "" if len(dataset.schema.targets) == 1 else f" of {target.name!r}"
            ending, they, them, do = (
                ("", "it", "it", "hardly counts")
                if len(rare) == 1
                else ("es", "they", "them", "hardly count")
            )
            yield (
                f"{RARE}{ending}{of}: {_listed(rare)}: {they} {do} in the error rate, so that a "
                f"tree may never predict {them}. If you need {them}, weigh the classes: "
                f"class_weight='balanced', a prior or a loss."
            )


def _rare(
    target: Target, codes: npt.NDArray[np.integer], counts: npt.NDArray[np.float64]
) -> list[str]:
    classes = target.classes or ()
    held = np.bincount(codes, weights=counts, minlength=len(classes))
    total = held.sum()
    is_small = (held < RARE_SHARE * total) | (held < RARE_SAMPLES)
    is_rare = is_small & (held * len(classes) < OF_ITS_DUE * total) & (held > 0)
    return [
        f"{classes[i]!r} ({held[i]:g} of {total:g} samples)"
        for i in np.flatnonzero(is_rare).tolist()
    ]


def _listed(found: Sequence[str]) -> str:
    more = f" and {len(found) - _MOST_NAMES} more" if len(found) > _MOST_NAMES else ""
    return ", ".join(found[:_MOST_NAMES]) + more


# Samples that come twice ----------------------------------------------------------

#: Numbers of so many different values do not repeat by chance, if two features have as many.
MANY_NUMBERS = 20


def count_twins_apart(dataset: Dataset, folds: Sequence[Fold]) -> int:
    """How many held-out samples have a twin, equal in all features and targets, to grow from.

    0 where samples may well be equal by chance: without two numeric features of many values.
    """
    if sum(_has_many_numbers(dataset, f) for f in range(dataset.schema.n_features)) < 2:
        return 0
    targets = () if dataset.targets is None else np.asarray(dataset.targets).T
    group = equal_rows((*dataset.columns, *targets), dataset.n_rows)
    n_apart = 0.0
    for fold in folds:
        grown = np.bincount(group, weights=fold.growing)
        n_apart += float(fold.held_out[grown[group] > 0].sum())
    return int(n_apart)


def _has_many_numbers(dataset: Dataset, feature: int) -> bool:
    if dataset.schema.features[feature].kind != "numeric":
        return False
    column = dataset.columns[feature]
    return len(np.unique(column[: 50 * MANY_NUMBERS])) >= MANY_NUMBERS
