"""Trees of given questions: the numbers of a code, and what cannot be asked."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import show
from arboretum.exceptions import ParameterError

WEIGHTS = {"a": 1.0, "b": 2.0, "c": 5.0}


def test_a_question_tells_as_many_bits_as_the_entropy_of_its_answers():
    tree = show.question_tree((("a", "b"), "c"), WEIGHTS)

    def bits(*weights):
        shares = np.array(weights) / sum(weights)
        return -(shares * np.log2(shares)).sum()

    assert tree.score[:2] == pytest.approx([bits(3, 5), bits(1, 2)])
    assert tree.impurity[0] == pytest.approx(bits(1, 2, 5))
    # Bits add up along the tree by the weight that meets each question.
    assert tree.score[0] + 3 / 8 * tree.score[1] == pytest.approx(tree.impurity[0])


def test_every_symbol_is_found_at_the_end_of_its_questions():
    tree = show.question_tree(("c", ("b", "a")), WEIGHTS, name="letter")

    ends = {leaf.prediction: leaf.conditions for leaf in tree.leaves()}

    assert ends == {
        "c": ["letter = c"],
        "b": ["letter in {a, b}", "letter = b"],
        "a": ["letter in {a, b}", "letter = a"],
    }
    assert tree.weight.tolist() == [8, 5, 3, 2, 1]


def test_a_bracket_of_three_has_three_branches_and_is_drawn():
    tree = show.question_tree(("a", "b", "c"), WEIGHTS)

    assert tree.root.split.arity == 3
    assert show.plot(tree, preset="shares").alt.splitlines()[1:] == [
        "If symbol = a: a (1 sample).",
        "If symbol = b: b (1 sample).",
        "If symbol = c: c (1 sample).",
    ]


@pytest.mark.parametrize(
    ("questions", "weights", "said"),
    [
        (("a", "a"), {"a": 1.0}, "'a' twice"),
        (("a", "b"), {"a": 1.0}, "'b' is missing in weights"),
        (("a", "b"), WEIGHTS, "'c' is missing in questions"),
        (("a", "b"), {"a": 1.0, "b": 0.0}, "The weight of 'b' is 0.0"),
        ((("a",), "b"), {"a": 1.0, "b": 1.0}, r"\('a',\) divides nothing"),
    ],
    ids=["twice", "no weight", "not asked", "impossible", "alone"],
)
def test_what_cannot_be_asked_is_named(questions, weights, said):
    with pytest.raises(ParameterError, match=said):
        show.question_tree(questions, weights)
