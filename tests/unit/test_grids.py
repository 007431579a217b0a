"""The cases of the quick suite hold every pair of values."""

from __future__ import annotations

from itertools import combinations, product
from math import prod

import pytest

from tests.grids import grid, pairwise_cover


@pytest.mark.parametrize(
    "sizes", [(2, 10, 6, 6), (3, 3, 3), (1, 5, 1), (2, 2, 2, 2, 2, 2), (7, 4), (4,)], ids=str
)
def test_every_pair_of_values_is_covered(sizes):
    cover = pairwise_cover(sizes)

    for (i, n), (j, m) in combinations(enumerate(sizes), 2):
        assert {(case[i], case[j]) for case in cover} == set(product(range(n), range(m)))
    assert {case[0] for case in cover} == set(range(sizes[0]))
    assert len(set(cover)) == len(cover) <= prod(sizes)


def test_a_cover_is_hardly_longer_than_the_two_longest_axes_ask_for():
    assert len(pairwise_cover((2, 10, 6, 6))) == 60
    assert len(pairwise_cover((2, 2, 2, 2, 2, 2))) <= 8


def test_the_full_suite_has_all_combinations_and_the_quick_one_the_cover():
    cases = grid("ab", [1, 2, 3], ["x", "y", "z"])

    assert [case.values for case in cases] == list(product("ab", [1, 2, 3], ["x", "y", "z"]))
    quick = [case for case in cases if not case.marks]
    assert len(quick) == len(pairwise_cover((2, 3, 3)))
    assert {mark.name for case in cases for mark in case.marks} == {"full"}
