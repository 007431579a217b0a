"""Stretches of an array, one behind the other."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import _core


def taken(values, start, count):
    return _core.take_stretches(
        values, np.array(start, dtype=np.int64), np.array(count, dtype=np.int32)
    )


@pytest.mark.parametrize("dtype", [np.float64, np.int32])
def test_stretches_are_slices_in_the_order_asked_for(dtype):
    values = np.arange(10, 20).astype(dtype)

    found = taken(values, [7, 0, 3, 0], [3, 2, 0, 1])

    assert found.dtype == dtype
    assert found.tolist() == [17, 18, 19, 10, 11, 10]


def test_no_stretches_are_nothing():
    assert taken(np.arange(3.0), [], []).tolist() == []


@pytest.mark.parametrize(("start", "count"), [(-1, 1), (0, -1), (2, 2), (4, 0), (2**62, 2)])
def test_a_stretch_outside_the_array_is_an_error(start, count):
    with pytest.raises(ValueError, match=r"start\[1\] is .*, but there are 3 values"):
        taken(np.arange(3.0), [0, start], [1, count])


def test_every_stretch_needs_its_length():
    with pytest.raises(ValueError, match="count"):
        taken(np.arange(3.0), [0, 1], [1])
