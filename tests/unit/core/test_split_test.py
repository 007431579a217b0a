"""Tests of splits in the core against SciPy's, and against tables written out one by one."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from arboretum import _core
from arboretum.tree import P_KINDS

LARGE = {
    "two by two": [[30.0, 40.0], [50.0, 20.0]],
    "three by two": [[12.0, 30.0], [25.0, 18.0], [31.0, 9.0]],
    "two by four": [[12.0, 30.0, 25.0, 22.0], [18.0, 31.0, 19.0, 40.0]],
}
SMALL = {
    "a few": [[1.0, 8.0], [10.0, 3.0]],
    "equal": [[3.0, 3.0], [3.0, 3.0]],
    "pure": [[4.0, 0.0], [0.0, 4.0]],
    "one rare class": [[400.0, 1.0], [300.0, 4.0]],
    "three by two": [[3.0, 0.0], [1.0, 4.0], [2.0, 2.0]],
    "three by three": [[3.0, 0.0, 1.0], [1.0, 4.0, 0.0], [0.0, 2.0, 3.0]],
}


def chi_square_test(table, n=None, exact="auto", n_simulations=1999, key=7):
    weights = np.array(table)
    n_samples = float(weights.sum()) if n is None else n
    p, kind = _core.chi_square_test(weights, n_samples, exact, n_simulations, key)
    return p, P_KINDS[kind]


def fillings(columns, room):
    """Every table with these sums, column by column."""
    if not columns:
        yield []
        return
    for column in itertools.product(*(range(n + 1) for n in room)):
        if sum(column) == columns[0]:
            left = [n - cell for n, cell in zip(room, column, strict=True)]
            for others in fillings(columns[1:], left):
                yield [column, *others]


def p_by_writing_out(table):
    """Freeman and Halton's p-value: all tables no more probable than this one."""
    rows = [int(sum(row)) for row in table]
    columns = [int(sum(column)) for column in zip(*table, strict=True)]
    margins = math.prod(map(math.factorial, rows + columns)) / math.factorial(sum(rows))

    def probability(cells):
        return margins / math.prod(math.factorial(int(cell)) for cell in cells)

    found = probability(cell for row in table for cell in row)
    every = [probability(itertools.chain(*filled)) for filled in fillings(columns, rows)]
    assert sum(every) == pytest.approx(1.0)
    return sum(p for p in every if p <= found * (1 + 1e-7))


@pytest.mark.parametrize("table", LARGE.values(), ids=LARGE)
def test_large_tables_are_tested_by_chi_square(table):
    expected = stats.chi2_contingency(table, correction=False).pvalue

    assert chi_square_test(table) == (pytest.approx(expected, rel=1e-12), "asymptotic")


@pytest.mark.parametrize("name", ["a few", "equal", "pure", "one rare class"])
def test_small_tables_of_two_by_two_are_tested_by_fishers_test(name):
    expected = stats.fisher_exact(SMALL[name]).pvalue

    assert chi_square_test(SMALL[name]) == (pytest.approx(expected, rel=1e-9), "exact")


@pytest.mark.parametrize("name", ["a few", "three by two", "three by three"])
def test_small_tables_are_tested_by_all_tables_with_their_margins(name):
    expected = p_by_writing_out(SMALL[name])

    assert chi_square_test(SMALL[name]) == (pytest.approx(expected, rel=1e-9), "exact")


@pytest.mark.parametrize("name", ["a few", "three by two", "three by three"])
def test_a_transposed_table_has_the_same_p_value(name):
    p, _ = chi_square_test(SMALL[name])
    turned, _ = chi_square_test(np.ascontiguousarray(np.transpose(SMALL[name])))

    assert turned == pytest.approx(p, rel=1e-9)


def p_by_shuffling(table, n):
    """Shuffle the classes of the samples themselves, by NumPy."""
    table = np.array(table, dtype=int)
    n_classes = table.shape[1]
    branch = np.repeat(np.arange(len(table)), table.sum(axis=1))
    klass = np.concatenate([np.repeat(np.arange(n_classes), row) for row in table])
    log_factorial = np.cumsum(np.log(np.maximum(np.arange(table.sum() + 1), 1)))
    rng = np.random.default_rng(0)
    found = log_factorial[table].sum()
    n_extreme = 1
    for _ in range(n):
        drawn = np.bincount(branch * n_classes + rng.permutation(klass), minlength=table.size)
        n_extreme += log_factorial[drawn].sum() >= found - 1e-7
    return n_extreme / (n + 1)


def test_where_tables_are_too_many_some_are_drawn():
    # 200 samples in 4 by 5 cells, one of the classes rare: far more tables than can be looked at.
    rng = np.random.default_rng(3)
    branch, klass = rng.integers(0, 4, 200), rng.choice(5, 200, p=[0.3, 0.3, 0.2, 0.15, 0.05])
    table = np.zeros((4, 5))
    np.add.at(table, (branch, klass), 1.0)
    expected = p_by_shuffling(table, n=4000)

    p, kind = chi_square_test(table, n_simulations=40_000)

    assert kind == "simulated"
    assert p == pytest.approx(expected, abs=5 * math.sqrt(expected * (1 - expected) / 4000))


def test_the_draw_depends_on_the_key_alone():
    rng = np.random.default_rng(3)
    table = rng.integers(0, 9, (6, 6)).astype(float)

    assert chi_square_test(table, key=1) == chi_square_test(table, key=1)
    assert chi_square_test(table, key=1) != chi_square_test(table, key=2)


def test_weights_that_are_no_whole_numbers_leave_a_rough_p_value():
    table = np.array(SMALL["a few"])
    chi_square = stats.chi2_contingency(table, correction=False).statistic

    found = chi_square_test(table, n=11.0)  # 22 samples that count as half ones

    assert found == (pytest.approx(stats.chi2.sf(chi_square / 2, 1)), "rough")


def test_weights_in_another_unit_change_nothing():
    table = np.array(LARGE["three by two"])

    assert chi_square_test(table / 1024, n=table.sum()) == chi_square_test(table)


@pytest.mark.parametrize(("exact", "kind"), [("never", "rough"), ("always", "exact")])
def test_when_to_do_without_chi_square_can_be_chosen(exact, kind):
    assert chi_square_test(SMALL["a few"], exact=exact)[1] == kind
    assert chi_square_test(LARGE["two by two"], exact="always")[1] == "exact"


def test_classes_and_branches_without_samples_do_not_count():
    table = np.array(LARGE["two by two"])
    padded = np.zeros((3, 4))
    padded[np.ix_([0, 2], [1, 3])] = table

    assert chi_square_test(padded) == chi_square_test(table)


def test_one_class_alone_is_never_significant():
    assert chi_square_test([[4.0, 0.0], [9.0, 0.0]])[0] == 1.0


def moments_of(groups):
    return np.array([[len(g), np.sum(g), np.sum(np.square(g))] for g in groups], dtype=float)


@pytest.mark.parametrize("n_groups", [2, 3, 7])
def test_f_is_one_way_analysis_of_variance(n_groups):
    rng = np.random.default_rng(n_groups)
    groups = [rng.normal(0.2 * g, 1.0, 10 + g) for g in range(n_groups)]
    n = float(sum(map(len, groups)))

    p, kind = _core.f_test(moments_of(groups), n)

    assert p == pytest.approx(stats.f_oneway(*groups).pvalue, rel=1e-10)
    assert P_KINDS[kind] == "asymptotic"


def test_f_of_constant_branches_is_certain_and_of_equal_ones_nothing():
    apart = _core.f_test(moments_of([[1.0, 1.0], [2.0, 2.0]]), 4.0)
    alike = _core.f_test(moments_of([[1.0, 2.0], [1.0, 2.0]]), 4.0)
    too_few = _core.f_test(moments_of([[1.0], [2.0]]), 2.0)

    assert [apart[0], alike[0], too_few[0]] == [0.0, 1.0, 1.0]


def test_shuffled_numbers_are_all_there_in_an_order_of_their_own():
    orders = [_core.shuffled(20, key) for key in range(2000)]

    assert all(sorted(order) == list(range(20)) for order in orders)
    # Where the first number goes is uniform: 100 times each place, give or take 5 deviations.
    places = np.bincount([int(np.flatnonzero(order == 0)[0]) for order in orders], minlength=20)
    assert abs(places - 100).max() < 5 * math.sqrt(100)
