"""Overlaps and gaps: proven where there are none, shown where there are."""

from __future__ import annotations

import numpy as np

from arboretum.data.schema import Feature, Schema, Target
from arboretum.rules import Condition, Origin, Rule, RuleSet, Spread, StandIn
from tests.unit.tree.examples import petal_tree, random_tree, shirt_tree

SCHEMA = Schema(
    (Feature("x", "numeric"), Feature("c", "categorical", ("p", "q", "r"))),
    (Target("y", ("a", "b")),),
)
ORIGIN = Origin(SCHEMA, 1.0, 1.0, (1.0, 0.0))


def rules_with(*conditions, refuses=()):
    rules = tuple(Rule(tuple(of), (1.0, 0.0), (0,), 1.0, 1.0, ORIGIN) for of in conditions)
    return RuleSet(rules, ORIGIN, refuses=refuses)


def met(rules, example):
    """The rules that an example really meets."""
    columns = {name: [value] for name, value in example.items()}
    if columns["x"] == [None]:
        columns["x"] = [np.nan]
    return tuple(rules.match(columns).rules.tolist())


def test_trees_are_disjoint_and_covering():
    for tree in (petal_tree(), shirt_tree(), *(random_tree(seed, 10) for seed in range(20))):
        found = tree.rules().check()

        assert (found.is_disjoint, found.is_covering) == (True, True)


def test_a_large_tree_takes_as_many_cells_as_it_has_leaves():
    rng = np.random.default_rng(0)
    from arboretum import TreeClassifier

    X, y = rng.normal(size=(2000, 4)), rng.integers(0, 2, 2000)
    rules = TreeClassifier().fit(X, y).tree_.rules()

    found = rules.check()

    assert len(rules) > 300
    assert found.is_settled
    assert found.n_cells == len(rules)


def test_an_overlap_is_shown_by_a_sample_that_meets_both_rules():
    rules = rules_with(
        [Condition(0, high=5.0, missing=True)], [Condition(0, low=4.0)], [Condition(0, low=5.0)]
    )

    found = rules.check()

    assert found.is_disjoint is False
    assert found.is_covering is True
    assert {finding.rules for finding in found.overlaps} == {(0, 1), (1, 2)}
    for finding in found.overlaps:
        assert met(rules, finding.example) == finding.rules


def test_a_gap_is_shown_by_a_sample_that_meets_no_rule():
    rules = rules_with([Condition(0, high=4.0)], [Condition(0, low=5.0)])

    found = rules.check()

    assert found.is_disjoint is True
    assert found.is_covering is False
    assert {finding.example["x"] for finding in found.gaps} == {5.0, None}
    for finding in found.gaps:
        assert met(rules, finding.example) == ()


def test_values_that_are_refused_are_no_gap():
    rules = rules_with([Condition(0, high=4.0)], [Condition(0, low=4.0)])

    assert rules.check().is_covering is False
    assert RuleSet(rules.rules, ORIGIN, refuses=("missing",)).check().is_covering is True


def test_a_category_that_no_rule_names_is_a_gap():
    rules = rules_with(
        [Condition(1, codes=frozenset({0}), missing=True)], [Condition(1, codes=frozenset({2}))]
    )

    gaps = rules.check().gaps

    assert [finding.example["c"] for finding in gaps] == ["q"]


def test_shares_that_add_up_to_1_neither_overlap_nor_leave_a_gap():
    half, third = (
        Condition(0, high=4.0, missing=True, spreads=(Spread(0.5),)),
        Condition(0, low=4.0, missing=True, spreads=(Spread(1 / 3),)),
    )

    assert (
        rules_with([half], [Condition(0, low=4.0, missing=True, spreads=(Spread(0.5),))])
        .check()
        .is_covering
    )
    assert rules_with([half], [third]).check().gaps[0].share == 0.5 + 1 / 3


def test_surrogates_are_followed():
    # x parts at 4; where it is missing the category answers, and r goes with the second rule.
    first = Condition(1, codes=frozenset({0, 1}))
    second = Condition(1, codes=frozenset({2}), missing=True)
    rules = rules_with(
        [Condition(0, high=4.0, missing=True, stand_ins=(StandIn(first),))],
        [Condition(0, low=4.0, missing=True, stand_ins=(StandIn(second),))],
    )
    twice = rules_with(
        [Condition(0, high=4.0, missing=True, stand_ins=(StandIn(first),))],
        [Condition(0, low=4.0, missing=True)],
    )

    assert (rules.check().is_disjoint, rules.check().is_covering) == (True, True)
    assert twice.check().overlaps[0].example["x"] is None
    assert met(twice, twice.check().overlaps[0].example) == (0, 1)


def test_what_is_not_settled_is_said_to_be_open():
    found = random_tree(3, 10).rules().check(max_steps=30)

    assert (found.is_settled, found.is_disjoint, found.is_covering) == (False, None, None)
    assert str(found) == "disjoint: not settled\ncovering: not settled"


def test_a_check_reads_well():
    rules = rules_with(
        [Condition(0, high=5.0, missing=True)], [Condition(0, low=4.0), Condition(0, high=9.0)]
    )

    assert str(rules.check()).splitlines() == [
        "disjoint: no",
        "covering: no",
        "overlap of rules 1 and 2: {'x': 5.0, 'c': 'p'}",
        "gap: {'x': 10.0, 'c': 'p'}",
    ]
