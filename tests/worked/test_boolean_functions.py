"""A tree can represent every boolean function (A12), parity included."""

from itertools import product

import numpy as np
import pytest

from arboretum import TreeClassifier


@pytest.mark.parametrize("n_bits", [2, 3])
def test_every_boolean_function_is_learned_exactly(n_bits):
    rows = np.array(list(product([0, 1], repeat=n_bits)), dtype=float)

    for outputs in product([False, True], repeat=len(rows)):
        model = TreeClassifier().fit(rows, np.array(outputs))

        assert model.predict(rows).tolist() == list(outputs)


def test_parity_needs_splits_that_gain_nothing():
    rows = np.array(list(product([0, 1], repeat=2)), dtype=float)

    tree = TreeClassifier().fit(rows, [0, 1, 1, 0]).tree_

    assert tree.score[0] == pytest.approx(0)
    assert tree.n_leaves == 4
