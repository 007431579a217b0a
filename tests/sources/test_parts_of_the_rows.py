"""Tables of parts of the rows add up to the table of all: what lets a source be divided."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data import make_dataset
from arboretum.sources import MemorySource
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from tests.examples import examples
from tests.properties.small_data import maybe_letters, maybe_numbers, small_data


def merged(tables, n_bins, width):
    """Add tables bin by bin, as a source of several partitions would."""
    counts, sums = np.zeros(n_bins), np.zeros((n_bins, width))
    for table in tables:
        counts[table.bins] += table.counts
        sums[table.bins] += table.statistics
    there = np.flatnonzero(counts)
    return there, counts[there], sums[there]


def chunks_of(n, ends):
    edges = [0, *sorted({end % (n + 1) for end in ends}), n]
    rows = np.arange(n, dtype=np.int32)
    return [rows[a:b] for a, b in pairwise(edges)]


@pytest.mark.parametrize("counted", [ClassCounts, Moments, PoissonSums])
@examples(60)
@given(
    numbers=small_data(columns=(maybe_numbers, maybe_letters), numeric=True),
    ends=st.lists(st.integers(0, 12), max_size=4),
)
def test_tables_of_chunks_add_up_to_the_table_of_all_rows(counted, numbers, ends):
    nominal = counted is ClassCounts
    y = [str(v) for v in numbers.y] if nominal else numbers.y
    dataset = make_dataset(numbers.X, y, nominal=nominal, sample_weight=numbers.w)
    statistics = counted(dataset)
    source = MemorySource(dataset, statistics)

    for feature, column in enumerate(source.columns):
        n_codes = column.feature.n_categories if column.values is None else len(column.values)
        whole = source.table(0, feature)
        codes = source._codes[feature]
        parts = [statistics.table(codes, n_codes, rows) for rows in chunks_of(len(y), ends)]
        bins, counts, sums = merged(parts, n_codes, statistics.width)

        assert bins.tolist() == whole.bins.tolist()
        assert counts.tolist() == whole.counts.tolist()
        np.testing.assert_allclose(sums, whole.statistics, atol=1e-12)
        assert sum(part.missing_count for part in parts) == whole.missing_count
        np.testing.assert_allclose(sum(part.missing for part in parts), whole.missing, atol=1e-12)


@examples(40)
@given(data=small_data(columns=(maybe_numbers,)), ends=st.lists(st.integers(0, 12), max_size=4))
def test_class_weights_and_whole_numbers_add_up_to_the_last_bit(data, ends):
    dataset = make_dataset(data.X, data.y, nominal=True, sample_weight=data.w)
    statistics = ClassCounts(dataset)

    parts = [statistics.total(rows) for rows in chunks_of(dataset.n_rows, ends)]
    whole = statistics.total(np.arange(dataset.n_rows, dtype=np.int32))

    assert sum(count for count, _ in parts) == whole[0]
    assert sum(sums for _, sums in parts).tolist() == whole[1].tolist()


def test_statistics_that_do_not_add_up_say_so():
    assert ClassCounts.additive
    assert Moments.additive
    assert not AbsoluteDeviations.additive
