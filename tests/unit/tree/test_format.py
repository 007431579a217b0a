from __future__ import annotations

from dataclasses import replace

import pytest

from arboretum.data.schema import Feature, Schema
from arboretum.tree import Split, SplitFormat, category_text, format_split, name_text, number_text
from arboretum.tree.split import ROUNDED_DOWN, SPREADS, Threshold
from arboretum.tree.words.format import threshold_text

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("size", "ordered", ("S", "M", "L", "XL")),
        Feature("bp", "categorical", ("high", "low", "normal")),
        Feature("lucky", "categorical", (False, True)),
        Feature("month", "categorical", tuple(range(1, 13))),
    )
)


@pytest.mark.parametrize(
    ("number", "short"),
    [
        (150.0, "150"),
        (-0.0, "0"),
        (2.45, "2.45"),
        (1 / 3, "0.3333333"),
        (0.1 + 0.2, "0.3"),
        (1e-9, "1e-09"),
        (123456.789, "123456.8"),
        (1700000000.5, "1700000000.5"),
        (12345678.25, "12345678.2"),
        (1e300, "1e+300"),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
    ],
)
def test_numbers_are_short(number, short):
    assert number_text(number) == short


def test_no_digits_means_all_digits():
    assert number_text(0.1 + 0.2, digits=None) == "0.30000000000000004"
    assert number_text(0.1 + 0.2, digits=None) == repr(0.1 + 0.2)
    assert number_text(2.0, digits=None) == "2"


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("petal length", "petal length"),
        ("città", "città"),
        ("日本", "日本"),
        ('a "b"', 'a "b"'),
        ("<b>&", "<b>&"),
        ("a, b", "a, b"),
        ("", '""'),
        (" x", '" x"'),
        ("a\nb", '"a\\nb"'),
    ],
)
def test_names_are_written_as_they_are_unless_they_would_break_the_line(name, written):
    assert name_text(name) == written


@pytest.mark.parametrize(
    ("category", "written"),
    [
        ("high", "high"),
        ("Milano, MI", '"Milano, MI"'),
        ("{}", '"{}"'),
        ("", '""'),
        (True, "True"),
        (3, "3"),
        (2.0, "2"),
        (0.30000000000000004, "0.30000000000000004"),
    ],
)
def test_categories_cannot_be_taken_for_several(category, written):
    assert category_text(category) == written


def branches(split, **options):
    form = SplitFormat(SCHEMA, **options)
    return [form.branch(split, branch) for branch in range(split.arity)]


@pytest.mark.parametrize(
    ("split", "words"),
    [
        (Split(0, "interval", 2, (41.0,)), ["age <= 41", "age > 41"]),
        (
            Split(0, "interval", 3, (2.45, 4.9)),
            ["age <= 2.45", "2.45 < age <= 4.9", "age > 4.9"],
        ),
        (
            Split(0, "interval", 3, (41.0,), missing_branch=2),
            ["age <= 41", "age > 41", "age is missing"],
        ),
        (Split(1, "interval", 2, (1.0,)), ["size <= M", "size > M"]),
        (Split(1, "interval", 2, (1.5,)), ["size <= M", "size > M"]),
        (Split(1, "interval", 3, (0.5, 2.0)), ["size <= S", "S < size <= L", "size > L"]),
        (Split(2, "category", 2, (), (0, 0, 1)), ["bp in {high, low}", "bp = normal"]),
        (Split(2, "category", 2, (), (0, -1, 1)), ["bp = high", "bp = normal"]),
        (
            Split(2, "category", 3, (), (0, 0, 1), missing_branch=2),
            ["bp in {high, low}", "bp = normal", "bp is missing"],
        ),
        (Split(3, "category", 2, (), (0, 1)), ["lucky = False", "lucky = True"]),
        (Split(0, "presence", 2, missing_branch=1), ["age is known", "age is missing"]),
    ],
    ids=str,
)
def test_branches_are_written_with_names(split, words):
    assert branches(split) == words


def test_where_missing_values_go_is_said_on_request():
    split = Split(0, "interval", 2, (41.0,), missing_branch=1)
    own = Split(0, "interval", 3, (41.0,), missing_branch=2)

    assert branches(split, show_missing=True) == ["age <= 41", "age > 41 or missing"]
    assert branches(own, show_missing=True)[2] == "age is missing"


def test_long_sets_are_clipped_on_request():
    split = Split(4, "category", 2, (), (0,) * 11 + (1,))

    assert branches(split, max_categories=3)[0] == "month in {1, 2, 3, …(+8)}"
    assert branches(split)[0] == "month in {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}"


def test_a_question_is_its_first_branch_or_all_of_them():
    assert format_split(Split(0, "interval", 2, (41.0,)), SCHEMA) == "age <= 41"
    three = Split(2, "category", 3, (), (0, 1, 2))
    assert format_split(three, SCHEMA) == "bp = high | bp = low | bp = normal"


def test_fewer_digits_round_a_threshold_as_far_as_it_allows():
    pi = Threshold(3.14159265, digits=3)

    assert branches(Split(0, "interval", 2, (pi,)), digits=2)[0] == "age <= 3.14"
    assert branches(Split(0, "interval", 2, (pi,)), digits=None)[0] == "age <= 3.14159265"


def test_a_threshold_of_which_nothing_is_known_is_not_rounded():
    assert branches(Split(0, "interval", 2, (3.14159265,)), digits=3)[0] == "age <= 3.14159265"


def test_a_threshold_that_is_a_value_is_rounded_up():
    assert threshold_text(Threshold(1 / 3, digits=-2), 4) == "0.3334"
    assert threshold_text(Threshold(-1 / 3, digits=-2), 4) == "-0.3333"
    assert threshold_text(Threshold(12345.678, digits=-3), 3) == "12345.7"
    assert threshold_text(Threshold(1.2345678901e29, digits=-3), 3) == "1.2345678901e+29"


def test_a_threshold_close_below_a_value_is_rounded_down():
    assert threshold_text(Threshold(-0.15000000000000002, digits=ROUNDED_DOWN + 2), 7) == "-0.151"
    assert threshold_text(Threshold(20.999999999999996, digits=ROUNDED_DOWN + 1), 7) == "20.9"
    assert threshold_text(Threshold(1.2345678999, digits=ROUNDED_DOWN + 5), 4) == "1.2345"


def test_an_answer_says_what_a_branch_holds_without_the_feature():
    schema = Schema(
        (
            Feature("age", "numeric"),
            Feature("town", "categorical", ("Bern", "Genf", "Chur", "Thun")),
            Feature("size", "ordered", ("S", "M", "L")),
        )
    )
    form = SplitFormat(schema, max_categories=2)
    age = Split(0, "interval", 4, thresholds=(20.0, 60.0))  # the last branch is for missing values
    town = Split(1, "category", 2, branches=(0, 1, 1, 1))
    size = Split(2, "interval", 2, thresholds=(0.5,))
    known = Split(0, "presence", 2)

    answers = [
        [form.answer(split, branch) for branch in range(split.arity)]
        for split in (age, town, size, known)
    ]

    assert answers == [
        ["<= 20", "> 20, <= 60", "> 60", "missing"],
        ["Bern", "Genf, Chur, …(+1)"],
        ["<= S", "> S"],
        ["known", "missing"],
    ]


def test_an_answer_says_where_missing_values_go_if_that_is_shown():
    schema = Schema((Feature("age", "numeric"),))
    form = SplitFormat(schema, show_missing=True)
    split = Split(0, "interval", 2, thresholds=(20.0,), missing_branch=1)

    assert [form.answer(split, branch) for branch in (0, 1)] == ["<= 20", "> 20 or missing"]
    assert form.answer(replace(split, missing_branch=SPREADS), 0) == "<= 20 or, in part, missing"
