"""Information content, entropy and divergence: worked numbers, identities, and what is refused.

[EXC] is the excursus on Shannon entropy of the slides with the drug example; the rows T04 to T13
are those that ``tests/docs/gallery_rows.py`` counts by.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

from arboretum import datasets, information
from arboretum.criteria import InformationGain
from arboretum.exceptions import ParameterError
from tests.examples import examples

P = [0.10, 0.15, 0.16, 0.19, 0.40]  # [EXC], question and coding schemes
GENDER = [[10, 490], [300, 200]]

counts = st.lists(st.integers(0, 20), min_size=2, max_size=6).filter(any)
tables = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 9), min_size=k, max_size=k), min_size=1, max_size=5)
)


def test_t12_a_message_of_probability_one_half_says_one_bit():
    assert information.information_content(1 / 2) == 1
    assert information.information_content(1) == 0
    assert information.information_content(0.1) == pytest.approx(np.log2(10))
    assert information.information_content(0) == np.inf
    assert information.information_content(np.exp(-2), base="e") == pytest.approx(2)
    assert information.information_content(0.001, base=10) == pytest.approx(3)


def test_t05_the_entropy_of_five_symbols():
    assert information.entropy(P) == pytest.approx(2.14975, abs=5e-6)
    assert information.entropy([1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 16]) == 1.875  # T11
    assert information.entropy(P, base="e") == pytest.approx(scipy_entropy(P))


def test_t13_the_divergence_of_five_symbols_from_even_odds():
    even = [Fraction(1, 5)] * 5

    assert information.cross_entropy(P, even) == pytest.approx(np.log2(5))
    assert information.kl_divergence(P, even) == pytest.approx(0.1722, abs=5e-5)
    assert information.kl_divergence(P, even, "e") == pytest.approx(scipy_entropy(P, [0.2] * 5))
    assert information.kl_divergence(P, P) == 0
    assert information.kl_divergence([0.5, 0.5], [1.0, 0.0]) == np.inf


def test_m08_and_m09_what_gender_leaves_open_and_what_it_gains():
    assert information.conditional_entropy(GENDER, normalise=True) == pytest.approx(
        0.5562, abs=5e-5
    )
    assert information.information_gain(GENDER, normalise=True) == pytest.approx(0.33698, abs=5e-6)


def test_the_branches_of_blood_pressure_diverge_by_a_bit_or_by_nothing():
    drug = datasets.drug()
    assert sorted(set(drug.X["blood_pressure"])) == ["high", "low", "normal"]

    shares, divergences = information.gain_by_branch([[3, 0], [3, 3], [0, 3]], normalise=True)

    assert shares.tolist() == [0.25, 0.5, 0.25]
    assert divergences.tolist() == [1, 0, 1]


@examples(100)
@given(tables.filter(lambda table: np.any(table)))
def test_t13_the_gain_is_the_expected_divergence_of_the_branches(table):
    table = np.array(table, dtype=float)

    gain = information.information_gain(table, normalise=True)

    assert gain == pytest.approx(
        InformationGain().score(table.sum(axis=0), table[None])[0], abs=1e-12
    )
    before = information.entropy(table.sum(axis=0), normalise=True)
    after = information.conditional_entropy(table, normalise=True)
    assert gain == pytest.approx(before - after, abs=1e-12)
    # Mutual information: what the rows say of the columns, the columns say of the rows.
    assert gain == pytest.approx(information.information_gain(table.T, normalise=True), abs=1e-12)


@examples(100)
@given(counts, st.randoms(use_true_random=False))
def test_a_wrong_belief_never_costs_less_than_the_truth(truth, random):
    belief = random.sample(truth, len(truth))

    divergence = information.kl_divergence(truth, belief, normalise=True)

    assert divergence >= 0
    assert divergence == pytest.approx(scipy_entropy(truth, belief, base=2), abs=1e-12)
    expected = information.cross_entropy(truth, belief, normalise=True)
    assert expected == pytest.approx(
        information.entropy(truth, normalise=True) + divergence, abs=1e-12
    )


def test_events_are_matched_by_name():
    truth, belief = {"rain": 0.25, "sun": 0.75}, {"sun": 0.25, "rain": 0.75}

    in_order = information.kl_divergence([0.25, 0.75], [0.75, 0.25])

    assert information.kl_divergence(truth, belief) == in_order


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: information.entropy([0.5, 0.4]), "P adds up to 0.9, not to 1. .*normalise=True"),
        (lambda: information.entropy([1.5, -0.5]), r"P\[1\] is -0.5, but a probability is 0"),
        (lambda: information.entropy({"a": 2.0, "b": -1.0}), r"P\['b'\] is -1.0"),
        (lambda: information.entropy([0.5, np.nan]), r"P\[1\] is nan"),
        (lambda: information.entropy([0, 0], normalise=True), "0, not to 1. Some number must be"),
        (lambda: information.entropy(["a", "b"]), "P must hold numbers"),
        (lambda: information.entropy([[1.0]]), "P must be one row of probabilities"),
        (lambda: information.entropy([]), "P must be one row"),
        (lambda: information.information_gain([[0.5, 0.6]]), "joint adds up to 1.1"),
        (lambda: information.information_gain([0.5, 0.5]), "joint must be a table"),
        (lambda: information.information_gain([[1, 2], [3, -4]]), r"joint\[\(1, 1\)\] is -4.0"),
        (lambda: information.kl_divergence([0.5, 0.5], [1.0]), "P has 2 probabilities and belief"),
        (lambda: information.kl_divergence({"a": 1.0}, {"b": 1.0}), "'a' is missing in belief"),
        (lambda: information.kl_divergence({"a": 1}, {"a": 0.5, "b": 0.5}), "'b' is missing in P"),
        (lambda: information.information_content("often"), "'often' is not a probability"),
        (lambda: information.information_content(1.5), "1.5 is not a probability"),
        (lambda: information.entropy([1.0], base=1), "base=1 is not the base of a logarithm"),
    ],
)
def test_bad_distributions_are_refused_with_what_to_do(call, said):
    with pytest.raises(ParameterError, match=said):
        call()
