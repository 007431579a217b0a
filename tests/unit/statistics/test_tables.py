"""All statistics against their slow twins: totals, tables, cuts and groups."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import Dataset
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from arboretum.testing.samples import class_dataset, number_dataset
from tests.oracles import statistics as oracle


def deviation_of(targets, weights):
    return np.array(oracle.deviation(targets[:, 0], weights))


CASES = {
    "classes": (lambda: class_dataset(has_missing=True), ClassCounts, None),
    "several class targets": (
        lambda: class_dataset((3, 2, 4), has_missing=True),
        ClassCounts,
        None,
    ),
    "number": (lambda: number_dataset(has_missing=True), Moments, oracle.moments),
    "several numbers": (lambda: number_dataset(3, has_missing=True), Moments, oracle.moments),
    "counts": (lambda: number_dataset(has_missing=True), PoissonSums, oracle.poisson_sums),
    "several counts": (
        lambda: number_dataset(2, has_missing=True),
        PoissonSums,
        oracle.poisson_sums,
    ),
    "deviations": (lambda: number_dataset(has_missing=True), AbsoluteDeviations, deviation_of),
}
CODES, N_CODES = 2, 4  # the categorical feature


class Twin:
    """Statistics of rows by the oracle, in the layout that leaf models read."""

    def __init__(self, dataset: Dataset, statistics, slow) -> None:
        self.dataset, self.statistics, self.slow = dataset, statistics, slow

    def of(self, rows: np.ndarray) -> np.ndarray:
        targets, weights = self.dataset.targets[rows], self.dataset.weights[rows]
        if self.slow is None:
            return oracle.class_counts(targets, weights, self.statistics.blocks)
        return self.slow(targets, weights)

    def assert_equal(self, statistics: np.ndarray, rows: np.ndarray) -> None:
        found = self.statistics.natural(statistics)
        if isinstance(self.statistics, AbsoluteDeviations):
            found = found[:2]
        np.testing.assert_allclose(found, self.of(rows), rtol=1e-12, atol=1e-9)


@pytest.fixture(params=CASES)
def twin(request) -> Twin:
    make, counted, slow = CASES[request.param]
    dataset = make()
    return Twin(dataset, counted(dataset), slow)


@pytest.fixture
def rows(twin) -> np.ndarray:
    """Some of the rows, in no order."""
    return np.random.default_rng(1).permutation(twin.dataset.n_rows)[:45].astype(np.int32)


def bins_of(twin, rows) -> dict[int, np.ndarray]:
    codes = twin.dataset.columns[CODES]
    return {int(code): rows[codes[rows] == code] for code in np.unique(codes[rows])}


def table_of(twin, rows):
    return twin.statistics.table(twin.dataset.columns[CODES], N_CODES, rows)


def test_totals(twin, rows):
    count, total = twin.statistics.total(rows)

    assert count == len(rows)
    assert total.shape == (twin.statistics.width,)
    twin.assert_equal(total, rows)
    assert twin.statistics.weight(total) == pytest.approx(twin.dataset.weights[rows].sum())


def test_tables(twin, rows):
    bins = bins_of(twin, rows)
    missing = bins.pop(-1)

    table = table_of(twin, rows)

    assert table.bins.tolist() == sorted(bins)
    assert table.counts.tolist() == [len(bins[code]) for code in sorted(bins)]
    assert table.missing_count == len(missing)
    twin.assert_equal(table.missing, missing)
    for statistics, code in zip(table.statistics, sorted(bins), strict=True):
        twin.assert_equal(statistics, bins[code])


@pytest.mark.parametrize("missing_branch", [None, 0, 1, 2])
@pytest.mark.parametrize("order", [None, [2, 0, 3, 1]])
def test_cuts(twin, rows, order, missing_branch):
    bins = bins_of(twin, rows)
    missing = bins.pop(-1)
    ordered = [bins[code] for code in (order or sorted(bins))]

    cuts = table_of(twin, rows).cuts(None if order is None else np.array(order), missing_branch)

    assert len(cuts) == len(bins) - 1
    for i in range(len(cuts)):
        members = [ordered[: i + 1], ordered[i + 1 :], []][: 3 if missing_branch == 2 else 2]
        if missing_branch is not None:
            members[missing_branch] = [*members[missing_branch], missing]
        assert cuts.counts[i].tolist() == [sum(map(len, member)) for member in members]
        for statistics, member in zip(cuts.statistics[i], members, strict=True):
            twin.assert_equal(statistics, np.concatenate(member))


@pytest.mark.parametrize("missing_branch", [None, 0, 2, 3])
def test_groups(twin, rows, missing_branch):
    bins = bins_of(twin, rows)
    missing = bins.pop(-1)
    labels = np.array([[0, 1, 2, 1], [2, 2, 0, 1]])
    arity = 4 if missing_branch == 3 else 3

    groups = table_of(twin, rows).groups(labels, 3, missing_branch)

    assert groups.counts.shape == (2, arity)
    for i, branches in enumerate(labels):
        for branch in range(arity):
            member = [bins[code] for code in sorted(bins) if branches[code] == branch]
            member += [missing] if branch == missing_branch else []
            assert groups.counts[i, branch] == sum(map(len, member))
            twin.assert_equal(groups.statistics[i, branch], np.concatenate(member))


def test_a_weight_of_two_is_the_row_twice(twin):
    dataset = twin.dataset
    twice = dataset.take(np.repeat(np.arange(dataset.n_rows), 2))
    heavy = Dataset(
        dataset.schema, dataset.columns, dataset.targets, 2 * dataset.weights, dataset.counts
    )
    counted = type(twin.statistics)

    total_twice = counted(twice).total(np.arange(twice.n_rows, dtype=np.int32))[1]
    total_heavy = counted(heavy).total(np.arange(heavy.n_rows, dtype=np.int32))[1]

    np.testing.assert_allclose(total_twice, total_heavy, rtol=1e-12, atol=1e-9)


def test_additive_statistics_of_parts_add_up(twin, rows):
    parts = [twin.statistics.total(part)[1] for part in (rows[:20], rows[20:])]
    whole = twin.statistics.total(rows)[1]

    if twin.statistics.additive:
        np.testing.assert_allclose(sum(parts), whole, rtol=1e-12, atol=1e-9)
    else:
        assert sum(parts)[1] < whole[1]  # each part is nearer to its own median


def test_no_rows_have_no_statistics(twin):
    nothing = np.array([], dtype=np.int32)

    count, total = twin.statistics.total(nothing)

    assert count == 0
    assert total.tolist() == [0.0] * twin.statistics.width
    assert table_of(twin, nothing).n_bins == 0


@pytest.mark.parametrize("kept", [[0, 2], [3], [0, 1, 2, 3]])
def test_bins_that_are_not_kept_count_as_missing(twin, kept):
    codes = twin.dataset.columns[CODES]
    rows = np.arange(twin.dataset.n_rows, dtype=np.int32)
    without = np.where(np.isin(codes, kept), codes, -1).astype(np.int32)
    expected = twin.statistics.table(without, N_CODES, rows)

    found = twin.statistics.table(codes, N_CODES, rows).keep(np.array(kept))

    assert found.bins.tolist() == kept
    assert found.counts.tolist() == expected.counts.tolist()
    assert found.missing_count == expected.missing_count
    np.testing.assert_array_equal(found.statistics, expected.statistics)
    np.testing.assert_allclose(found.missing, expected.missing, rtol=1e-12, atol=1e-9)
    for missing_branch in (None, 0, 2):
        cuts = [table.cuts(missing_branch=missing_branch) for table in (found, expected)]
        np.testing.assert_allclose(*[c.statistics for c in cuts], rtol=1e-12, atol=1e-9)
