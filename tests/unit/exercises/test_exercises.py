"""Exercises: right answers are accepted, and wrong ones explained by the step that went wrong."""

from __future__ import annotations

import itertools
import pathlib
from fractions import Fraction

import numpy as np
import pytest

from arboretum import TreeClassifier, datasets, exercises
from arboretum.exceptions import ParameterError, UnknownPartError
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.reading import read_number
from tests.examples import full
from tests.unit.exercises.answers import ANSWERS

ALL = {one.name: one for one in exercises.exercises()}
VARIED = [name for name, one in ALL.items() if one.has_variants]
FIXED = [name for name in ALL if name not in VARIED]
NUMERIC = [name for name in VARIED if isinstance(ALL[name].expects, Number | Numbers)]

SEEDS = [range(3), *full(range(3, 40))]


def test_every_exercise_has_right_answers_and_three_wrong_ones_that_are_explained():
    assert list(ANSWERS) == list(ALL)
    assert all(len(answers.wrong) >= 3 and answers.right for answers in ANSWERS.values())
    assert len(ALL) >= 50
    assert len(VARIED) >= 30


@pytest.mark.parametrize("name", ALL)
def test_right_answers_are_accepted(name):
    one = exercises.exercise(name)

    for answer in [*ANSWERS[name].right, one.answer]:
        verdict = one.check(answer)
        assert verdict, (answer, verdict.said)
        assert verdict.is_right
        assert verdict.said


@pytest.mark.parametrize(
    ("name", "answer", "said"),
    [(name, *wrong) for name, answers in ANSWERS.items() for wrong in answers.wrong],
)
def test_a_wrong_answer_is_explained(name, answer, said):
    verdict = ALL[name].check(answer)

    assert not verdict
    assert said in verdict.said


@pytest.mark.parametrize("name", ALL)
def test_any_other_answer_is_refused_with_a_hint_and_none_breaks_the_checker(name):
    one = ALL[name]

    for answer in (
        None,
        "",
        "nonsense",
        12345.678,
        [],
        {},
        [1, 2, 3],
        object(),
        True,
        float("nan"),
    ):
        verdict = one.check(answer)
        assert not verdict
        assert verdict.said
    if isinstance(one.expects, Number):
        assert one.hint() in one.check(-12345.678).said


@pytest.mark.parametrize("name", VARIED)
@pytest.mark.parametrize("seeds", SEEDS)
def test_a_variant_has_its_own_answer_and_is_the_same_again(name, seeds):
    for seed in seeds:
        one = ALL[name].variant(seed)

        assert one.check(one.answer)
        assert str(one) == str(ALL[name].variant(seed))
        assert str(one).splitlines()[0] == f"{name}, variant {seed}"
        assert (one.topic, one.has_variants) == (ALL[name].topic, True)


@pytest.mark.parametrize("name", VARIED)
def test_variants_differ(name):
    asked = {str(ALL[name].variant(seed)).partition("\n")[2] for seed in range(8)}

    assert len(asked) > 1


def parts_of(one):
    if isinstance(one.expects, Number):
        return {None: one.expects}
    return dict(one.expects.parts)


@pytest.mark.parametrize("name", NUMERIC)
@pytest.mark.parametrize("seeds", SEEDS)
def test_slips_are_recognised_in_variants_too(name, seeds):
    found = 0
    for one in map(ALL[name].variant, seeds):
        for part, number in parts_of(one).items():
            right = [number.right, -number.right, 100 * number.right]
            for slip in number.slips:
                others = [other.value for other in number.slips if other.said != slip.said]
                if any(abs(slip.value - value) < 1e-4 for value in [*others, *right]):
                    continue  # Two slips lead to the same number, or one to the right number.
                given = slip.value if part is None else {**one.answer, part: slip.value}
                assert slip.said in one.check(given).said, (one, part, slip)
                found += 1
    assert found >= 3 * len(seeds)


@pytest.mark.parametrize("name", NUMERIC)
def test_a_number_may_be_rounded_or_cut_off_to_the_digits_that_are_given(name):
    for part, number in parts_of(ALL[name]).items():
        for decimals in range(max(number.decimals, 1), 8):
            exact = Fraction(number.right)
            cut = int(exact * 10**decimals) / 10**decimals
            for value in (round(number.right, decimals), cut):
                answer = f"{value:.{decimals}f}"
                assert number.judge(answer), (part, answer)


def test_more_digits_have_to_be_right():
    gain = ALL["gain_of_a_question"]  # 0.0319329...

    assert gain.check("0.03193")
    assert gain.check("0.0319330")
    assert not gain.check("0.03199")
    assert not gain.check("0.0330")


@pytest.mark.parametrize(
    ("answer", "value"),
    [
        ("5/14", 5 / 14),
        (" 0.94 bits", 0.94),
        ("94 %", 0.94),
        ("0,94", 0.94),
        ("−.5", -0.5),
        (Fraction(1, 3), 1 / 3),
        (np.float64(0.25), 0.25),
        (np.int64(3), 3),
        ("1.5/2", None),
        ("3/0", None),
        ("1e3x4", None),
        (True, None),
        (float("inf"), None),
        ("x", None),
    ],
)
def test_numbers_are_read_as_people_write_them(answer, value):
    given = read_number(answer)

    assert (given and given.value) == value


def test_the_greedy_trees_are_those_that_the_library_grows():
    for name, example in {"play_tennis": datasets.weather(), "the_drugs": datasets.drug()}.items():
        model = TreeClassifier(criterion="entropy", splits="multiway").fit(example.X, example.y)

        assert ALL[f"tree_of_{name}"].check(model)
        assert ALL[f"tree_of_{name}"].check(model.tree_)
    stump = TreeClassifier(criterion="entropy", splits="multiway", max_depth=1).fit(
        example.X, example.y
    )
    assert "3 A and 3 B are left" in ALL["tree_of_the_drugs"].check(stump).said


@pytest.mark.parametrize("seed", range(6))
def test_the_tree_of_twelve_days_is_what_the_library_grows(seed):
    one = ALL["tree_of_play_tennis"].variant(seed)

    model = TreeClassifier(criterion="entropy", splits="multiway").fit(one.data["X"], one.data["y"])

    assert one.check(model)


def test_trees_of_any_samples_can_be_asked_for():
    # Exclusive or, with a feature that says nothing: no question gains, yet there is a tree.
    X = {"c": ["u", "u", "u", "u"], "a": ["0", "0", "1", "1"], "b": [0, 1, 0, 1]}
    xor = exercises.GreedyTree(X, ["no", "yes", "yes", "no"])

    assert xor.judge(xor.right)
    assert "'c' separates nothing here" in xor.judge({"c": {"u": xor.right}}).said
    with pytest.raises(ParameterError, match="Samples 0 and 2 have the same features but"):
        exercises.GreedyTree({"a": [1, 2, 1]}, ["x", "x", "y"])


def test_every_function_of_two_inputs_has_a_smallest_tree():
    seen = {}
    for seed in range(60):
        one = ALL["boolean_function"].variant(seed)
        verdict = one.check(one.answer)
        seen[tuple(one.data["y"])] = int(verdict.said.split()[-2])
    # Ten of the sixteen functions depend on both inputs; exclusive or and its negation need 4.
    assert len(seen) == 10
    assert sorted(seen.values()) == [3] * 8 + [4] * 2


def test_another_code_that_is_as_good_as_huffmans_is_right():
    one = ALL["lengths_by_huffman"]
    best = one.expects.best
    every = [
        lengths
        for lengths in itertools.product(range(1, 5), repeat=5)
        if sum(Fraction(1, 2**n) for n in lengths) <= 1
    ]

    P = np.array(list(best.probabilities.values()))
    least = min(P @ lengths for lengths in every)

    for lengths in every:
        assert bool(one.check(lengths)) == (P @ lengths <= least + 1e-9), lengths


def test_an_exercise_prints_its_question_data_and_how_to_answer():
    one = exercises.exercise("cost_of_a_split")

    assert str(one).splitlines() == [
        "cost_of_a_split",
        "",
        "A threshold divides a node as below. What is its cost J, the Gini impurity of both sides, "
        "weighted by m_left/m and m_right/m?",
        "",
        "       A   B   C",
        "left   0  49   5",
        "right  0   1  45",
        "",
        "Answer with a number, with 3 decimals or more, or a fraction such as 5/14.",
    ]
    assert repr(one) == "<Exercise 'cost_of_a_split' about purity>"
    assert one.solution().splitlines()[-1] == "54/100 · 0.1680 + 46/100 · 0.0425 = 0.1103"


def test_an_exercise_lists_the_answers_to_choose_from():
    lines = str(exercises.exercise("every_boolean_function")).splitlines()

    assert [line[:2] for line in lines[4:8]] == ["a)", "b)", "c)", "d)"]
    assert lines[8:] == ["", "Answer with one of a, b, c, d (yes or no alone is not enough)."]
    assert str(exercises.exercise("greedy")).endswith("Answer with one of a, b, c, d.")


def test_a_notebook_shows_the_hint_on_request_and_names_are_only_text():
    one = exercises.exercise("region_of_a_point")
    html = one._repr_html_()

    assert "<details><summary>Hint</summary>" in html
    assert "X1 &lt;= 5.45" in html
    assert one.solution() not in html
    assert "<b>✗</b>" in one.check("R1")._repr_html_()
    assert "<b>✓</b>" in one.check("R6")._repr_html_()


@pytest.mark.parametrize("name", ALL)
def test_hints_do_not_give_the_answer_away(name):
    one = ALL[name]

    assert one.hint() != one.solution()
    assert one.solution()
    assert one.topic
    assert one.about.endswith((".", "?"))
    assert "\n" not in one.about


def test_topics_and_what_is_not_there():
    topics = list(dict.fromkeys(one.topic for one in exercises.exercises()))

    assert topics == ["purity", "gain", "thresholds", "numbers", "stopping", "codes", "trees"]
    assert {one.topic for one in exercises.exercises("codes")} == {"codes"}
    with pytest.raises(
        UnknownPartError,
        match=r"no exercise 'greed'\. Did you mean 'greedy'\? The known ones are: purity",
    ):
        exercises.exercise("greed")
    with pytest.raises(UnknownPartError, match=r"no exercise 3\. The known ones are: purity"):
        exercises.exercise(3)
    with pytest.raises(UnknownPartError, match=r"topic='tree' is not known\. .*'trees'"):
        exercises.exercises("tree")
    with pytest.raises(ParameterError, match="'greedy' has no variants"):
        exercises.exercise("greedy").variant(1)


def test_no_exercise_asks_the_global_random_generators():
    folder = pathlib.Path(exercises.__file__).parent

    assert not [f for f in folder.rglob("*.py") if "np.random" in f.read_text(encoding="utf-8")]
