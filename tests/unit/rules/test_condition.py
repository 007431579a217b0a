"""Conditions: sets of values, what they have in common, and who passes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arboretum.data.schema import Feature
from arboretum.rules import Condition, Spread, StandIn
from arboretum.rules.matching import meeting

NUMBERS = np.array([1.0, 2.0, 3.0, np.nan])
CODES = np.array([0, 1, 2, -1, -2], dtype=np.int32)


def shares(condition, *columns):
    found = np.zeros(len(columns[0]))
    rows, passing = meeting([condition], columns, np.arange(len(columns[0])))
    found[rows] = passing
    return found.tolist()


def test_an_interval_leaves_out_its_lower_bound_and_takes_its_upper():
    assert shares(Condition(0, 1.0, 3.0), NUMBERS) == [0, 1, 1, 0]


def test_missing_numbers_pass_where_they_are_accepted():
    assert shares(Condition(0, high=1.0, missing=True), NUMBERS) == [1, 0, 0, 1]


def test_bounds_are_not_rounded_to_numbers_of_32_bits():
    # 0.1 as float32 is 0.100000001…, above the float64 0.1; rounding the bound makes them equal.
    column = np.array([0.1], dtype=np.float32)

    assert shares(Condition(0, high=0.1), column) == [0]


def test_unseen_categories_count_as_missing():
    condition = Condition(0, codes=frozenset({1}), missing=True, spreads=(Spread(0.25),))

    assert shares(condition, CODES) == [0, 1, 0, 0.25, 0.25]


def test_a_category_may_pass_in_part():
    condition = Condition(0, codes=frozenset({0, 2}), spreads=(Spread(0.5, frozenset({2})),))

    assert shares(condition, CODES) == [1, 0, 0.5, 0, 0]


def test_a_stand_in_is_asked_where_the_value_is_missing_or_of_no_use():
    instead = Condition(1, high=0.0)
    condition = Condition(
        0, codes=frozenset({0, 2}), missing=True, stand_ins=(StandIn(instead, frozenset({2})),)
    )
    other = np.array([5.0, 5.0, 5.0, -5.0, 5.0])

    assert shares(condition, CODES, other) == [1, 0, 0, 1, 0]


def test_intervals_meet_in_what_they_share():
    found = Condition(0, high=5.45, missing=True).meet(Condition(0, high=4.7, missing=True))

    assert found == Condition(0, high=4.7, missing=True)


def test_intervals_apart_leave_only_missing_values():
    low, high = Condition(0, high=1.0, missing=True), Condition(0, low=2.0, missing=True)

    assert low.meet(high) == Condition(0, math.inf, -math.inf, missing=True)
    assert not low.meet(high).is_impossible
    assert low.meet(Condition(0, low=2.0)).is_impossible


def test_shares_of_conditions_that_meet_are_multiplied():
    half, tenth = Spread(0.5, frozenset({1})), Spread(0.1, frozenset({2}))
    first = Condition(0, codes=frozenset({0, 1}), missing=True, spreads=(half,))
    second = Condition(0, codes=frozenset({0, 1, 2}), missing=True, spreads=(tenth,))

    both = first.meet(second)

    assert both.spreads == (half, tenth)
    assert both.share_of_missing == 0.05
    assert [both.share_of(code) for code in range(3)] == [1.0, 0.5, 0.0]
    assert shares(both, CODES) == [1, 0.5, 0, 0.05, 0.05]


def test_shares_that_nothing_asks_for_are_dropped():
    half = Condition(0, high=1.0, missing=True, spreads=(Spread(0.5),))

    assert half.meet(Condition(0, low=0.0)).spreads == ()


def test_shares_are_multiplied_in_the_order_of_their_steps():
    # 0.1 * 0.1 * 0.3 differs in its last bit from 0.1 * 0.3 * 0.1.
    conditions = [
        Condition(0, missing=True, spreads=(Spread(0.1, step=0), Spread(0.3, step=2))),
        Condition(1, missing=True, spreads=(Spread(0.1, step=1),)),
    ]
    missing = np.array([np.nan])

    _, share = meeting(conditions, [missing, missing], np.arange(1))

    assert 0.1 * 0.1 * 0.3 != 0.1 * 0.3 * 0.1
    assert share.tolist() == [0.1 * 0.1 * 0.3]


def test_stand_ins_that_nothing_asks_for_are_dropped():
    asked = Condition(0, high=1.0, missing=True, stand_ins=(StandIn(Condition(1, high=0.0)),))

    assert asked.meet(Condition(0, low=0.0)).stand_ins == ()
    assert asked.meet(Condition(0, low=0.0, missing=True)).stand_ins == asked.stand_ins


@pytest.mark.parametrize(
    ("condition", "is_certain"),
    [
        (Condition(0, missing=True), True),
        (Condition(0), False),
        (Condition(0, high=9.0, missing=True), False),
        (Condition(0, missing=True, stand_ins=(StandIn(Condition(1, high=0.0)),)), False),
    ],
)
def test_a_condition_is_certain_if_nothing_fails_it(condition, is_certain):
    assert condition.is_certain(Feature("x", "numeric")) is is_certain


def test_all_categories_without_the_missing_ones_are_not_certain():
    feature = Feature("x", "categorical", ("a", "b"))
    every = frozenset({0, 1})

    assert Condition(0, codes=every, missing=True).is_certain(feature)
    assert not Condition(0, codes=every).is_certain(feature)
    assert not Condition(0, codes=frozenset({0}), missing=True).is_certain(feature)


def test_in_full_leaves_out_what_passes_with_a_share():
    # Category 2 counts as no value; half of such samples pass.
    spread = Condition(
        0, codes=frozenset([1, 2]), missing=True, spreads=(Spread(0.5, frozenset([2])),)
    )
    number = Condition(1, high=3.0, missing=True, spreads=(Spread(0.25),))
    whole = Condition(1, high=3.0, missing=True)

    assert spread.in_full() == Condition(0, codes=frozenset([1]))
    assert number.in_full() == Condition(1, high=3.0)
    assert whole.in_full() == whole
    asked = Condition(0, codes=frozenset([1]), missing=True, stand_ins=(StandIn(number),))
    assert asked.in_full().stand_ins == (StandIn(Condition(1, high=3.0)),)
