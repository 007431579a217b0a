"""What the kernel that raises branches refuses; what it does is in ``tests/unit/pruning``."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import _core

LIMIT = (0.25, 0.6925, 0.67, 0.0)


def arguments(**changed):
    """One threshold at 1.5 between two classes of two rows each, with some arguments changed."""
    tree = {
        "column": np.array([0, -1, -1], dtype=np.int32),
        "kind": np.zeros(3, dtype=np.int8),
        "missing_branch": np.full(3, -1, dtype=np.int32),
        "value_start": np.array([0, 1, 1]),
        "value_count": np.array([1, 0, 0], dtype=np.int32),
        "thresholds": np.array([1.5]),
        "branches": np.zeros(0, dtype=np.int32),
        "child_start": np.array([0, 2, 2, 2]),
        "children": np.array([1, 2], dtype=np.int32),
    }
    given = {
        "tree": tree,
        "surrogates": None,
        "columns": (np.array([1.0, 1.0, 2.0, 2.0]),),
        "codes": np.array([[0], [0], [1], [1]], dtype=np.int32),
        "blocks": np.array([0, 2]),
        "weights": np.ones(4),
        "counts": np.ones(4),
        "costs": None,
        "limit": LIMIT,
    }
    given["tree"] |= {k: v for k, v in changed.items() if k in tree}
    return given | {k: v for k, v in changed.items() if k not in tree}


def test_a_pure_split_of_four_stays():
    # Two leaves of 2 without an error: 2 * 2 * (1 - sqrt(0.25)) = 2 errors to expect.  One leaf
    # of 4 with 2 errors expects 2 + 1 at least, so that the split stays.
    found = _core.raise_subtrees(**arguments())

    assert found["asks"].tolist() == [0, -1, -1]
    assert found["values"].tolist() == [[2, 2], [2, 0], [0, 2]]
    assert found["moved"].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"codes": np.array([[0], [0], [1], [2]], dtype=np.int32)}, r"codes\[3\] is 2"),
        ({"codes": np.array([[0], [0], [1], [-1]], dtype=np.int32)}, r"codes\[3\] is -1"),
        ({"codes": np.zeros((3, 1), dtype=np.int32)}, "codes has length 3"),
        ({"blocks": np.array([0])}, "blocks must ascend"),
        ({"blocks": np.array([0, 2, 2])}, "blocks must ascend"),
        ({"counts": np.ones(3)}, "counts has length 3"),
        ({"columns": (np.ones(3),)}, "column has length 3"),
        ({"columns": ()}, "feature 0"),
        ({"costs": np.ones((3, 3))}, "costs has length 9"),
        ({"children": np.array([1, 7], dtype=np.int32)}, "7"),
    ],
    ids=str,
)
def test_arrays_that_do_not_fit_are_refused(changed, said):
    with pytest.raises(ValueError, match=said):
        _core.raise_subtrees(**arguments(**changed))
