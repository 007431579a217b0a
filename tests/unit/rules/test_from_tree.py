"""What the rules of a tree do with samples that cannot answer."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, datasets
from arboretum.data.schema import Feature, Schema, Target
from arboretum.rules import Condition, Spread
from arboretum.tree import Split, TreeBuilder


def test_a_sample_is_shared_out_as_the_tree_shares_it_out():
    # Outlook is missing: 5 of 14 days are sunny, 4 overcast, 5 rainy.  With high humidity and
    # strong wind, sunny and rainy say no: 10/14 in all.
    weather = datasets.weather().frame("pandas")
    X, y = weather.drop(columns="play").to_dict("list"), weather["play"]
    model = TreeClassifier(criterion="entropy", splits="multiway", missing="fractional").fit(X, y)
    day = {"outlook": [None], "humidity": ["high"], "wind": ["strong"]}
    rules = model.tree_.rules()

    found = rules.match(day)

    assert found.shares.tolist() == pytest.approx([4 / 14, 5 / 14, 5 / 14])
    assert rules.predict_proba(day)[0] == pytest.approx([10 / 14, 4 / 14])
    assert rules.predict(day).tolist() == model.predict(day).tolist()
    assert len(rules.explain(day)[0].fired) == 3
    assert "(0.286 of the sample)" in str(rules.explain(day)[0])
    assert rules.check().is_covering


def test_a_feature_asked_twice_spreads_twice():
    x = np.array([1.0, 2.0, 3.0, 4.0])
    tree = TreeClassifier(missing="fractional").fit({"x": x}, ["a", "b", "a", "b"]).tree_

    (first, *_) = tree.rules()

    condition = first.conditions[0]
    steps = [spread.step for spread in condition.spreads]
    assert steps == list(range(len(steps)))
    assert condition.share_of_missing == pytest.approx(1 / 4)


def test_categories_that_were_not_at_a_node_are_spread_as_missing_ones():
    schema = Schema((Feature("c", "categorical", ("p", "q", "r")),), (Target("y", ("a", "b")),))
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=4, weight=4.0, impurity=0.5, value=[3.0, 1.0])
    for branch, value in enumerate(([3.0, 0.0], [0.0, 1.0])):
        weight = sum(value)
        leaf = builder.add(root, branch, n_samples=weight, weight=weight, impurity=0.0, value=value)
        builder.stop(leaf, "pure")
    builder.split(root, Split(0, "category", 2, branches=(0, 1, -1), missing_branch=-2), 1.0)
    tree = builder.finish(schema)

    first, second = tree.rules()

    unknown = frozenset({2})
    assert first.conditions == (
        Condition(0, codes=frozenset({0, 2}), missing=True, spreads=(Spread(0.75, unknown),)),
    )
    assert second.conditions == (
        Condition(0, codes=frozenset({1, 2}), missing=True, spreads=(Spread(0.25, unknown),)),
    )


def test_a_leaf_that_nothing_can_reach_has_no_rule():
    schema = Schema((Feature("x", "numeric"),), (Target("y", ("a", "b")),))
    builder = TreeBuilder()

    def add(parent, branch):
        return builder.add(parent, branch, n_samples=1, weight=1.0, impurity=0.0, value=[1.0, 0.0])

    root = add(None, 0)
    low, high = add(root, 0), add(root, 1)
    never, still = add(low, 1), add(low, 0)
    builder.split(root, Split(0, "interval", 2, (1.0,), missing_branch=1), 1.0)
    builder.split(low, Split(0, "interval", 2, (5.0,), missing_branch=0), 1.0)
    for leaf in (high, never, still):
        builder.stop(leaf, "by hand")

    rules = builder.finish(schema).rules()

    assert [str(rule) for rule in rules] == ["if x <= 1 then y = a", "if x > 1 then y = a"]
