"""Merging categories by gain ratio: the kernel beside a twin that tries every pair again."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from arboretum.criteria import InformationGain, entropy


def ratio(groups, table, missing):
    """The gain ratio of a division into groups of bins, from its definition."""
    branches = np.array([table[list(group)].sum(axis=0) for group in groups])
    gain = InformationGain().score(table.sum(axis=0), branches[None])[0]
    known = table.sum() / (table.sum() + missing)
    return known * gain / entropy(np.append(branches.sum(axis=1), missing))


def merged(table, missing):
    """Groups of bins, by trying every pair again."""
    groups = [(i,) for i in range(len(table))]
    while len(groups) > 2:
        now = ratio(groups, table, missing)
        best, found = now, None
        for a, b in combinations(range(len(groups)), 2):
            pair = sorted(groups[a] + groups[b])
            others = [g for i, g in enumerate(groups) if i not in (a, b)]
            trial = sorted([tuple(pair), *others])
            if (value := ratio(trial, table, missing)) > best * (1 + 1e-9):
                best, found = value, trial
        if found is None:
            break
        groups = found
    return groups


def n_divisions(n, k):
    """In how many ways n things can be divided into k groups, by listing them."""
    labels = {()}
    for _ in range(n):
        labels = {(*one, g) for one in labels for g in range(min(max(one, default=-1) + 2, k))}
    return sum(max(one) == k - 1 for one in labels)


def net_ratio(groups, table, missing):
    """The gain ratio less what it takes to name such a division, from its definition."""
    branches = np.array([table[list(group)].sum(axis=0) for group in groups])
    whole = table.sum() + missing
    gain = InformationGain().score(table.sum(axis=0), branches[None])[0] * table.sum() / whole
    bits = np.log2(n_divisions(len(table), len(groups)))
    return (gain - bits / whole) / entropy(np.append(branches.sum(axis=1), missing))


def merged_and_charged(table, missing):
    """Groups of bins: the two that lose least gain are one while the net ratio rises."""
    groups = [(i,) for i in range(len(table))]
    while len(groups) > 2:
        trials = []
        for a, b in combinations(range(len(groups)), 2):
            others = [g for i, g in enumerate(groups) if i not in (a, b)]
            trials.append(sorted([tuple(sorted(groups[a] + groups[b])), *others]))
        # What a merger loses is what the branches do not say any more.
        best = max(trials, key=lambda t: ratio(t, table, missing) * cost(t, table, missing))
        if net_ratio(best, table, missing) <= net_ratio(groups, table, missing) + 1e-12:
            break
        groups = best
    return groups


def cost(groups, table, missing):
    return entropy(np.append([table[list(group)].sum() for group in groups], missing))


def groups_of(labels):
    return [tuple(np.flatnonzero(labels == group)) for group in range(labels.max() + 1)]


class_weights = st.lists(
    st.tuples(*[st.integers(0, 9).map(float)] * 3), min_size=2, max_size=7
).filter(lambda rows: all(sum(row) for row in rows))


@given(class_weights, st.sampled_from([0.0, 4.0]))
def test_the_kernel_reaches_the_ratio_of_its_twin(rows, missing):
    table = np.array(rows)

    groups = groups_of(_core.value_groups(table, missing))

    # Equal ratios on the way may lead to other groups, never to a merger that lowers the ratio.
    start = [(i,) for i in range(len(table))]
    assert sorted(sum(groups, ())) == list(range(len(table)))
    assert len(groups) >= 2
    assert ratio(groups, table, missing) >= ratio(start, table, missing) - 1e-9


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_merges_as_its_twin_does(seed):
    rng = np.random.default_rng(seed)
    table = rng.uniform(0.1, 9.0, size=(rng.integers(3, 9), rng.integers(2, 5)))
    missing = float(rng.integers(0, 2) * 5)

    groups = groups_of(_core.value_groups(table, missing))

    assert groups == merged(table, missing)


def test_a_worked_merger():
    # Gain 12 H(6, 6) - 2 * 4 H(3, 1) = 5.510 bits; groups cost 12 H(4, 4, 4) = 19.02 bits to
    # name, and 12 H(8, 4) = 11.02 once the first two are one.
    table = np.array([[3.0, 1.0], [3.0, 1.0], [0.0, 4.0]])

    assert _core.value_groups(table, 0.0).tolist() == [0, 0, 1]


def test_two_bins_are_never_merged():
    table = np.array([[2.0, 2.0], [3.0, 3.0]])

    assert _core.value_groups(table, 0.0).tolist() == [0, 1]


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_charges_for_groups_as_its_twin_does(seed):
    rng = np.random.default_rng(seed)
    table = rng.uniform(0.1, 9.0, size=(rng.integers(3, 7), rng.integers(2, 5)))
    missing = float(rng.integers(0, 2) * 5)

    groups = groups_of(_core.value_groups(table, missing, True))

    assert groups == merged_and_charged(table, missing)


def test_a_worked_charge():
    # As above: ratios 5.510 / 19.02 = 0.290 and 5.510 / 11.02 = 0.5.  Three ways to make two
    # groups of three bins cost log2 3 = 1.585 bits: 0.356 is still better.
    table = np.array([[3.0, 1.0], [3.0, 1.0], [0.0, 4.0]])
    assert _core.value_groups(table, 0.0, True).tolist() == [0, 0, 1]

    # A quarter of it: the bits weigh four times as much, (1.378 - 1.585) / 2.755 is below 0.
    assert _core.value_groups(table / 4, 0.0, True).tolist() == [0, 1, 2]
    assert _core.value_groups(table / 4, 0.0).tolist() == [0, 0, 1]
