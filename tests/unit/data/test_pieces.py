from __future__ import annotations

from itertools import chain

import pytest

from arboretum.data.column import pieces


@pytest.mark.parametrize("n", [0, 1, 3, 4, 5, 8])
def test_the_pieces_are_all_entries_in_order_and_none_is_too_long(n):
    parts = [list(range(n))[part] for part in pieces(n, length=4)]

    assert list(chain(*parts)) == list(range(n))
    assert max(map(len, parts)) <= 4
    assert len(parts) == max(1, -(-n // 4))
