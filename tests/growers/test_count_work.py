"""The work of growing, counted (A08, S03).

Whatever the machine, N samples of m features cost O(m N) a level: m N log N where each split
halves its node, and m N^2 where each cuts one sample off.
"""

from __future__ import annotations

from math import log2

import numpy as np
import pytest

from arboretum import (
    CARTClassifier,
    MultiLabelClassifier,
    RuleClassifier,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing import count_work
from arboretum.stopping import Validation

GROWERS = [None, "general", "readable"]


def features(n, m):
    """Numbers that all put the samples in the same order."""
    return np.stack([np.arange(n) * (k + 1.0) for k in range(m)], axis=1)


def halving(n):
    """Squared error splits numbers that rise by one in the middle, again and again."""
    return np.arange(n)


def cutting_off(n):
    """Of 0, 1, 0, 1, … the best cut is behind the first: one pure sample against all others."""
    return np.arange(n) % 2


@pytest.mark.parametrize("by", GROWERS)
def test_a08_each_level_of_a_balanced_tree_reads_every_sample_once_per_feature(by):
    n, m = 256, 2

    work = count_work(TreeRegressor(), features(n, m), halving(n), by=by)

    assert [level.searched for level in work.levels] == [2**d for d in range(8)]
    assert [level.samples for level in work.levels] == [m * n] * 8
    # A node of k samples has k - 1 cuts.
    assert [level.cuts for level in work.levels] == [m * (n - 2**d) for d in range(8)]
    assert work.samples == m * n * log2(n)


@pytest.mark.parametrize("by", GROWERS)
def test_a08_a_chain_reads_all_samples_that_are_left_at_every_level(by):
    n, m = 60, 2

    work = count_work(TreeRegressor(), features(n, m), cutting_off(n), by=by)

    assert [level.searched for level in work.levels] == [1] * (n - 1)
    assert [level.samples for level in work.levels] == [m * k for k in range(n, 1, -1)]
    assert [level.cuts for level in work.levels] == [m * (k - 1) for k in range(n, 1, -1)]
    assert work.samples == m * (n * (n + 1) / 2 - 1)
    assert work.cuts == m * n * (n - 1) / 2


@pytest.mark.parametrize("by", [None, pytest.param("readable", marks=pytest.mark.full)])
def test_a08_twice_the_samples_cost_little_more_than_twice_or_four_times(by):
    def samples(n, targets):
        return count_work(TreeRegressor(), features(n, 2), targets(n), by=by).samples

    # N log N: 2 (1 + 1 / log N); N^2: 4.
    assert samples(512, halving) / samples(256, halving) == 2 * (1 + 1 / 8)
    assert samples(512, cutting_off) / samples(256, cutting_off) == pytest.approx(4, rel=0.01)


@pytest.mark.parametrize("targets", [halving, cutting_off])
@pytest.mark.parametrize("by", GROWERS)
def test_s03_values_are_sorted_once_and_then_only_swept(targets, by):
    n, m = 64, 3

    work = count_work(TreeRegressor(), features(n, m), targets(n), by=by)

    assert work.sorted == m * n
    assert (work.levels[0].samples, work.levels[0].cuts) == (m * n, m * (n - 1))


def test_large_nodes_are_read_less_than_once_per_level():
    n = 2**14

    work = count_work(TreeRegressor(), features(n, 2), halving(n))

    # The root, and then the smaller half of every node that is not a block; the larger half is
    # what is left of its parent.  Besides, samples of the few bins that may hold the best cut.
    assert work.grower == "native"
    assert work.levels[0].samples < 2 * n * 1.05
    assert work.samples < 2 * n * log2(n)
    assert work.cuts < 2 * (n * log2(n) - (n - 1))
    assert count_work(TreeRegressor(), features(n, 2), halving(n), by="general").samples == (
        2 * n * log2(n)
    )


ESTIMATORS = [
    TreeClassifier(),
    TreeClassifier(criterion="gain_ratio", min_samples_leaf=7),
    TreeClassifier(criterion="entropy", max_depth=3),
    TreeClassifier(max_features=2, random_state=3),
    CARTClassifier(pruning=None),
]


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=repr)
def test_growers_differ_by_what_need_not_be_read(estimator):
    penguins = datasets.penguins()
    n, m = len(penguins.y), len(penguins.X)

    fast, general, readable = (
        count_work(estimator, penguins.X, penguins.y, by=by) for by in GROWERS
    )

    assert (fast.grower, general.grower, readable.grower) == (
        "native", "native, general", "readable",
    )  # fmt: skip
    for less, more in ((fast, general), (general, readable)):
        assert [one.searched for one in less.levels] == [one.searched for one in more.levels]
        assert all(a.samples <= b.samples for a, b in zip(less.levels, more.levels, strict=True))
        assert all(a.cuts <= b.cuts for a, b in zip(less.levels, more.levels, strict=True))
    assert fast.levels[0] == general.levels[0] == readable.levels[0]
    if estimator.get_params().get("max_features") is None:
        assert fast.levels[0].samples == n * m


def test_the_readable_loop_reads_every_feature_at_every_node_that_it_searches():
    penguins = datasets.penguins()
    tree = TreeClassifier(min_samples_leaf=5).fit(penguins.X, penguins.y).tree_
    # A node that is pure, or too small, is a leaf before it is searched.
    stopped = ("all samples have the same target", "fewer than")
    inner = [node for node in tree.nodes() if not node.is_leaf]
    in_vain = [leaf for leaf in tree.leaves() if not leaf.stop_reason.startswith(stopped)]

    work = count_work(TreeClassifier(min_samples_leaf=5), penguins.X, penguins.y, by="readable")

    assert work.searched == len(inner) + len(in_vain)
    # Where no split leaves enough, all features are read again to find the reason.
    read = sum(node.n_samples for node in (*inner, *in_vain, *in_vain))
    assert work.samples == len(penguins.X) * read


def test_what_nodes_of_extreme_weights_cost_is_counted_at_their_depth():
    rng = np.random.default_rng(5)
    X, y = rng.integers(0, 20, (300, 3)).astype(float), rng.integers(0, 3, 300)
    weights = 10.0 ** rng.uniform(-4, 4, 300)

    fast = count_work(TreeClassifier(), X, y, weights)
    general = count_work(TreeClassifier(), X, y, weights, by="general")

    assert fast.grower.startswith("native, general below")
    assert [level.searched for level in fast.levels] >= [level.searched for level in general.levels]
    assert fast.levels[0] == general.levels[0]


def test_a_growth_that_cannot_be_counted_says_why():
    X, y = features(8, 1), [0, 1] * 4

    with pytest.raises(ParameterError, match=r"by='native' is not known\. Pass 'readable'"):
        count_work(TreeClassifier(), X, y, by="native")
    with pytest.raises(UnsupportedCombination, match="Predicate is not one of its parts"):
        count_work(TreeClassifier(stopping=lambda node: False), X, y, by="general")
    with pytest.raises(UnsupportedCombination, match="RuleClassifier does not grow one tree"):
        count_work(RuleClassifier(), X, y)
    with pytest.raises(UnsupportedCombination, match="strategy='label_powerset'"):
        count_work(MultiLabelClassifier(strategy="label_powerset"), X, [{"a"}, {"b"}] * 4)
    with pytest.raises(UnsupportedCombination, match="holds samples out"):
        count_work(TreeClassifier(stopping=Validation()), X, y, by="readable")


def test_a_growth_that_holds_samples_out_reads_the_others_alone():
    n, m = 100, 2

    work = count_work(TreeRegressor(stopping=Validation(0.25)), features(n, m), halving(n))

    assert work.levels[0].samples == m * 75
