"""What features cost: the rules, and a feature that is known already."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import FeatureCosts, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.growing.recipe import recipe_of
from arboretum.tree import Tree

#: Gains of gender and age in the football table, in bits.
GENDER, AGE = 0.336977, 0.031941


def first_question(costs):
    football = datasets.football()
    model = TreeClassifier(criterion="entropy", feature_costs=costs, max_depth=1)
    tree = model.fit(football.X, football.y, sample_weight=football.weights).tree_
    return tree.schema.feature_names[tree.root.split.column]


@pytest.mark.parametrize(
    ("rule", "weight", "break_even"),
    [
        ("ratio", 1.0, GENDER / AGE),  # 10.55
        ("tan_schlimmer", 1.0, (GENDER / AGE) ** 2),  # 111.3
        # (2^0.336977 - 1) / (C + 1)^w = (2^0.031941 - 1) / 2^w
        ("eg2", 1.0, 2 * (2**GENDER - 1) / (2**AGE - 1) - 1),  # 22.5
        ("eg2", 0.5, 4 * ((2**GENDER - 1) / (2**AGE - 1)) ** 2 / 2 - 1),  # 275.2
    ],
)
def test_a_dear_feature_is_asked_up_to_the_cost_at_which_merits_are_equal(rule, weight, break_even):
    below, above = (
        first_question(FeatureCosts({"gender": cost}, rule, weight))
        for cost in (0.999 * break_even, 1.001 * break_even)
    )

    assert (below, above) == ("gender", "age")


def test_eg2_with_weight_0_ignores_costs():
    assert first_question(FeatureCosts({"gender": 1e9}, "eg2", weight=0)) == "gender"


@pytest.mark.parametrize("rule", ["ratio", "tan_schlimmer"])
@pytest.mark.parametrize("unit", [1e-14, 1e14])
def test_the_unit_of_money_does_not_matter(rule, unit):
    by_unit = {"gender": 200 * unit, "age": unit}

    assert first_question(FeatureCosts(by_unit, rule)) == "age"
    assert first_question(FeatureCosts({**by_unit, "gender": 10 * unit}, rule)) == "gender"


# Samples of (dear, cheap, y).  Dear is worth its price at the root; below, on the left, it would
# remove a variance of 4, and cheap one of 1.
DEAR = np.repeat([1, 2, 3, 4], 4)
CHEAP = np.array([0, 0, 0, 1, 1, 1, 1, 0] + 4 * [0, 1])
Y = np.repeat([0.0, 4.0, 1000.0, 1000.0], 4)


@pytest.mark.parametrize(("once", "below"), [(False, "cheap"), (True, "dear")])
def test_a_feature_that_was_asked_above_may_cost_nothing_more(once, below):
    costs = FeatureCosts({"dear": 10}, once=once)

    tree = TreeRegressor(feature_costs=costs).fit({"dear": DEAR, "cheap": CHEAP}, Y).tree_

    names = tree.schema.feature_names
    assert names[tree.root.split.column] == "dear"
    left = tree.node(tree.root.children[0])
    assert names[left.split.column] == below
    assert left.score == {"dear": 4.0, "cheap": 1.0}[below]


def test_competitors_are_ranked_by_the_costs_of_their_node():
    costs = FeatureCosts({"dear": 10}, once=True)
    X = {"dear": DEAR, "cheap": CHEAP}
    tree = TreeRegressor(feature_costs=costs).fit(X, Y).tree_

    ranked = tree.competitors(tree.root.children[0], X, Y)

    assert [(one.feature, one.score) for one in ranked] == [("dear", 4.0), ("cheap", 1.0)]


def test_a_tree_from_a_file_knows_its_costs_and_their_rule(tmp_path):
    football = datasets.football()
    costs = FeatureCosts({"gender": 7}, "eg2", weight=0.5, once=True)
    model = TreeClassifier(criterion="entropy", feature_costs=costs)
    tree = model.fit(football.X, football.y, sample_weight=football.weights).tree_
    tree.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")

    assert loaded == tree
    known = FeatureCosts({0: 7.0, 1: 1.0}, "eg2", weight=0.5, once=True)
    assert recipe_of(loaded).feature_costs == known


def test_a_file_without_a_rule_divides_by_the_cost():
    tree = TreeClassifier(feature_costs={"x": 3}).fit({"x": [1, 2]}, [1, 2]).tree_
    document = tree.to_dict()
    del document["parts"]["feature_cost_rule"]

    assert recipe_of(Tree.from_dict(document)).feature_costs == FeatureCosts({0: 3.0})


def test_no_costs_at_all_are_no_costs():
    model = TreeClassifier(feature_costs={})

    tree = model.fit({"x": [1, 2]}, [1, 2]).tree_

    assert "feature_cost_rule" not in tree.parts


@pytest.mark.parametrize(
    ("costs", "error", "message"),
    [
        (FeatureCosts({"scan": 3}), DataError, "names 'scan'.*The features are: x"),
        (FeatureCosts({"x": -1}), ParameterError, r"feature_costs\['x'\]=-1 must be a positive"),
        (FeatureCosts({"x": np.inf}), ParameterError, "must be a positive number"),
        (FeatureCosts({"x": 2}, "gain"), ParameterError, "rule='gain'.*'ratio', 'tan_schlimmer'"),
        (FeatureCosts({"x": 2}, "eg2", weight=2), ParameterError, "weight=2 .* from 0 to 1"),
        (FeatureCosts({"x": 2}, "eg2"), UnsupportedCombination, "bits.*Gini.*criterion='entropy'"),
        (FeatureCosts([2]), ParameterError, "must be a mapping from feature name"),
    ],
    ids=str,
)
def test_costs_that_make_no_sense_are_refused(costs, error, message):
    with pytest.raises(error, match=message):
        TreeClassifier(feature_costs=costs).fit({"x": [1, 2]}, [1, 2])
