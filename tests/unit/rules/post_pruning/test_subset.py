"""The subset of rules that takes the fewest bits."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier
from arboretum.rules import Condition
from arboretum.rules.post_pruning.subset import (
    Candidates,
    Language,
    choose_subset,
    log2_choices,
    log2_factorial,
)
from tests.examples import examples
from tests.oracles.post_pruning import fewest_bits, subset_bits

N_ROWS = 12
some_rows = st.sets(st.integers(0, N_ROWS - 1), min_size=1)
of_class = st.lists(st.booleans(), min_size=N_ROWS, max_size=N_ROWS)
bits = st.sampled_from([0.5, 2.0, 3.25, 7.0])


def candidates(rules, is_class, weight):
    is_class = np.array(is_class)
    rows = [np.array(sorted(found)) for found, _ in rules]
    costs = np.array([cost for _, cost in rules], dtype=float)
    return Candidates(rows, costs, is_class * 1.0, ~is_class * 1.0, weight)


def bits_of(is_in, rules, is_class, weight):
    chosen = np.flatnonzero(is_in).tolist()
    return subset_bits(chosen, [r for r, _ in rules], [b for _, b in rules], is_class, weight)


@examples(60)
@given(st.lists(st.tuples(some_rows, bits), max_size=7), of_class, st.sampled_from([0.0, 0.5, 1.0]))
def test_of_few_rules_no_subset_takes_fewer_bits(rules, is_class, weight):
    found = choose_subset(candidates(rules, is_class, weight))

    least = fewest_bits([r for r, _ in rules], [b for _, b in rules], is_class, weight)
    assert bits_of(found, rules, is_class, weight) == pytest.approx(least)


@examples(40)
@given(st.lists(st.tuples(some_rows, bits), min_size=11, max_size=20), of_class)
def test_of_many_rules_no_single_step_saves_a_bit(rules, is_class):
    given_rules = candidates(rules, is_class, 0.5)

    found = choose_subset(given_rules)

    cost = bits_of(found, rules, is_class, 0.5)
    assert given_rules.cost_of(found) == pytest.approx(cost)
    for i in range(len(rules)):
        other = found.copy()
        other[i] = not other[i]
        assert bits_of(other, rules, is_class, 0.5) >= cost - 1e-6


@given(st.integers(0, 60), st.data())
def test_bits_of_choices_and_orders(n, data):
    k = data.draw(st.integers(0, n))

    assert log2_choices(n, k) == pytest.approx(math.log2(math.comb(n, k)), abs=1e-9)
    assert log2_factorial(n) == pytest.approx(math.log2(math.factorial(n)), abs=1e-9)


def test_what_conditions_cost_to_write():
    # Four features: 2 bits say which.
    X = {
        "size": ["S", "M", "L", "XL", "S"],
        "colour": ["r", "g", "b", "y", "r"],
        "age": [1.0, 2.0, 3.0, 4.0, 5.0],
        "same": [1.0, 1.0, 1.0, 1.0, 1.0],
    }
    kinds = {"size": ["S", "M", "L", "XL"]}
    dataset = TreeClassifier(kinds=kinds).make_dataset(X, list("ababa"), None)
    language = Language(dataset)
    one = frozenset([1])

    # A side, and one of the 4 places between 5 values: 2 + 1 + 2.
    assert language.rule_bits((Condition(2, high=2.5),)) == pytest.approx(5)
    # Two such, whose order says nothing: 10 - 1.
    assert language.rule_bits((Condition(2, 1.5, 3.5),)) == pytest.approx(9)
    assert language.rule_bits((Condition(1, codes=one),)) == pytest.approx(2 + 2)
    # Two of four categories: log2 of 6.
    assert language.rule_bits((Condition(1, codes=frozenset([1, 3])),)) == pytest.approx(
        2 + math.log2(6)
    )
    # Ordered: a side, and one of the 3 places between 4 categories.
    assert language.rule_bits((Condition(0, codes=frozenset([0, 1])),)) == pytest.approx(
        3 + math.log2(3)
    )
    # Whether a number is missing: which feature, and yes or no.
    missing = Condition(3, math.inf, -math.inf, missing=True)
    assert language.rule_bits((missing,)) == pytest.approx(3)
    both = (Condition(2, high=2.5), Condition(1, codes=one))
    assert language.rule_bits(both) == pytest.approx(5 + 4 - 1)
