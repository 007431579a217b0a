"""Codes: the worked numbers of the slides, a slow twin for the best code, and properties of all."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, show
from arboretum.exceptions import ParameterError
from arboretum.information import (
    Code,
    block_code,
    enough_questions,
    entropy,
    equal_size_code,
    huffman_code,
    linear_code,
    shannon_fano_code,
)
from tests.examples import examples

# [EXC], question and coding schemes.
P = {"x1": 0.10, "x2": 0.15, "x3": 0.16, "x4": 0.19, "x5": 0.40}
HALVING = [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 16]
SCHEMES = [
    linear_code,
    lambda P, **options: linear_code(P, "probable_first", **options),
    equal_size_code,
    shannon_fano_code,
    huffman_code,
]

weights = st.lists(st.integers(1, 30), min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("code", "lengths", "expected", "efficiency"),
    [
        (linear_code(P), [1, 2, 3, 4, 4], 3.24, 0.664),  # T06
        (linear_code(P, "probable_first"), [4, 4, 3, 2, 1], 2.26, 0.951),
        (equal_size_code(P), [2, 2, 2, 3, 3], 2.59, 0.830),  # T07
        (shannon_fano_code(P), [3, 3, 2, 2, 2], 2.25, 0.955),  # T08
        (huffman_code(P), [3, 3, 3, 3, 1], 2.20, 0.977),  # T09
        (huffman_code(HALVING), [1, 2, 3, 4, 4], 1.875, 1.0),  # T11
    ],
    ids=["linear", "best order", "equal size", "Shannon-Fano", "Huffman", "perfect"],
)
def test_t06_to_t11_questions_that_the_schemes_of_the_slides_need(
    code, lengths, expected, efficiency
):
    assert list(code.lengths.values()) == lengths
    assert code.expected_length == pytest.approx(expected)
    assert code.efficiency == pytest.approx(efficiency, abs=5e-4)


@pytest.mark.parametrize(("n", "expected"), [(1, 2.2), (2, 2.1655), (3, 2.1608), (4, 2.1571)])
def test_t10_blocks_come_closer_to_the_entropy(n, expected):
    code = block_code(P, n)

    assert code.expected_length == pytest.approx(expected, abs=5e-5)
    assert code.entropy == pytest.approx(2.14975, abs=5e-6) == entropy(P)
    assert len(code.symbols) == 5**n


def test_t04_halves_never_take_more_than_the_logarithm_of_the_number_of_symbols():
    for n in range(1, 70):
        code = equal_size_code([1 / n] * n)

        assert code.longest == enough_questions(n) == math.ceil(math.log2(n))


def all_brackets(symbols):
    """Every way to find out one of some symbols by yes/no questions, up to mirror images."""
    if len(symbols) == 1:
        yield symbols[0]
        return
    first, *others = symbols
    for n in range(len(others)):
        for beside in itertools.combinations(others, n):
            rest = tuple(symbol for symbol in others if symbol not in beside)
            for left in all_brackets((first, *beside)):
                for right in all_brackets(rest):
                    yield left, right


@examples(30)
@given(st.lists(st.integers(1, 12), min_size=2, max_size=6))
def test_t09_no_scheme_of_all_needs_fewer_questions_than_huffman(counts):
    code = huffman_code(counts, normalise=True)

    every = (
        Code("any", brackets, code.probabilities).expected_length
        for brackets in all_brackets(code.symbols)
    )

    assert code.expected_length == pytest.approx(min(every))


@pytest.mark.parametrize("scheme", SCHEMES)
@examples(60)
@given(counts=weights)
def test_every_code_can_be_read_and_wastes_no_word(scheme, counts):
    code = scheme(counts, normalise=True)
    message = [code.symbols[i % len(counts)] for i in range(7)]

    # Kraft: the words of a tree without a loose end fill everything, to the last bit.
    assert sum(2.0**-length for length in code.lengths.values()) == 1
    assert entropy(counts, normalise=True) <= code.expected_length + 1e-9
    if len(counts) > 1:
        assert code.decode(code.encode(message)) == message
    assert {leaf.prediction: leaf.depth for leaf in code.tree.leaves()} == code.lengths
    assert code.tree.impurity[0] == pytest.approx(code.entropy)


@examples(100)
@given(weights)
def test_huffman_is_within_one_question_of_the_entropy_and_never_behind(counts):
    best = huffman_code(counts, normalise=True).expected_length

    assert best < entropy(counts, normalise=True) + 1
    assert all(best <= scheme(counts, normalise=True).expected_length + 1e-9 for scheme in SCHEMES)


def test_a_tree_grown_by_entropy_on_ranks_is_the_scheme_of_shannon_and_fano():
    X, y = {"rank": range(5)}, list(P)

    model = TreeClassifier(criterion="entropy").fit(X, y, sample_weight=list(P.values()))

    depths = {leaf.prediction: leaf.depth for leaf in model.tree_.leaves()}
    assert depths == shannon_fano_code(P).lengths


def test_sums_that_look_equal_are_ties_and_go_to_the_set_that_was_made_first():
    # In floating point 0.1 + 0.2 is more than 0.3, so that d would be joined before ab.
    code = huffman_code({"a": 0.1, "b": 0.2, "c": 0.3, "d": 0.4})
    thirds = huffman_code({"a": 1 / 3, "b": 1 / 3, "c": 1 / 3})

    assert code.questions == ("d", ("c", ("a", "b")))
    assert thirds.questions == ("c", ("a", "b"))
    assert shannon_fano_code([0.25] * 4).questions == (("x1", "x2"), ("x3", "x4"))
    assert shannon_fano_code({"a": 0.3, "b": 0.1, "c": 0.2}, normalise=True).questions == (
        ("b", "c"),
        "a",
    )


def test_one_symbol_needs_no_question():
    code = huffman_code([1.0])

    assert (code.words, code.expected_length, code.efficiency) == ({"x1": ""}, 0, 1)


def test_a_message_of_answers_and_back():
    code = huffman_code(P)

    assert code.words == {"x1": "100", "x2": "101", "x3": "110", "x4": "111", "x5": "0"}
    assert code.encode(["x5", "x1", "x5"]) == "01000"
    assert code.decode("01000") == ["x5", "x1", "x5"]


def test_questions_are_drawn_with_the_probability_of_each_answer():
    pytest.importorskip("matplotlib")
    picture = huffman_code(P).plot()

    said = [text.get_text() for text in picture.figure.axes[0].texts]

    assert said.count("yes") == said.count("no") == 4
    for share in ("0.4", "0.6", "0.25", "0.35", "0.1", "0.15", "0.16", "0.19"):
        assert share in said
    assert picture.alt == show.plot(huffman_code(P).tree).alt


def test_a_code_as_text_and_as_a_table():
    code = shannon_fano_code({"|": 0.25, "b": 0.75})

    assert str(code).splitlines() == [
        "Shannon-Fano: 1 questions per symbol, efficiency 0.811",
        "",
        "symbol  probability  word  length",
        "|              0.25  0          1",
        "b              0.75  1          1",
    ]
    assert code.to_markdown().splitlines()[4] == "| \\| | 0.25 | 0 | 1 |"
    assert code.to_frame("pyarrow").to_pydict() == {
        "symbol": ["|", "b"],
        "probability": [0.25, 0.75],
        "word": ["0", "1"],
        "length": [1, 1],
    }
    assert str(equal_size_code([1 / 64] * 64)).splitlines()[-1] == "…and 24 more"


def test_a_thousand_symbols_one_after_another_make_a_tree():
    code = linear_code([1 / 1200] * 1200)

    assert code.tree.depth == code.longest == 1199
    assert code.expected_length == pytest.approx(np.mean([*range(1, 1200), 1199]))


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: huffman_code([0.5, 0.4]), "probabilities adds up to 0.9"),
        (lambda: huffman_code({"a": 1.0, "b": 0.0}), "'b' has probability 0.*Leave it out"),
        (lambda: huffman_code({1: 0.5, 2: 0.5}), "The symbol 1 is not text. Name it '1'"),
        (lambda: linear_code(P, "best"), "order='best' is not known"),
        (lambda: block_code(P, 0), "n=0 symbols make no block"),
        (lambda: block_code(P, 8), "5 symbols make 390625 blocks of 8"),
        (lambda: block_code({"a": 0.5, "a a": 0.5}, 3), "Two blocks read the same"),
        (lambda: huffman_code(P).encode(["y"]), "'y' has no word in this code"),
        (lambda: huffman_code(P).decode("012"), "Answer 3 is '2'"),
        (lambda: huffman_code(P).decode("010"), "end within a word: nothing is called '10'"),
        (lambda: huffman_code(P).decode([0, 1]), "Answer 1 is 0. Pass a text"),
        (lambda: block_code(P, 1.5), "n=1.5 symbols make no block"),
        (lambda: enough_questions(0), "n=0 must be a whole number of symbols"),
        (lambda: enough_questions(2.5), "n=2.5 must be a whole number of symbols"),
    ],
)
def test_what_makes_no_code_is_refused_with_what_to_do(call, said):
    with pytest.raises(ParameterError, match=said):
        call()
