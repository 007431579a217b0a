"""On pure noise a test lets no more roots split than its level says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.stopping import ChiSquare, FTest, Permutation

N_SETS = 200
ALPHA = 0.1
#: Shares of 200 sets spread by 0.021 about 0.1; beyond four of that it is no accident.
MOST = ALPHA + 4 * math.sqrt(ALPHA * (1 - ALPHA) / N_SETS)


def share_of_roots_split(model, make_y, make_x):
    rng = np.random.default_rng(2024)
    n_split = 0
    for _ in range(N_SETS):
        X = {f"x{i}": make_x(rng) for i in range(5)}
        n_split += model.fit(X, make_y(rng)).n_leaves_ > 1
    return n_split / N_SETS


def classes(rng):
    return rng.integers(0, 3, 80)


def numbers(rng):
    return rng.normal(size=80)


def letters(rng):
    return rng.choice(list("abcd"), 80)


@pytest.mark.parametrize("as_filter", [False, True])
def test_chi_square_with_bonferroni(as_filter):
    rule = ChiSquare(ALPHA, bonferroni=True, as_filter=as_filter)
    model = TreeClassifier(splits="multiway", stopping=rule, max_depth=1)

    assert share_of_roots_split(model, classes, letters) <= MOST


def test_chi_square_without_bonferroni_lets_the_best_of_five_pass_more_often():
    model = TreeClassifier(splits="multiway", stopping=ChiSquare(ALPHA), max_depth=1)

    # The best of five independent tests passes in 1 - 0.9^5 = 41 % of all cases.
    assert share_of_roots_split(model, classes, letters) > 0.3


def test_f_with_bonferroni():
    rule = FTest(ALPHA, bonferroni=True)
    model = TreeRegressor(splits="multiway", stopping=rule, max_depth=1)

    assert share_of_roots_split(model, numbers, letters) <= MOST


@pytest.mark.parametrize("make_x", [letters, numbers])
def test_permutations_account_for_thresholds_and_sets_too(make_x):
    rule = Permutation(ALPHA, n_permutations=59)
    model = TreeClassifier(stopping=rule, max_depth=1)

    share = share_of_roots_split(model, classes, make_x)

    assert 0.02 < share <= MOST  # and it is no empty promise: some roots are split
