"""The cases of the quick suite hold every pair of values."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.pairwise import pairwise_cover


def grid(*sizes):
    return list(product(*map(range, sizes)))


@pytest.mark.parametrize(
    "cases",
    [grid(2, 10, 6, 6), grid(3, 3, 3), grid(1, 5, 1), grid(2, 2, 2, 2, 2, 2), grid(7, 4)],
    ids=["long", "cube", "line", "many", "two"],
)
def test_every_pair_of_values_is_covered(cases):
    cover = pairwise_cover(cases)

    assert cover <= set(cases)
    for i, j in combinations(range(len(cases[0])), 2):
        assert {(case[i], case[j]) for case in cover} == {(case[i], case[j]) for case in cases}


def test_a_cover_is_hardly_longer_than_the_two_longest_parameters_ask_for():
    assert len(pairwise_cover(grid(2, 10, 6, 6))) == 60
    assert len(pairwise_cover(grid(2, 2, 2, 2, 2, 2))) <= 8


def test_pairs_that_no_case_holds_are_not_asked_for():
    # The first two parameters go together, as those of one parametrize do.
    cases = [(i, i, j) for i, j in product(range(5), range(3))]

    assert pairwise_cover(cases) == set(cases)
