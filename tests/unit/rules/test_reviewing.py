"""Overlaps and gaps, counted in samples."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arboretum.data.schema import Feature, Schema, Target
from arboretum.rules import Condition, Origin, Overlap, Rule, RuleSet
from arboretum.rules.matching import Matches
from arboretum.rules.reviewing import review

SCHEMA = Schema((Feature("x", "numeric"),), (Target("y", ("a", "b")),))
ORIGIN = Origin(SCHEMA, 10.0, 10.0, (5.0, 5.0))


def rule(low, high, code):
    return Rule((Condition(0, low, high),), (1.0, 1.0), (code,), 2.0, 2.0, ORIGIN)


RULES = RuleSet((rule(0, 4, 0), rule(2, 6, 1), rule(3, 9, 1)), ORIGIN, is_ordered=True)
SAMPLES = {"x": [1.0, 10.0, 2.5, 3.5, 3.75, 5.0, 20.0]}


def test_samples_that_meet_none_or_several_rules_are_counted():
    found = RULES.review(SAMPLES)

    assert (found.n_samples, found.n_uncovered, found.n_several) == (7, 2, 4)
    assert found.gaps == (1, 6)
    # Conflicts first, then the most samples.
    assert found.overlaps == (
        Overlap((0, 1), 3, 2, True),
        Overlap((0, 2), 2, 3, True),
        Overlap((1, 2), 3, 3, False),
    )


def test_it_says_so_in_words():
    assert str(RULES.review(SAMPLES, max_examples=1)).splitlines() == [
        "7 samples",
        "2 meet no rule: rows 1, …",
        "4 meet several",
        "  3 meet rules 1 and 2, such as row 2: y = a against y = b",
    ]
    assert str(RULES.review({"x": [1.0]})) == "1 sample\n0 meet no rule\n0 meet several"


def test_rules_for_numbers_conflict_where_they_differ():
    schema = Schema(SCHEMA.features, (Target("y"),))
    origin = Origin(schema, 10.0, 10.0, (5.0,))
    low, high = (
        Rule((Condition(0, high=bound),), (float(bound),), (), 2.0, 2.0, origin) for bound in (4, 6)
    )

    found = RuleSet((low, high), origin).review({"x": [1.0, 5.0]})

    assert found.overlaps == (Overlap((0, 1), 1, 0, True),)


def test_no_rules_leave_everything_open():
    found = replace(RULES, rules=()).review(SAMPLES, max_examples=2)

    assert (found.n_uncovered, found.gaps, found.overlaps) == (7, (0, 1), ())


@given(st.lists(st.sets(st.integers(0, 2)), min_size=1, max_size=12))
def test_every_pair_is_counted(met):
    start = np.cumsum([0, *map(len, met)])
    flat = np.array([number for rules in met for number in sorted(rules)], dtype=np.int64)

    found = review(RULES, Matches(start, flat, np.ones(len(flat))), max_examples=100)

    expected = {}
    for first, second in ((0, 1), (0, 2), (1, 2)):
        rows = [row for row, rules in enumerate(met) if {first, second} <= rules]
        if rows:
            expected[first, second] = (len(rows), rows[0])
    assert {it.rules: (it.n_samples, it.row) for it in found.overlaps} == expected
    assert found.n_several == sum(len(rules) > 1 for rules in met)
