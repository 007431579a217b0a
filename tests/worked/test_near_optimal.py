"""The trees of two questions about fourteen days: the table of docs/algorithms/near-optimal.md."""

from collections import Counter
from itertools import product

import numpy as np

from arboretum import datasets
from arboretum.explain import near_optimal
from tests.oracles.near_optimal import count_trees

#: By first question: how many trees of one question have so many errors and leaves, on both sides,
#: and the pairs of them with at most 3 errors.
TABLE = {
    "sunny": ({(2, 1): 1, (0, 2): 1}, {(2, 1): 1}, {(2, 3): 1}),
    "overcast": (
        {(0, 1): 1},
        {(5, 1): 1, (4, 2): 1, (3, 2): 1, (2, 2): 1},
        {(2, 3): 1, (3, 3): 1},
    ),
    "rain": ({(2, 1): 1, (0, 2): 1}, {(3, 1): 1, (2, 2): 2}, {(3, 3): 1, (2, 4): 2}),
    "humidity": ({(3, 1): 1, (1, 2): 2}, {(1, 1): 1}, {(2, 3): 2}),
    "wind": (
        {(2, 1): 1, (1, 2): 1},
        {(3, 1): 1, (1, 2): 2, (2, 2): 1},
        {(3, 3): 2, (2, 4): 2, (3, 4): 1},
    ),
}
MOST_ERRORS = 3


def days():
    """Which days a question sends left, and what each answer costs each day."""
    weather = datasets.weather()
    X = {name: np.asarray(values) for name, values in weather.X.items()}
    masks = {kind: X["outlook"] == kind for kind in ("sunny", "overcast", "rain")}
    masks |= {"humidity": X["humidity"] == "high", "wind": X["wind"] == "weak"}
    plays = np.asarray(weather.y) == "yes"
    return weather, masks, np.stack([plays, ~plays], axis=1).astype(int)


def test_each_side_of_a_question_has_the_trees_of_the_table():
    _, masks, each = days()

    for name, (one, other, _) in TABLE.items():
        for rows, expected in ((masks[name], one), (~masks[name], other)):
            inside = [mask[rows] for mask in masks.values()]
            assert count_trees(inside, each[rows], 1) == Counter(expected)


def test_the_products_are_pairs_of_trees_of_both_sides():
    for one, other, expected in TABLE.values():
        pairs = Counter()
        for (a, m), (b, n) in product(one, other):
            if a + b <= MOST_ERRORS:
                pairs[a + b, m + n] += one[a, m] * other[b, n]
        assert pairs == Counter(expected)


def test_all_of_them_are_4_and_4_and_4_and_1():
    weather, _, _ = days()

    near = near_optimal(weather.X, weather.y, max_depth=2, eps=0.5)

    every = sum((Counter(products) for _, _, products in TABLE.values()), Counter())
    assert every == {(2, 3): 4, (2, 4): 4, (3, 3): 4, (3, 4): 1}
    assert {(one.errors, one.leaves): one.n_trees for one in near.counts} == every
    assert near.n_trees == 13
    assert sum(one.n_trees for one in near.counts if one.errors == 2) == 8


def test_of_rainy_days_a_leaf_makes_two_errors_and_of_the_others_three():
    _, masks, each = days()

    rain, dry = each[masks["rain"]], each[~masks["rain"]]

    assert (len(each), each[:, 1].sum()) == (14, 5)
    assert rain.sum(axis=0).tolist() == [3, 2]
    assert dry.sum(axis=0).tolist() == [6, 3]
