"""Criteria: laws that hold for every table of statistics."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arboretum.criteria import (
    CLASS_CRITERIA,
    AbsoluteError,
    ErrorRate,
    Gini,
    InformationGain,
    PerTarget,
    Poisson,
    PValueCriterion,
    SquaredError,
    entropy,
    gini,
)
from arboretum.statistics import AbsoluteDeviations, Moments, PoissonSums
from arboretum.testing.samples import dataset_of
from tests.oracles import criteria as oracle

CRITERIA = [criterion() for criterion in CLASS_CRITERIA.values()]
#: The error rate alone sees no more than the largest class.
STRICT = [*(c for c in CRITERIA if not isinstance(c, ErrorRate)), InformationGain(base="e")]

branch_counts = st.tuples(st.integers(1, 4), st.integers(2, 5), st.integers(2, 4)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(0, 20).map(float))
)


def split_of(branches: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first candidate, with samples in its first branch, and its parent."""
    branches[:, 0] += 1.0  # a split of no samples is not a split
    return branches[0].sum(axis=0), branches[:1]


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts)
def test_a_score_equals_the_one_worked_out_with_fractions(criterion, branches):
    parent, candidate = split_of(branches)
    exact = [[Fraction(int(weight)) for weight in branch] for branch in candidate[0]]

    expected = oracle.CLASS_SCORES[criterion.name](exact)

    np.testing.assert_allclose(criterion.score(parent, candidate), [expected], atol=1e-9)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts, seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_branches_does_not_matter(criterion, branches, seed):
    branches[:, 0] += 1.0  # a split of no samples is not a split
    parent = branches[0].sum(axis=0)
    order = np.random.default_rng(seed).permutation(branches.shape[1])

    shuffled = criterion.score(parent, branches[:, order])

    np.testing.assert_allclose(shuffled, criterion.score(parent, branches), atol=1e-12)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts, seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_classes_does_not_matter(criterion, branches, seed):
    parent, candidate = split_of(branches)
    order = np.random.default_rng(seed).permutation(len(parent))

    renamed = criterion.score(parent[order], candidate[..., order])

    np.testing.assert_allclose(renamed, criterion.score(parent, candidate), atol=1e-12)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts)
def test_an_empty_branch_or_class_changes_nothing(criterion, branches):
    parent, candidate = split_of(branches)

    padded = criterion.score(np.pad(parent, (0, 1)), np.pad(candidate, ((0, 0), (0, 1), (0, 1))))

    np.testing.assert_allclose(padded, criterion.score(parent, candidate), atol=1e-12)


@pytest.mark.parametrize(
    "criterion", [c for c in CRITERIA if not isinstance(c, PValueCriterion)], ids=repr
)
@given(branches=branch_counts, scale=st.sampled_from([0.25, 2.0, 3.0]))
def test_scaling_all_weights_scales_chi_square_and_leaves_the_others(criterion, branches, scale):
    parent, candidate = split_of(branches)
    factor = scale if criterion.name == "chi_square" else 1.0

    scaled = criterion.score(scale * parent, scale * candidate)

    np.testing.assert_allclose(scaled, factor * criterion.score(parent, candidate), atol=1e-9)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts)
def test_no_split_scores_below_zero(criterion, branches):
    parent, candidate = split_of(branches)

    assert criterion.score(parent, candidate)[0] >= -1e-12


@pytest.mark.parametrize("criterion", STRICT, ids=repr)
@given(branches=branch_counts)
def test_every_difference_in_mix_is_rewarded(criterion, branches):
    # M23, strict concavity: the score is 0 if and only if all branches have the same class shares.
    parent, candidate = split_of(branches)
    shares = [branch / branch.sum() for branch in candidate[0] if branch.sum() > 0]
    differs = any(np.abs(share - shares[0]).max() > 1e-9 for share in shares)

    score = criterion.score(parent, candidate)[0]

    assert (score > 1e-9) == differs


def test_the_error_rate_does_not_reward_every_difference_in_mix():
    same_majority = np.array([[[8.0, 2.0], [9.0, 1.0]]])

    assert ErrorRate().score(np.array([17.0, 3.0]), same_majority)[0] == pytest.approx(0, abs=1e-15)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(weights=arrays(np.float64, st.integers(2, 6), elements=st.integers(0, 50).map(float)))
def test_the_three_axioms_of_homogeneity_hold_for_the_impurity(criterion, weights):
    # M26: a pure node is best, 90/10 is better than 50/50, nothing is worse than uniform.
    impurity = float(criterion.impurity(weights))
    is_pure = np.count_nonzero(weights) <= 1

    assert (impurity <= 1e-12) == is_pure
    assert impurity <= criterion.impurity(np.ones(len(weights))) + 1e-12
    assert criterion.impurity(np.array([90.0, 10])) < criterion.impurity(np.array([50.0, 50]))


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts)
def test_no_split_in_two_scores_higher_than_the_one_that_parts_two_classes(criterion, branches):
    parent, candidate = split_of(branches[:, :2, :2])
    apart = np.diag(parent)[None]

    assert criterion.score(parent, candidate)[0] <= criterion.score(parent, apart)[0] + 1e-9


@given(weights=arrays(np.float64, st.integers(1, 6), elements=st.integers(0, 50).map(float)))
def test_impurities_lie_between_pure_and_uniform(weights):
    k = len(weights)

    assert -1e-12 <= gini(weights) <= (k - 1) / k + 1e-12
    assert -1e-12 <= entropy(weights) <= np.log2(k) + 1e-12


@given(branches=branch_counts)
def test_information_gain_is_the_expected_divergence_of_branch_from_parent(branches):
    # T13: gain = sum_b w_b / w * KL(branch || parent).
    parent, candidate = split_of(branches)
    divergence = 0.0
    for branch in candidate[0]:
        for weight, of_class in zip(branch, parent, strict=True):
            if weight:
                ratio = (weight / branch.sum()) / (of_class / parent.sum())
                divergence += weight / parent.sum() * np.log2(ratio)

    assert InformationGain().score(parent, candidate)[0] == pytest.approx(divergence, abs=1e-9)


@given(branches=branch_counts)
def test_twoing_of_two_classes_in_two_branches_is_half_the_decrease_of_gini(branches):
    branches = branches[:, :2, :2]
    parent, candidate = split_of(branches)

    twoing = CLASS_CRITERIA["twoing"]().score(parent, candidate)

    np.testing.assert_allclose(twoing, Gini().score(parent, candidate) / 2, atol=1e-12)


@pytest.mark.parametrize("criterion", CRITERIA, ids=repr)
@given(branches=branch_counts)
def test_per_target_with_the_same_target_twice_is_the_criterion_itself(criterion, branches):
    parent, candidate = split_of(branches)
    twice = PerTarget(criterion, (len(parent), len(parent)))

    score = twice.score(np.tile(parent, 2), np.tile(candidate, 2))

    np.testing.assert_allclose(score, criterion.score(parent, candidate))


NUMBER_ORACLES = [
    (SquaredError(), Moments, oracle.variance),
    (SquaredError(ddof=1), Moments, lambda values: oracle.variance(values, ddof=1)),
    (AbsoluteError(), AbsoluteDeviations, oracle.absolute_deviation),
    (Poisson(), PoissonSums, oracle.half_deviance),
]
numbers = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 40).map(lambda n: n / 4)), min_size=2, max_size=25
)


@pytest.mark.parametrize(("criterion", "counted", "impurity"), NUMBER_ORACLES)
@given(samples=numbers)
def test_number_scores_equal_those_worked_out_from_the_samples(
    criterion, counted, impurity, samples
):
    codes, values = zip(*samples, strict=True)
    dataset = dataset_of({"x": list(codes)}, np.array(values)[:, None], None)
    rows = np.arange(len(values), dtype=np.int32)
    statistics = counted(dataset)
    table = statistics.table(dataset.columns[0], 4, rows)
    everything = statistics.total(rows)[1]
    present = sorted(set(codes))
    branches = [[v for c, v in samples if c == code] for code in present]

    split = table.groups(np.arange(table.n_bins)[None, :], table.n_bins).statistics
    score = criterion.score(everything, split)

    assert criterion.impurity(everything) == pytest.approx(impurity(list(values)), abs=1e-9)
    assert score[0] == pytest.approx(oracle.number_decrease(impurity, branches), abs=1e-9)
