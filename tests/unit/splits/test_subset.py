"""The best set of categories, against every set there is."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.criteria import AbsoluteError, Gini, InformationGain, Poisson, SquaredError
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.splits import Subset
from arboretum.splits.category import Groupings, OrderedGroupings
from arboretum.splits.subset import two_groups
from arboretum.statistics import AbsoluteDeviations, ClassCounts, Moments, PoissonSums
from tests.examples import examples
from tests.unit.splits.tables import table_of

ONE_NUMBER = [
    (SquaredError(), Moments),
    (Poisson(), PoissonSums),
]


def every_grouping(n):
    """All 2^(n-1) - 1 ways to part n things in two, by counting in base 2."""
    return np.array([(0, *rest) for rest in product((0, 1), repeat=n - 1) if any(rest)])


def best_score(criterion, table, labels):
    parent = table.groups(np.zeros((1, table.n_bins), dtype=int), 1).statistics[0, 0]
    return criterion.score(parent, table.groups(labels, 2).statistics).max()


def score_of(splitter, criterion, table, column, statistics):
    parent = table.groups(np.zeros((1, table.n_bins), dtype=int), 1).statistics[0, 0]
    proposal = splitter.propose(table, column, statistics)
    return criterion.score(parent, proposal.branches(table).statistics).max(), proposal


samples = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 2)), min_size=2, max_size=40).filter(
    lambda rows: len({code for code, _ in rows}) > 1
)


@pytest.mark.parametrize("n", range(2, 9))
def test_all_groupings_in_two_are_listed_once(n):
    mine = {tuple(labels) for labels in two_groups(n).tolist()}

    assert len(two_groups(n)) == 2 ** (n - 1) - 1
    assert mine == {tuple(labels) for labels in every_grouping(n).tolist()}


@pytest.mark.parametrize("criterion", [Gini(), InformationGain()], ids=repr)
@examples(60)
@given(rows=samples, search=st.sampled_from(["auto", "ordered", "exhaustive"]))
def test_for_two_classes_the_order_finds_the_best_of_all_sets(criterion, rows, search):
    codes, classes = np.array(rows).T
    table, column, statistics = table_of(ClassCounts, codes, classes % 2, n_classes=2)

    found, proposal = score_of(Subset(search), criterion, table, column, statistics)

    assert found == pytest.approx(best_score(criterion, table, every_grouping(table.n_bins)))
    assert isinstance(proposal, Groupings if search == "exhaustive" else OrderedGroupings)


@pytest.mark.parametrize(("criterion", "counted"), ONE_NUMBER, ids=repr)
@examples(60)
@given(rows=samples)
def test_for_one_number_the_order_finds_the_best_of_all_sets(criterion, counted, rows):
    codes, values = np.array(rows).T
    table, column, statistics = table_of(counted, codes, values)

    found, proposal = score_of(Subset(), criterion, table, column, statistics)

    best = best_score(criterion, table, every_grouping(table.n_bins))
    assert found == pytest.approx(best, abs=1e-12)
    assert isinstance(proposal, OrderedGroupings)


@examples(60)
@given(rows=samples)
def test_for_three_classes_every_set_is_tried(rows):
    codes, classes = np.array(rows).T
    table, column, statistics = table_of(ClassCounts, codes, classes, n_classes=3)

    found, proposal = score_of(Subset(), Gini(), table, column, statistics)

    assert found == pytest.approx(best_score(Gini(), table, every_grouping(table.n_bins)))
    assert len(proposal) == 2 ** (table.n_bins - 1) - 1


@examples(30)
@given(rows=samples)
def test_for_absolute_errors_every_set_is_tried(rows):
    codes, values = np.array(rows).T
    table, column, statistics = table_of(AbsoluteDeviations, codes, values)

    found, _ = score_of(Subset(), AbsoluteError(), table, column, statistics)

    best = best_score(AbsoluteError(), table, every_grouping(table.n_bins))
    assert found == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize(("n_categories", "n_candidates"), [(10, 511), (11, 10)])
def test_with_three_classes_an_order_replaces_the_search_above_ten_categories(
    n_categories, n_candidates
):
    codes = np.repeat(np.arange(n_categories), 3)
    classes = np.random.default_rng(0).integers(0, 3, len(codes))
    table, column, statistics = table_of(ClassCounts, codes, classes, n_classes=3)

    proposal = Subset().propose(table, column, statistics)

    assert len(proposal) == n_candidates


def test_above_ten_categories_the_order_is_the_first_principal_component_of_the_shares():
    rng = np.random.default_rng(1)
    codes, classes = rng.integers(0, 12, 400), rng.integers(0, 3, 400)
    weights = rng.random(400)
    table, column, statistics = table_of(ClassCounts, codes, classes, 3, weights)
    held = np.array(
        [[weights[(codes == c) & (classes == k)].sum() for k in range(3)] for c in range(12)]
    )
    size = held.sum(axis=1)
    shares = held / size[:, None]
    centred = (shares - np.average(shares, axis=0, weights=size)) * np.sqrt(size)[:, None]
    along = (shares - np.average(shares, axis=0, weights=size)) @ np.linalg.svd(centred)[2][0]
    expected = np.argsort(along).tolist()

    proposal = Subset().propose(table, column, statistics)

    assert proposal.order.tolist() in (expected, expected[::-1])


def test_the_limit_of_the_search_counts_categories_at_the_node():
    # 12 categories in all, 4 of them here.
    codes = np.array([0, 3, 7, 11] * 6)
    classes = np.random.default_rng(0).integers(0, 3, len(codes))
    table, column, statistics = table_of(ClassCounts, codes, classes, n_classes=3)

    proposal = Subset().propose(table, column, statistics)

    assert len(proposal) == 7
    split = proposal.split(0, 2, 1)
    assert [code for code, branch in enumerate(split.branches) if branch < 0] == [
        1, 2, 4, 5, 6, 8, 9, 10,
    ]  # fmt: skip


def test_first_categories_make_the_first_branch_and_ties_go_to_the_first_set():
    table, column, statistics = table_of(ClassCounts, [0, 1, 2], [0, 1, 2], n_classes=3)

    proposal = Subset().propose(table, column, statistics)

    assert [proposal.split(i, 2, 0).branches for i in range(3)] == [(0, 1, 0), (0, 0, 1), (0, 1, 1)]


def test_an_exhaustive_search_of_too_many_categories_is_refused_by_name():
    codes = np.arange(21)
    _, column, statistics = table_of(ClassCounts, codes, codes % 2, n_classes=2)

    with pytest.raises(UnsupportedCombination, match=r"'colour' has 21 categories.*20.*Merge"):
        Subset(search="exhaustive").check(column, statistics)
    Subset().check(column, statistics)


@pytest.mark.parametrize(
    ("splitter", "message"),
    [
        (Subset(search="fast"), r"search='fast'.*'auto', 'ordered', 'exhaustive'"),
        (Subset(max_exhaustive=30), r"max_exhaustive=30.*at most 20"),
        (Subset(min_samples_category=0), r"min_samples_category=0.*at least 1"),
        (Subset(min_samples_category=2.5), r"min_samples_category=2.5.*whole number"),
    ],
)
def test_a_senseless_parameter_is_refused(splitter, message):
    _, column, statistics = table_of(ClassCounts, [0, 1], [0, 1], n_classes=2)

    with pytest.raises(ParameterError, match=message):
        splitter.check(column, statistics)
