"""Frequencies: the tables of the source texts, and shares that add up as their names say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import datasets, show
from arboretum.exceptions import ParameterError
from arboretum.explain import frequencies
from tests.examples import examples


@pytest.fixture(scope="module")
def football():
    return datasets.football()


def test_the_table_of_gender_has_the_chi_square_of_the_source_text():
    # 1000 people, 310 of whom play: chi-square of gender 393.1744, of age 41.1630.
    people = datasets.football()

    gender, age = (
        frequencies(people.X, people.y, name, None, people.weights) for name in ("gender", "age")
    )

    assert gender.by_class.tolist() == [[490, 10], [200, 300]]
    assert gender.expected.tolist() == [[345, 155], [345, 155]]
    assert gender.chi_square[:2] == (pytest.approx(393.1744, abs=5e-5), 1)
    assert age.chi_square[0] == pytest.approx(41.1630, abs=5e-5)
    assert age.chi_square[2] == pytest.approx(1.4e-10, rel=0.02)


def test_missing_values_are_a_row_and_too_many_values_are_refused():
    y = list("ab") * 15

    counted = frequencies({"x": [1.0, None, 2.0] * 10}, y, "x", None)

    assert counted.rows == ["1", "2", "missing"]
    assert counted.by_class.sum(axis=1).tolist() == [10, 10, 10]
    with pytest.raises(ParameterError, match="30 values"):
        show.table({"x": list(range(30))}, y, "x")
    with pytest.raises(ParameterError, match="'z' is not a feature of X"):
        show.table({"x": list(range(30))}, y, "z")


def test_expected_counts_have_the_sums_of_the_counts():
    rng = np.random.default_rng(0)
    X = {"town": rng.choice(list("abc"), 200)}

    counted = frequencies(X, rng.choice(list("xyz"), 200), "town", None)

    for axis in (0, 1):
        np.testing.assert_allclose(counted.expected.sum(axis=axis), counted.by_class.sum(axis=axis))


def test_the_quadrants_of_age_and_gender_in_shares(football):
    # "Tree Models" notes, figure 7 (E06): F<50 10/390, F>50 0/100, M<50 250/50, M>50 50/150.
    counted = frequencies(football.X, football.y, "gender", "age", football.weights)

    assert (counted.rows, counted.columns) == (["female", "male"], ["<50", ">50"])
    assert counted.classes == ["no", "yes"]
    assert counted.weights.tolist() == [[[390, 10], [100, 0]], [[50, 250], [150, 50]]]
    assert counted.shares("all").ravel() == pytest.approx(counted.weights.ravel() / 1000)
    assert counted.shares("row").ravel() == pytest.approx(counted.weights.ravel() / 500)
    given_age = [[[390 / 700, 10 / 700], [100 / 300, 0]], [[50 / 700, 250 / 700], [0.5, 50 / 300]]]
    assert counted.shares("column").ravel() == pytest.approx(np.ravel(given_age))
    given_both = [[[390 / 400, 10 / 400], [1, 0]], [[50 / 300, 250 / 300], [0.75, 0.25]]]
    assert counted.shares("cell").ravel() == pytest.approx(np.ravel(given_both))


def test_relative_frequencies_of_the_drug_slides():
    # Their p_ij = N_ij / N.. and p_i|j = N_ij / N.j, for the class i and blood pressure j.
    drug = datasets.drug()

    counted = frequencies(drug.X, drug.y, "blood_pressure")

    assert counted.rows == ["high", "low", "normal"]
    assert counted.shares("all")[:, 0].tolist() == [[3 / 12, 0], [0, 3 / 12], [3 / 12, 3 / 12]]
    assert counted.shares("row")[:, 0].tolist() == [[1, 0], [0, 1], [0.5, 0.5]]
    assert counted.shares("column")[:, 0].tolist() == [[0.5, 0], [0, 0.5], [0.5, 0.5]]


@examples(50)
@given(st.integers(0, 2**32 - 1))
def test_shares_add_up_to_one_over_what_they_are_parts_of(seed):
    rng = np.random.default_rng(seed)
    X = {"a": rng.choice(list("uvw"), 12), "b": rng.integers(0, 3, 12)}
    counted = frequencies(X, rng.choice(list("xyz"), 12), "a", "b", rng.random(12))

    wholes = {"all": (0, 1, 2), "row": (1, 2), "column": (0, 2), "cell": 2}

    for of, axes in wholes.items():
        sums = counted.shares(of).sum(axis=axes)
        there = counted.weights.sum(axis=axes) > 0
        assert sums[there] == pytest.approx(1)
        assert not np.any(sums[~there])
    # Bayes: both ways to the joint frequency.
    of_rows = counted.weights.sum(axis=(1, 2), keepdims=True) / counted.weights.sum()
    assert counted.shares("row") * of_rows == pytest.approx(counted.shares("all"))


def test_all_tables_are_printed_with_their_names(football):
    counted = frequencies(football.X, football.y, "age", sample_weight=football.weights)

    assert str(counted).splitlines() == [
        "counts",
        "age   no  yes   sum",
        "<50  440  260   700",
        ">50  250   50   300",
        "sum  690  310  1000",
        "",
        "shares of all",
        "age    no   yes  sum",
        "<50  0.44  0.26  0.7",
        ">50  0.25  0.05  0.3",
        "sum  0.69  0.31    1",
        "",
        "shares given age",
        "age      no     yes  sum",
        "<50  0.6286  0.3714    1",
        ">50  0.8333  0.1667    1",
        "",
        "shares given y",
        "age      no     yes",
        "<50  0.6377  0.8387",
        ">50  0.3623  0.1613",
        "sum       1       1",
    ]
    assert counted.to_markdown().splitlines()[:5] == [
        "counts",
        "",
        "| age | no | yes | sum |",
        "| --- | ---: | ---: | ---: |",
        "| <50 | 440 | 260 | 700 |",
    ]


def test_a_frame_has_a_row_for_each_combination(football):
    counted = frequencies(football.X, football.y, "gender", "age", football.weights)

    columns = counted.to_frame("pyarrow").to_pydict()

    assert columns["row: gender"] == ["female"] * 4 + ["male"] * 4
    assert columns["column: age"] == ["<50", "<50", ">50", ">50"] * 2
    assert columns["class: y"] == ["no", "yes"] * 4
    assert columns["count"] == [390, 10, 100, 0, 50, 250, 150, 50]
    assert columns["share of cell"] == pytest.approx([0.975, 0.025, 1, 0, 1 / 6, 5 / 6, 0.75, 0.25])


def test_a_drawn_table_has_shares_in_brackets(football):
    pytest.importorskip("matplotlib")

    def drawn(row, column, shares):
        return show.table(
            football.X, football.y, row, column, shares=shares, sample_weight=football.weights
        ).alt.splitlines()

    assert drawn("gender", None, "row") == [
        "gender  no          yes        sum",
        "female  490 (0.98)  10 (0.02)  500",
        "male    200 (0.4)   300 (0.6)  500",
        "sum     690         310        1000",
        "In brackets: shares of the row.",
    ]
    assert drawn("gender", "age", "all")[1:] == [
        "female        no 390 (0.39) yes 10 (0.01)  no 100 (0.1) yes 0 (0)",
        "male          no 50 (0.05) yes 250 (0.25)  no 150 (0.15) yes 50 (0.05)",
        "In each cell: samples by y. In brackets: shares of all.",
    ]


def test_a_share_of_something_else_is_refused(football):
    counted = frequencies(football.X, football.y, "gender")

    with pytest.raises(ParameterError, match=r"A share of 'class' is not known\. Known: 'all'"):
        counted.shares("class")
