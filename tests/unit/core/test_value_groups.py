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
