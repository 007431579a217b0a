"""Columns that someone should look at before the tree is believed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from arboretum.data import Dataset, Schema
from arboretum.data.read.odd_columns import numbers_name_samples
from arboretum.judging.cross_validate import cross_validate_several
from arboretum.report.column_summary import ColumnSummary
from arboretum.report.labels import even_label
from arboretum.species import CLASSIFIERS, REGRESSORS
from arboretum.tree import Tree, name_text
from arboretum.tree.words.format import percent

__all__ = ["Suspect", "find_suspects"]

#: A column with at least this share of missing values is mostly empty.
MOSTLY_MISSING = 0.5
#: Categories that nearly all occur once identify samples; with few samples that means nothing.
NAMES_ITS_SAMPLES, FEWEST_SAMPLES = 0.9, 20
#: Day, month and year, in any order, and perhaps a time.
DATE = re.compile(r"(\d{4}([-/.])\d\d?\2\d\d?|\d\d?([-/.])\d\d?\3\d\d(\d\d)?)([ T]\d\d?:.*)?$")
#: What a single feature may leave of the error without a tree before it is too good to be true.
TOO_GOOD = 0.02
#: Of more rows this many are looked at first, if every category has some of them; a feature that
#: leaves so many times as much of the error there is not looked at further.
GLANCE, ROWS_OF_A_CATEGORY, FAR_FROM = 20_000, 20, 10


@dataclass(frozen=True)
class Suspect:
    """A column to look at: what it looks like, and what to do about it."""

    column: str
    what: Literal["constant", "mostly missing", "dates", "identifier", "leak"]
    words: str


def find_suspects(dataset: Dataset, columns: tuple[ColumnSummary, ...]) -> tuple[Suspect, ...]:
    """Features that hold nothing, or dates, that identify samples, or that know the target.

    What knows a set of labels knows the one of them that divides the samples most evenly.
    """
    known = dataset
    what = "the target" if len(dataset.schema.targets) == 1 else "all targets"
    if dataset.label_sets is not None:
        told = even_label(dataset.label_sets, dataset.weights)
        what = f"the label {name_text(dataset.schema.targets[told].name)}"
        known = _alone(dataset, told)
    elif dataset.vector is not None:
        known = dataset.take(np.flatnonzero(~np.isnan(np.asarray(dataset.targets)).any(axis=1)))
    return tuple(
        suspect
        for feature, column in enumerate(columns)
        for suspect in _suspects(dataset, feature, column, known, what)
    )


def _alone(dataset: Dataset, label: int) -> Dataset:
    """The dataset with one of its labels as the target."""
    schema = Schema(dataset.schema.features, (dataset.schema.targets[label],))
    codes = np.asarray(dataset.targets)[:, [label]]
    return replace(dataset, schema=schema, targets=codes, hierarchy=None)


def _suspects(
    dataset: Dataset, feature: int, column: ColumnSummary, known: Dataset, what: str
) -> Iterator[Suspect]:
    """What is suspicious about a feature; ``known`` has the target that might be given away."""
    name = name_text(column.name)
    if column.n_distinct <= 1 and (column.n_distinct == 0 or column.n_missing == 0):
        held = "the same value everywhere" if column.n_distinct else "no value at all"
        yield Suspect(column.name, "constant", f"{name} has {held}: it cannot predict anything.")
        return
    if column.share_missing >= MOSTLY_MISSING:
        # A column with some values is not missing in all rows.
        share = percent(column.share_missing, 0 if column.share_missing < 0.995 else 1)
        words = (
            f"{name} is missing in {share} of the rows. Ask whether the mere "
            "presence of a value may give the target away."
        )
        yield Suspect(column.name, "mostly missing", words)
    if _holds_dates(dataset, feature):
        words = (
            f"{name} looks like dates, which were read as categories without order. New rows will "
            "have others: let it be read as dates, or leave it out."
        )
        yield Suspect(column.name, "dates", words)
    elif _names_its_samples(dataset, feature, column):
        words = (
            f"{name} looks like an identifier: nearly every row has another value. New rows will "
            "have new ones; leave it out."
        )
        yield Suspect(column.name, "identifier", words)
    elif _knows_the_target(known, feature):
        words = (
            f"{name} alone predicts {what} (almost) perfectly. It may be a copy of the target "
            "or something that is known only afterwards; if so, leave it out."
        )
        yield Suspect(column.name, "leak", words)


def _holds_dates(dataset: Dataset, feature: int) -> bool:
    found = dataset.schema.features[feature]
    if found.kind != "categorical":
        return False
    return all(DATE.match(str(category)) for category in found.categories or ())


def _names_its_samples(dataset: Dataset, feature: int, column: ColumnSummary) -> bool:
    """Whether nearly every row has a category to itself, or numbers count the rows."""
    if dataset.schema.features[feature].clock is not None:  # a date may differ in every row
        return False
    n_known = dataset.n_rows - column.n_missing
    if n_known < FEWEST_SAMPLES or column.n_distinct < NAMES_ITS_SAMPLES * n_known:
        return False
    if column.kind != "numeric":
        return True
    return numbers_name_samples(dataset.columns[feature][~dataset.is_missing(feature)])


def _knows_the_target(dataset: Dataset, feature: int) -> bool:
    """Whether a tree of this feature alone leaves next to no error on samples it has not seen."""
    if dataset.counts.sum() < FEWEST_SAMPLES:
        return False
    found = dataset.schema.features[feature]
    schema = Schema((found,), dataset.schema.targets)
    alone = replace(dataset, schema=schema, columns=(dataset.columns[feature],))
    # A drawn part of many rows shows that nearly every feature is far from knowing the target.
    if dataset.n_rows > 2 * GLANCE and found.n_categories <= GLANCE // ROWS_OF_A_CATEGORY:
        drawn = np.random.default_rng(0).choice(dataset.n_rows, GLANCE, replace=False)
        if _share_left(alone.take(np.sort(drawn))) > FAR_FROM * TOO_GOOD:
            return False
    return _share_left(alone) <= TOO_GOOD


def _share_left(alone: Dataset) -> float:
    """What a tree leaves of the error without one, on samples it has not seen."""
    species = CLASSIFIERS if alone.schema.is_classification else REGRESSORS
    estimator = species["tree"]().set_params(min_samples_leaf=3)

    def grow(training: Dataset, progress: object) -> list[Tree]:
        tree = estimator.fit_dataset(training).tree_
        return [tree, tree.collapse([0])]

    tree, root = cross_validate_several(alone, grow, n_folds=2, seed=0)
    # For numbers the squared error counts: what is left of the variance.
    return max(
        (one.value / without.value) ** (2 if one.measure == "RMSE" else 1)
        if without.value > 0
        else 1.0
        for one, without in zip(tree.errors, root.errors, strict=True)
    )
