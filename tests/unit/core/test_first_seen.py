"""Different numbers in the order in which they first come."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core


def first_seen(values):
    """The slow twin: a dictionary remembers the order."""
    at = {}
    for place, value in enumerate(values):
        at.setdefault(value, place)
    code = {value: i for i, value in enumerate(at)}
    return list(at.values()), [code[value] for value in values]


@given(st.lists(st.integers(-(2**63), 2**63 - 1) | st.integers(-3, 3)))
def test_as_a_dictionary_has_them(values):
    at, codes = _core.first_seen(np.array(values, dtype=np.int64))

    assert (at.tolist(), codes.tolist()) == first_seen(values)


@pytest.mark.parametrize("step", [1, 64, 2**32])
def test_many_numbers_at_even_distances(step):
    values = np.random.default_rng(0).permutation(np.repeat(np.arange(5000) * step, 2))

    at, codes = _core.first_seen(values)

    assert (at.tolist(), codes.tolist()) == first_seen(values.tolist())
