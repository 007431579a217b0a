"""What a source does not do it refuses, in words."""

from __future__ import annotations

import pytest

from arboretum import CARTClassifier, TreeClassifier
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing import grow
from arboretum.sources import KNOWN, MemorySource, Source, source_of
from arboretum.statistics import ClassCounts
from arboretum.stopping import Permutation
from arboretum.testing.samples import class_dataset


class OnlySums(MemorySource):
    """Answers the four questions that every source answers, and no other."""

    name = "sums"
    is_native = False
    keeps_targets = False
    cross_tables = Source.cross_tables
    targets, answers, groups = Source.targets, Source.answers, Source.groups
    counts, shuffled = Source.counts, Source.shuffled


def grown(model):
    dataset = class_dataset(has_missing=True)
    recipe = model.fit_dataset(dataset).tree_.recipe
    return grow(OnlySums(dataset, ClassCounts(dataset)), recipe)


def test_four_questions_are_enough_for_a_plain_tree():
    dataset = class_dataset(has_missing=True)
    recipe = TreeClassifier().fit_dataset(dataset).tree_.recipe

    assert grown(TreeClassifier()) == grow(MemorySource(dataset, ClassCounts(dataset)), recipe)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (CARTClassifier(complexity=0.0), "Rows in sums cannot be counted by two columns at once"),
        (
            TreeClassifier(stopping=Permutation(n_permutations=20)),
            "Rows in sums cannot shuffle their targets",
        ),
    ],
)
def test_parts_that_need_more_are_refused(model, message):
    with pytest.raises(UnsupportedCombination, match=f"{message}.*fit in memory"):
        grown(model)


def test_the_first_source_that_takes_a_dataset_reads_it(monkeypatch):
    assert source_of(class_dataset()) is MemorySource
    assert list(KNOWN)[-1] == "memory"  # it takes any

    monkeypatch.setattr(OnlySums, "takes", classmethod(lambda cls, dataset: True))
    monkeypatch.setattr("arboretum.sources.KNOWN", {"sums": OnlySums, **KNOWN})
    model = TreeClassifier().fit_dataset(class_dataset())

    assert model.grower_ == "readable: the rows are in sums"
