"""Categories merged until the groups differ."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import Feature, make_dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.splits import Column, Merge
from arboretum.splits.merge import bin_thresholds
from arboretum.statistics import ClassCounts, Moments
from tests.unit.splits.tables import numbers_of, table_of


def repeat(counts):
    """Codes and classes of a table: ``counts[code]`` are the samples of each class."""
    pairs = [(code, k) for code, row in counts.items() for k, n in enumerate(row) for _ in range(n)]
    return np.array(pairs).T


def proposal_of(counts, kind="categorical", **options):
    codes, classes = repeat(counts)
    table, column, statistics = table_of(ClassCounts, codes, classes, n_classes=2)
    if kind == "ordered":
        feature = Feature("size", "ordered", column.feature.categories)
        column = Column(0, feature, np.arange(feature.n_categories, dtype=float))
    return Merge(**options).propose(table, column, statistics), table


def test_categories_with_the_same_shares_are_one_branch():
    proposal, table = proposal_of({0: (30, 10), 1: (5, 35), 3: (30, 11), 4: (6, 33)})

    split = proposal.split(0, 2, 0)

    assert split.branches == (0, 1, -1, 0, 1)
    assert proposal.branches(table).counts.tolist() == [[81.0, 79.0]]
    # S(4, 2) = 7 ways to put four categories into two groups.
    assert 10**proposal.log_trials == pytest.approx(7)


def test_ordered_categories_merge_with_neighbours_only():
    counts = {0: (30, 10), 1: (5, 35), 2: (30, 11), 3: (6, 33)}

    proposal, _ = proposal_of(counts, kind="ordered")

    assert proposal.split(0, 4, 0).thresholds == (0.5, 1.5, 2.5)
    assert 10**proposal.log_trials == pytest.approx(1)


def test_without_bonferroni_nothing_is_corrected():
    proposal, _ = proposal_of({0: (30, 10), 1: (5, 35), 2: (30, 11)}, bonferroni=False)

    assert proposal.log_trials == 0.0


@pytest.mark.parametrize(
    ("missing", "place", "arity"), [((60, 20), 0, 2), ((10, 70), 1, 2), ((40, 40), 2, 2)]
)
def test_missing_values_join_the_group_they_are_like_or_stay_alone(missing, place, arity):
    proposal, table = proposal_of({-1: missing, 0: (90, 30), 1: (15, 105)})

    assert proposal.missing_branch == place
    assert proposal.arity == arity
    branches = proposal.branches(table, proposal.missing_branch)
    assert branches.counts.sum() == 320
    assert branches.counts[0, place] == (80 if place == 2 else 200)


def test_missing_values_may_join_any_of_ordered_groups():
    counts = {-1: (60, 21), 0: (90, 30), 1: (15, 105), 2: (50, 50)}

    proposal, _ = proposal_of(counts, kind="ordered")

    assert proposal.missing_branch == 0
    # C(2, 1) + 3 C(2, 2) = 5 ways to put a floating category and three ordered ones into 3 groups.
    assert 10**proposal.log_trials == pytest.approx(5)


def test_where_only_missing_values_differ_the_question_is_whether_the_value_is_known():
    proposal, _ = proposal_of({-1: (5, 60), 0: (30, 30), 1: (31, 30), 2: (29, 30)})

    assert proposal.split(0, 2, 1).kind == "presence"
    assert proposal.missing_branch == 1


def test_a_small_group_joins_the_most_similar_one():
    counts = {0: (40, 10), 1: (10, 40), 2: (1, 4)}

    alone, _ = proposal_of({**counts, 2: (30, 30)}, min_samples=6)
    joined, _ = proposal_of(counts, alpha=0.99999, min_samples=6)

    assert alone.split(0, 3, 0).branches == (0, 1, 2)
    assert joined.split(0, 2, 0).branches == (0, 1, 1)


def test_nothing_is_proposed_where_all_groups_are_too_small_to_stand():
    proposal, _ = proposal_of({0: (4, 1), 1: (1, 4)}, min_samples=6)

    assert proposal is None


def test_numbers_are_cut_into_intervals_first():
    values = np.repeat(np.arange(100.0), 3)
    table, column, statistics = numbers_of(ClassCounts, values, (values >= 50).astype(int), 2)

    found = Merge(n_bins=4).propose(table, column, statistics)
    given = Merge(thresholds=((19.5, 69.5),)).propose(table, column, statistics)

    assert found.split(0, 2, 0).thresholds == (49.5,)
    assert given.split(0, 3, 0).thresholds == (19.5, 69.5)


def test_means_are_compared_by_an_f_test():
    codes = np.repeat(np.arange(4), 9)
    numbers = np.tile([-1.0, 0.0, 1.0], 12) + 3.0 * (codes % 2)
    table, column, statistics = table_of(Moments, codes, numbers)

    proposal = Merge().propose(table, column, statistics)

    assert proposal.split(0, 2, 0).branches == (0, 1, 0, 1)


def test_thresholds_of_a_dataset_hold_as_many_samples_and_keep_few_values():
    X = {
        "many": np.arange(100.0),
        "few": np.repeat([1.0, 2.0, 4.0], [96, 2, 2]),
        "holes": np.where(np.arange(100) < 60, np.nan, np.arange(100.0)),
        "word": ["a", "b"] * 50,
    }
    dataset = make_dataset(X, np.arange(100) % 2, nominal=True)

    assert bin_thresholds(dataset, 4) == (
        (24.5, 49.5, 74.5),
        (1.5, 3.0),
        (69.5, 79.5, 89.5),
        (),
    )


def test_a_sample_of_weight_two_is_two_samples_when_numbers_are_cut():
    x, weight = np.arange(20.0), np.repeat([3, 1], 10)
    weighted = make_dataset({"x": x}, x, nominal=False, sample_weight=weight)
    repeated = make_dataset({"x": np.repeat(x, weight)}, np.repeat(x, weight), nominal=False)

    assert bin_thresholds(weighted, 4) == bin_thresholds(repeated, 4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"alpha": 0.0}, r"alpha=0.0.*above 0"),
        ({"alpha_resplit": 0.06}, r"alpha_resplit=0.06.*below alpha=0.05"),
        ({"alpha_resplit": 0.01, "exhaustive": True}, r"exhaustive=True.*alpha_resplit=None"),
        ({"statistic": "g"}, r"statistic='g'.*'pearson', 'likelihood_ratio'"),
        ({"n_bins": 1}, r"n_bins=1.*at least 2"),
        ({"thresholds": ()}, r"thresholds=….*has 0 entries.*'x'"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(options, message):
    with pytest.raises(ParameterError, match=message):
        TreeClassifier(splits=(Merge(**options),)).fit({"x": [1, 2]}, [0, 1])


def test_what_cannot_be_tested_is_refused():
    X, y = {"x": [1.0, 2.0, 3.0]}, [1.0, 2.0, 4.0]

    with pytest.raises(UnsupportedCombination, match=r"Merge\(\).*one target"):
        TreeRegressor(criterion="absolute_error", splits=(Merge(),)).fit(X, y)
    with pytest.raises(UnsupportedCombination, match=r"Merge\(\).*one target"):
        TreeRegressor(splits=(Merge(),)).fit(X, {"a": y, "b": y})
    with pytest.raises(UnsupportedCombination, match=r"'id' has 1001 categories.*the 1000"):
        TreeClassifier(splits=(Merge(),)).fit({"id": [f"{i}" for i in range(1001)]}, [0] * 1001)
