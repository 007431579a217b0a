"""One suite for every source: it counts what plain loops count, and grows what memory grows."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C45Classifier, CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing import grow
from arboretum.sources import KNOWN, MemorySource, Route, open_source
from arboretum.statistics import ClassCounts
from arboretum.stopping import Permutation
from arboretum.testing.samples import class_dataset, number_dataset
from arboretum.tree import Split

#: Every source grows these.
PLAIN = {
    "binary": TreeClassifier(),
    "multiway": TreeClassifier(splits="multiway", criterion="gain_ratio"),
    "numbers": TreeRegressor(min_samples_leaf=3),
}
#: These need rows, shares of rows or stand-ins: a source grows them, or refuses.
DEMANDING = {
    "fractional": C45Classifier(pruning=None),
    "surrogates": CARTClassifier(complexity=0.0),
    "a branch of the missing": TreeClassifier(missing="branch"),
    "the majority's branch": TreeClassifier(missing="majority"),
    "the median": TreeRegressor(criterion="absolute_error"),
    "shuffled targets": TreeClassifier(stopping=Permutation(n_permutations=20)),
}


@pytest.fixture(params=KNOWN)
def kind(request):
    return KNOWN[request.param]


def dataset_for(model, has_missing):
    make = class_dataset if model._nominal else number_dataset
    return make(has_missing=has_missing, n_rows=150)


def grown_twice(kind, model, dataset, folder):
    """The tree from the source, and the tree from memory, both by the loop."""
    recipe = model.fit_dataset(dataset).tree_.recipe
    statistics = recipe.criterion.count(dataset)
    source = open_source(kind.store(dataset, folder), statistics)
    assert type(source) is kind
    return grow(source, recipe), grow(MemorySource(dataset, statistics), recipe)


def assert_counts(source, dataset, node, rows):
    """Compare what a source says of a node with loops over its rows."""
    n_classes = len(dataset.schema.classes)
    (total,) = source.totals([node])
    assert total.n_samples == len(rows)
    assert total.statistics.tolist() == class_weights(dataset, rows, n_classes)
    for index, column in enumerate(source.columns):
        values = dataset.columns[index][rows]
        known = values[~dataset.is_missing(index, rows)].tolist()
        table = source.table(node, index)
        codes = range(column.feature.n_categories) if column.values is None else column.values

        assert [codes[code] for code in table.bins.tolist()] == sorted(set(known))
        assert table.missing_count == len(rows) - len(known)
        for value, counts, statistics in zip(
            sorted(set(known)), table.counts, table.statistics, strict=True
        ):
            there = rows[values == value]
            assert counts == len(there)
            assert statistics.tolist() == class_weights(dataset, there, n_classes)


def class_weights(dataset, rows, n_classes):
    weights = [0.0] * n_classes
    for row in rows.tolist():
        weights[dataset.targets[row, 0]] += dataset.weights[row]
    return weights


def test_it_counts_what_plain_loops_count(kind, tmp_path):
    dataset = class_dataset(has_missing=True)
    source = kind(kind.store(dataset, tmp_path), ClassCounts(dataset))
    size, _, colour = dataset.columns

    assert_counts(source, dataset, 0, np.arange(dataset.n_rows))
    source.route([Route(0, Split(0, "interval", 2, (1.5,), (), 1), [1, 2])])
    small = np.flatnonzero(size <= 1.5)
    large = np.flatnonzero(~(size <= 1.5))
    assert_counts(source, dataset, 1, small)
    assert_counts(source, dataset, 2, large)

    by_colour = Split(2, "category", 3, (), (0, 2, 1, 1), 0)
    source.route([Route(2, by_colour, [3, 4, 5])])
    branch = np.array([0, 2, 1, 1, 0])[colour[large]]  # the last is that of missing values
    for b, node in enumerate((3, 4, 5)):
        assert_counts(source, dataset, node, large[branch == b])
    source.release([1, 3, 4, 5])


@pytest.mark.parametrize("has_missing", [False, True])
@pytest.mark.parametrize("name", PLAIN)
def test_it_grows_the_tree_that_memory_grows(kind, name, has_missing, tmp_path):
    found, expected = grown_twice(
        kind, PLAIN[name], dataset_for(PLAIN[name], has_missing), tmp_path
    )

    assert found.n_leaves > 5
    assert found == expected


@pytest.mark.parametrize("name", DEMANDING)
def test_it_grows_what_memory_grows_or_refuses(kind, name, tmp_path):
    dataset = dataset_for(DEMANDING[name], has_missing=True)
    try:
        found, expected = grown_twice(kind, DEMANDING[name], dataset, tmp_path)
    except UnsupportedCombination:
        assert kind is not MemorySource
    else:
        assert found == expected


@pytest.mark.parametrize("name", PLAIN)
def test_an_estimator_grows_from_it(kind, name, tmp_path):
    model, dataset = PLAIN[name], dataset_for(PLAIN[name], has_missing=True)
    expected = model.fit_dataset(dataset).tree_

    model.fit_dataset(kind.store(dataset, tmp_path))

    assert model.tree_.splits == expected.splits
    where = "native" if kind.is_native else f"readable: the rows are in {kind.name}"
    assert model.grower_.startswith(where)
