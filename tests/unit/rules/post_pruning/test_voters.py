"""Which rules may vote: the search, against one that counts every vote again."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.rules.post_pruning.voters import Voters, choose_voters
from tests.examples import examples
from tests.oracles.post_pruning import vote_bits

N_ROWS, N_CLASSES = 12, 3
some_rules = st.lists(
    st.tuples(
        st.sets(st.integers(0, N_ROWS - 1), min_size=1),
        st.integers(0, N_CLASSES - 1),
        st.sampled_from([0.5, 0.6, 0.75, 0.8]),
        st.sampled_from([0.5, 2.0, 3.25, 7.0]),
    ),
    max_size=8,
)
targets = st.lists(st.integers(0, N_CLASSES - 1), min_size=N_ROWS, max_size=N_ROWS)
weights = st.sampled_from([0.0, 0.5, 1.0])


def voters_of(rules, targets, weight, default=0):
    return Voters(
        [np.array(sorted(rows)) for rows, *_ in rules],
        np.array([says for _, says, *_ in rules], dtype=np.int64),
        np.array([vote for _, _, vote, _ in rules]),
        np.array([bits for *_, bits in rules]),
        np.array(targets),
        np.ones(N_ROWS),
        N_CLASSES,
        weight,
        default,
    )


@examples(80)
@given(some_rules, targets, weights, st.data())
def test_the_bits_are_those_of_counting_every_vote(rules, targets, weight, data):
    subset = data.draw(st.sets(st.integers(0, len(rules) - 1)) if rules else st.just(set()))
    default = data.draw(st.integers(0, N_CLASSES - 1))
    is_in = np.isin(np.arange(len(rules)), list(subset))

    cost = voters_of(rules, targets, weight, default).cost_of(is_in)

    assert cost == pytest.approx(
        vote_bits(sorted(subset), rules, targets, N_CLASSES, default, weight)
    )


@examples(60)
@given(some_rules, targets, weights)
def test_no_single_step_saves_a_bit(rules, targets, weight):
    chosen = set(np.flatnonzero(choose_voters(voters_of(rules, targets, weight))).tolist())

    def bits_of(subset):
        return min(
            vote_bits(sorted(subset), rules, targets, N_CLASSES, default, weight)
            for default in range(N_CLASSES)
        )

    for i in range(len(rules)):
        assert bits_of(chosen ^ {i}) > bits_of(chosen) - 1e-6


@examples(40)
@given(some_rules, targets)
def test_a_row_that_counts_twice_is_as_two_rows(rules, targets):
    once = voters_of(rules, targets, 0.5)
    amount = np.where(np.arange(N_ROWS) % 3 == 0, 2.0, 1.0)
    copies = np.repeat(np.arange(N_ROWS), amount.astype(int))
    rows = [np.flatnonzero(np.isin(copies, some)) for some in once.rows]
    twice = replace(once, rows=rows, targets=once.targets[copies], amount=np.ones(len(copies)))

    assert replace(once, amount=amount).cost_of(np.ones(len(rules), dtype=bool)) == pytest.approx(
        twice.cost_of(np.ones(len(rules), dtype=bool))
    )


def test_the_bits_of_a_vote_by_hand():
    # Twelve samples, six of class 0, four of class 1, two of class 2.  A rule for class 1 covers
    # samples 6 to 9 and 10: right on four, wrong on one.  The default, 0, is right on six and
    # wrong on one.  Two exceptions: log2 C(12, 2) + 2 log2 2 bits; and the rule, at half price.
    rules = [({6, 7, 8, 9, 10}, 1, 5 / 7, 3.0)]
    found = voters_of(rules, [0] * 6 + [1] * 4 + [2] * 2, 0.5)

    assert found.cost_of(np.array([True])) == pytest.approx(math.log2(66) + 2 + 1.5)
    # Without it six are wrong: log2 C(12, 6) + 6.
    assert found.cost_of(np.array([False])) == pytest.approx(math.log2(924) + 6)
    assert choose_voters(found).tolist() == [True]


def test_a_rule_for_the_most_frequent_class_is_kept_where_another_is_left_over():
    # Without rules the default, class 0, is wrong on four; with it the default is class 1.
    rules = [(set(range(8)), 0, 0.9, 0.5)]

    assert choose_voters(voters_of(rules, [0] * 8 + [1] * 4, 0.5)).tolist() == [True]


def test_of_no_rules_none_is_chosen():
    assert choose_voters(voters_of([], [2] * 7 + [1] * 5, 0.5)).tolist() == []
