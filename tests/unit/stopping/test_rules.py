"""Each rule at its own moment: before the search, among candidates, after the choice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.stopping import (
    KNOWN,
    Choice,
    Constant,
    MaxDepth,
    MinImpurityDecrease,
    MinRisk,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinScore,
    MinWeightFractionLeaf,
    OpenNode,
    Predicate,
    Purity,
    SomeGain,
    StoppingRule,
    TwoBranches,
)
from arboretum.tree import Split


def node(**changes):
    standard = {
        "id": 0,
        "depth": 2,
        "n_samples": 10.0,
        "weight": 20.0,
        "impurity": 0.5,
        "statistics": np.array([15.0, 5.0]),
        "value": np.array([15.0, 5.0]),
        "is_constant": False,
        "root_weight": 40.0,
    }
    return OpenNode(**{**standard, **changes})


def choice(score):
    return Choice(Split(0, "interval", 2, (0.5,)), score, score, False, np.ones(2), np.ones((2, 2)))


COUNTS = np.array([[1.0, 9.0], [4.0, 6.0], [9.0, 1.0]])
WEIGHTS = 2 * COUNTS


@pytest.mark.parametrize(
    ("rule", "changes", "stops"),
    [
        (Constant(), {"is_constant": True}, True),
        (Constant(), {}, False),
        (MaxDepth(2), {}, True),
        (MaxDepth(3), {}, False),
        (MinSamplesSplit(10), {}, False),
        (MinSamplesSplit(11), {}, True),
        (Purity(0.75), {}, True),
        (Purity(0.76), {}, False),
        (MinRisk(10.0), {}, False),  # weight 20 times impurity 0.5
        (MinRisk(10.1), {}, True),
        (MinRisk(5.0, ((0, 1), (1, 0))), {}, False),  # 5 of 20 are decided wrongly
        (MinRisk(5.1, ((0, 1), (1, 0))), {}, True),
        (MinRisk(10.1, ((0, 1), (2, 0))), {}, True),  # deciding for the first class costs 10
        (MinRisk(9.9, ((0, 1), (2, 0))), {}, False),
        # The value is what a leaf model makes of the samples; the classes are in the statistics.
        (Purity(0.76), {"value": np.array([20.0, 0.0])}, False),
        (MinScore(0.1), {}, False),
    ],
    ids=repr,
)
def test_rules_that_stop_before_the_search(rule, changes, stops):
    assert rule.stops(node(**changes)) is stops


@pytest.mark.parametrize(("depth", "stops"), [(1, True), (2, False)])
def test_a_function_of_a_node_is_a_rule(depth, stops):
    assert Predicate(lambda node: node.depth > depth).stops(node()) is stops


@pytest.mark.parametrize(
    ("rule", "admitted"),
    [
        (MinSamplesLeaf(1), [True, True, True]),
        (MinSamplesLeaf(4), [False, True, False]),
        (MinSamplesLeaf(5), [False, False, False]),
        (TwoBranches(2), [False, True, False]),
        (TwoBranches(5), [False, False, False]),
        (MinWeightFractionLeaf(0.05), [True, True, True]),  # 2 of 40
        (MinWeightFractionLeaf(0.2), [False, True, False]),
        (MinSamplesSplit(100), [True, True, True]),
    ],
    ids=repr,
)
def test_rules_that_admit_candidates(rule, admitted):
    assert rule.admits(node(), COUNTS, WEIGHTS).tolist() == admitted


def test_seven_of_a_hundred_are_a_share_of_007_though_floating_point_asks_for_more():
    assert 0.07 * 100 > 7
    weights = np.array([[7.0, 93.0], [6.0, 94.0]])

    admitted = MinWeightFractionLeaf(0.07).admits(node(root_weight=100.0), weights, weights)

    assert admitted.tolist() == [True, False]


@pytest.mark.parametrize(
    ("rule", "score", "rejects"),
    [
        (MinScore(0.1), 0.1, False),
        (MinScore(0.1), 0.099, True),
        (MinImpurityDecrease(0.05), 0.1, False),  # half of all weight is here
        (MinImpurityDecrease(0.05), 0.099, True),
        (MinImpurityDecrease(0.0), -1e-16, False),  # rounding
        (MinImpurityDecrease(0.0), -1e-3, True),
        (SomeGain(), 1e-9, False),
        (SomeGain(), 1e-16, True),  # rounding
        (SomeGain(), 0.0, True),
    ],
    ids=repr,
)
def test_rules_that_reject_the_best_split(rule, score, rejects):
    assert rule.rejects(node(), choice(score)) is rejects


@pytest.mark.parametrize(
    ("value", "branches", "rejects"),
    [
        # 10 are decided wrongly before, 2 + 2 after: 6 are saved.
        (6.0, [[8, 2], [2, 8]], False),
        (6.1, [[8, 2], [2, 8]], True),
        # Nothing is saved, but each branch may save 5 for one more leaf: 10 for 3 leaves.
        (3.3, [[5, 5], [5, 5]], False),
        (3.4, [[5, 5], [5, 5]], True),
        # Three branches are two leaves more: 10 - 1 - 1 - 1 is saved.
        (3.5, [[8, 1], [1, 8], [1, 1]], False),
        (3.6, [[8, 1], [1, 8], [1, 1]], True),
    ],
)
def test_a_split_is_vain_if_nothing_that_begins_with_it_pays(value, branches, rejects):
    here = node(statistics=np.array([10.0, 10.0]))
    split = replace(choice(1.0), statistics=np.array(branches, dtype=np.float64))

    assert MinRisk(value, ((0, 1), (1, 0))).rejects(here, split) is rejects
    assert not MinRisk(value).rejects(here, split)  # what a branch costs is not known


def moments(*targets):
    """Weight, sums and sums of squares of samples, one row a target."""
    numbers = np.array(targets, dtype=np.float64)
    return np.concatenate(
        [[float(numbers.shape[1])], numbers.sum(axis=1), (numbers**2).sum(axis=1)]
    )


@pytest.mark.parametrize(
    ("value", "branches", "rejects"),
    [
        # About their mean 4, the squares of 1 3 5 7 add up to 20; in two halves to 2 and 2.
        (16.0, [[1, 3], [5, 7]], False),
        (16.1, [[1, 3], [5, 7]], True),
        # These save 4 only, but may save 8 each: 20 for 3 splits.
        (6.6, [[1, 5], [3, 7]], False),
        (6.7, [[1, 5], [3, 7]], True),
        # 12 are saved; splitting the second branch, which costs 8, does not pay any more.
        (12.0, [[1], [3, 5, 7]], False),
        (12.1, [[1], [3, 5, 7]], True),
    ],
)
def test_numbers_cost_their_squared_error(value, branches, rejects):
    here = node(statistics=moments([1, 3, 5, 7]))
    split = replace(choice(1.0), statistics=np.array([moments(branch) for branch in branches]))

    assert MinRisk(value, "squared_error").rejects(here, split) is rejects


def test_two_branches_of_many_are_enough():
    counts = np.array([[5.0, 1.0, 1.0, 4.0], [9.0, 1.0, 1.0, 0.0], [2.0, 2.0, 2.0, 2.0]])

    assert TwoBranches(2).admits(node(), counts, counts).tolist() == [True, False, True]


@pytest.mark.parametrize("name", KNOWN)
def test_every_rule_has_a_reason_in_words(name):
    rule = KNOWN[name](*([] if name in ("constant", "purity", "some_gain") else [3]))

    assert rule.name == name
    assert " " in rule.reason


def test_a_rule_that_overrides_nothing_never_stops():
    rule = StoppingRule()

    assert not rule.stops(node())
    assert rule.admits(node(), COUNTS, WEIGHTS).all()
    assert not rule.rejects(node(), choice(-1.0))
    assert not rule.admits_some_only


def test_the_first_rule_that_says_so_is_the_reason():
    tree = TreeClassifier(max_depth=0, min_samples_split=99).fit({"x": [1, 2]}, [0, 1]).tree_

    assert tree.root.stop_reason == "max_depth=0 is reached"


def test_several_rules_and_functions_work_together():
    def is_light(node):
        return node.weight < 3

    X, y = {"x": np.arange(16.0)}, np.arange(16.0)
    tree = TreeRegressor(stopping=(is_light, MinScore(0.3))).fit(X, y).tree_

    # Of 4 neighbours the best cut gains 1, of 2 it gains 0.25; nodes of 2 are light.
    assert {leaf.n_samples for leaf in tree.leaves()} == {2}
    assert tree.reasons == ("the rule 'is_light' said so",)


def test_whole_weights_count_as_samples_and_others_do_not():
    X, y = {"x": [1, 2]}, ["a", "b"]
    model = TreeClassifier(min_samples_split=4)

    assert model.fit(X, y, sample_weight=[2, 2]).n_leaves_ == 2
    assert model.fit(X, y, sample_weight=[2.5, 2.5]).n_leaves_ == 1


def test_purity_reads_classes_whatever_the_leaf_model_makes_of_them():
    X, y = {"x": range(4)}, ["a", "a", "a", "b"]

    for leaf in ("distribution", "majority"):
        assert TreeClassifier(stopping=Purity(0.8), leaf=leaf).fit(X, y).n_leaves_ == 2
        assert TreeClassifier(stopping=Purity(0.7), leaf=leaf).fit(X, y).n_leaves_ == 1
