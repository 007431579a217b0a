"""Samples that agree in all features and differ in the target, against a dictionary of rows."""

from __future__ import annotations

import math
from collections import defaultdict

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.data import contradictions, make_dataset
from arboretum.data.contradictions import contradictions_in
from arboretum.exceptions import UnsupportedCombination

RNG = np.random.default_rng(2)
N = 400
X = {
    "few": np.where(RNG.random(N) < 0.2, np.nan, RNG.integers(0, 4, N) * 0.5),
    "zero": np.where(RNG.random(N) < 0.5, -0.0, 0.0),
    "town": np.array(["a", "b", "c", None], dtype=object)[RNG.integers(0, 4, N)],
    "many": RNG.integers(0, 12, N).astype(float),
}
CLASSES = np.array(["no", "maybe", "yes"])[RNG.integers(0, 3, N)]
NUMBERS = np.round(RNG.normal(size=N), 1)
WEIGHTS = RNG.integers(1, 4, N)


def groups_by_hand(*targets):
    """The positions of samples by their features, where some target differs."""
    found = defaultdict(list)
    for row in range(N):
        key = tuple(
            "missing" if column[row] is None or column[row] != column[row] else column[row]
            for column in X.values()
        )
        found[key].append(row)
    return sorted(
        rows for rows in found.values() if any(len({y[row] for row in rows}) > 1 for y in targets)
    )


def mistakes(rows, y, weights):
    held = defaultdict(float)
    for row in rows:
        held[y[row]] += weights[row]
    return sum(held.values()) - max(held.values())


def squares(rows, y, weights):
    w, of = np.asarray(weights, dtype=float)[rows], np.asarray(y)[rows]
    return float((w * (of - np.average(of, weights=w)) ** 2).sum())


@pytest.mark.parametrize("weights", [np.ones(N), WEIGHTS, WEIGHTS / 3], ids=["one", "n", "parts"])
@pytest.mark.parametrize(("y", "cost"), [(CLASSES, mistakes), (NUMBERS, squares)])
def test_groups_and_the_least_error_are_those_found_row_by_row(y, cost, weights):
    expected = groups_by_hand(y)
    errors = [cost(rows, y, weights) / weights.sum() for rows in expected]

    found = contradictions(X, y, sample_weight=weights)

    assert len(expected) > 50
    assert sorted(group.rows.tolist() for group in found) == expected
    assert found.least_error == pytest.approx(sum(errors))
    assert [one.error for one in found] == pytest.approx(sorted(errors, reverse=True))
    of = {tuple(group.rows.tolist()): group for group in found}
    for rows, error in zip(expected, errors, strict=True):
        group = of[tuple(rows)]
        assert group.error == pytest.approx(error)
        assert group.weight == pytest.approx(weights[rows].sum())
        times = weights[rows].sum() if weights.dtype.kind == "i" else len(rows)
        assert group.n_samples == times
    assert found.n_samples == sum(group.n_samples for group in found)


def test_of_several_targets_the_mean_is_taken():
    y = {"one": CLASSES, "other": CLASSES[::-1]}
    expected = groups_by_hand(CLASSES, CLASSES[::-1])

    found = contradictions(X, y)

    by_hand = sum(mistakes(rows, of, np.ones(N)) for of in y.values() for rows in expected)
    assert sorted(group.rows.tolist() for group in found) == expected
    assert found.least_error == pytest.approx(by_hand / 2 / N)
    assert found.in_words() == ""


def test_with_losses_the_cheapest_decision_counts():
    loss = {"yes": {"no": 7.0}, "no": {"maybe": 0.5}}
    names, matrix = sorted(set(CLASSES)), {}
    for true in names:
        for said in names:
            matrix[true, said] = loss.get(true, {}).get(said, float(true != said))
    by_hand = sum(
        min(sum(matrix[CLASSES[row], said] for row in rows) for said in names)
        for rows in groups_by_hand(CLASSES)
    )

    found = contradictions(X, CLASSES, loss=loss)

    assert found.least_error == pytest.approx(by_hand / N)


@pytest.mark.parametrize(
    ("model", "y"), [(TreeClassifier(), CLASSES), (TreeRegressor(missing="branch"), NUMBERS)]
)
def test_a_tree_that_asks_everything_reaches_the_least_error(model, y):
    complete = {"few": np.nan_to_num(X["few"], nan=9.0), "many": X["many"]}

    risk = model.fit(complete, y).risk(complete, y)

    assert risk == pytest.approx(contradictions(complete, y).least_error)


def test_rows_are_numbered_as_the_caller_has_them():
    dataset = make_dataset(X, CLASSES, nominal=True)
    kept = np.flatnonzero(np.arange(N) % 3 != 0)

    found = contradictions_in(dataset.take(kept))

    known = {tuple(rows) for rows in groups_by_hand(CLASSES)}
    for group in found:
        assert set(group.rows) <= set(kept)
        assert any(set(group.rows) <= set(rows) for rows in known)
        names = np.array(dataset.schema.classes)[group.targets[:, 0]]
        assert names.tolist() == CLASSES[group.rows].tolist()


def test_where_samples_differ_nothing_is_said():
    found = contradictions({"x": np.arange(5.0)}, ["a", "b", "a", "b", "a"])

    assert (len(found), found.n_samples, found.least_error) == (0, 0.0, 0.0)
    assert found.in_words() == ""
    assert str(found) == "No two samples agree in all features and differ in the target."


def test_the_most_expensive_groups_are_printed_first_with_their_rows():
    x = [1, 1, 1, 2, 2, 2, 2, 3]
    y = ["a", "a", "b", "c", "a", "a", "c", "b"]

    lines = str(contradictions({"x": x}, y)).splitlines()

    assert lines == [
        "7 of 8 samples agree in all features with others whose target differs; the smallest "
        "error of a tree is 0.375.",
        "  rows 3, 4, 5, 6: a, c",
        "  rows 0, 1, 2: a, b",
    ]


def test_the_sentence_does_not_claim_too_much():
    x, y = np.repeat([1, 2, 3], [160, 2, 3]), np.array(["a"] * 160 + ["a", "b", "a", "a", "b"])
    found = contradictions({"x": x}, y)

    words = found.in_words()

    # 2 of 165 are wrong at least, 1.2121… %.
    assert words == (
        "No tree can get fewer than 1.21 % of these samples wrong: 5 samples agree in all "
        "features with others of another class."
    )
    numbers = contradictions({"x": [1, 1, 2]}, [0.0, 2.0, 5.0])
    assert math.sqrt(numbers.least_error) == pytest.approx(0.81649658)
    assert "off by less than 0.816 on these samples" in numbers.in_words()


def test_the_sentence_about_losses_speaks_of_losses():
    both_cost_five = {"a": {"b": 5}, "b": {"a": 5}}

    words = contradictions({"x": [1, 1, 2]}, ["a", "b", "a"], loss=both_cost_five).in_words()

    # One of the two that agree is wrong, which costs 5: 5/3 on average, never 167 % of them.
    assert words == (
        "No tree can have a mean loss below 1.66 on these samples: 2 samples agree in all "
        "features with others of another class."
    )


def test_people_of_one_gender_and_age_contradict_each_other():
    football = datasets.football()  # 1000 people in 4 cells of gender and age

    found = contradictions(football.X, football.y, sample_weight=football.weights)

    # Figure 7 of the lecture notes: 10/390, 0/100, 250/50 and 50/150 say yes and no.
    assert found.least_error == pytest.approx((10 + 0 + 50 + 50) / 1000)
    assert found.n_samples == 400 + 300 + 200


def test_losses_need_one_target_of_classes():
    with pytest.raises(UnsupportedCombination, match="one target of classes"):
        contradictions({"x": [1, 1]}, [1.0, 2.0], loss=[[0, 1], [1, 0]])
