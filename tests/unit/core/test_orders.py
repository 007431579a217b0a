"""Orders and groups of bins: the kernels against their slow twins."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import _core
from tests.oracles import kernels as oracle


@given(st.integers(0, 2**32 - 1), st.integers(1, 6), st.integers(1, 5), st.integers(1, 4))
def test_bins_are_summed_by_branch_bin_after_bin(seed, n_bins, arity, width):
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, arity, (7, n_bins)).astype(np.int32)
    values = rng.normal(size=(n_bins, width))

    sums = _core.group_sums(labels, arity, values)

    np.testing.assert_array_equal(sums, oracle.group_sums(labels, arity, values))


def test_a_branch_that_does_not_exist_is_refused():
    labels = np.array([[0, 2]], dtype=np.int32)

    with pytest.raises(ValueError, match=r"labels\[1\] is 2, but the arity is 2"):
        _core.group_sums(labels, 2, np.ones((2, 1)))


@pytest.mark.parametrize("shape", [(2, 2), (5, 3), (40, 12), (3, 30), (300, 9), (1, 4), (4, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_the_first_component_equals_that_of_an_eigenvalue_decomposition(shape, seed):
    rng = np.random.default_rng(seed)
    points = rng.dirichlet(np.ones(shape[1]), shape[0]) * 3.0
    weights = rng.uniform(0.1, 5.0, shape[0])

    scores = _core.first_component(points, weights)

    np.testing.assert_allclose(scores, oracle.first_component(points, weights), atol=1e-9)


def test_weights_far_apart_do_not_blur_the_first_component():
    points = np.array([[0.0, 0.0], [1.0, 2.0], [2.0, 4.0], [3.0, 6.0]])
    weights = np.array([1e-300, 1.0, 1e300, 1.0])

    scores = _core.first_component(points, weights)

    assert scores.tolist() == sorted(scores.tolist())
    assert len(set(scores.tolist())) == 4


@given(st.integers(0, 2**32 - 1), st.integers(2, 30), st.integers(1, 9))
def test_cuts_by_description_length_equal_those_of_the_twin(seed, n_bins, n_classes):
    rng = np.random.default_rng(seed)
    centres = np.sort(rng.integers(0, n_classes, n_bins))
    table = rng.integers(0, 3, (n_bins, n_classes)).astype(float)
    table[np.arange(n_bins), centres] += rng.integers(1, 20)
    table += rng.random(table.shape)  # no two cuts are equally good: logarithms differ in last bits

    cuts = _core.description_length_cuts(table)

    assert cuts.tolist() == oracle.description_length_cuts(table).tolist()
