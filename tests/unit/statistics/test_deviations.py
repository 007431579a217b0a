"""Deviations from the median."""

from __future__ import annotations

import numpy as np

from arboretum.statistics import AbsoluteDeviations
from arboretum.testing.samples import dataset_of, number_dataset


def test_the_third_entry_is_the_median():
    values = np.array([[4.0], [1.0], [3.0], [10.0]])
    statistics = AbsoluteDeviations(dataset_of({"x": [0, 0, 0, 1]}, values, None))

    total = statistics.total(np.arange(4, dtype=np.int32))[1]

    assert total.tolist() == [4, 10, np.median(values)]


def test_the_order_of_the_rows_changes_no_bit():
    dataset = number_dataset(has_missing=True)
    statistics = AbsoluteDeviations(dataset)
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    shuffled = np.random.default_rng(0).permutation(rows)

    tables = [statistics.table(dataset.columns[1], 4, some) for some in (rows, shuffled)]

    np.testing.assert_array_equal(*[table.cuts().statistics for table in tables])
    np.testing.assert_array_equal(*[table.statistics for table in tables])


def test_deviations_of_several_targets_are_averaged():
    values = np.array([[4.0, 0.0], [1.0, 0.0], [3.0, 8.0], [10.0, 0.0]])
    statistics = AbsoluteDeviations(dataset_of({"x": [0, 0, 0, 1]}, values, None))

    total = statistics.total(np.arange(4, dtype=np.int32))[1]

    assert total.tolist() == [4, (10 + 8) / 2, np.median(values[:, 0])]
