"""The terms of linear models: numbers, and cuts of the order of categories."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.data import make_dataset
from arboretum.statistics.model_terms import (
    MOST_CUTS,
    SamplesPerTerm,
    ordered_terms,
    term_matrix,
)
from tests.oracles.linear import n_independent, ordered_indicators


def drawn(seed, letters="abcde", n=60):
    rng = np.random.default_rng(seed)
    kinds = rng.choice([*letters, None], n).tolist()
    w = rng.uniform(0.5, 2.0, size=n) if seed % 2 else np.ones(n)
    return {"x": rng.normal(size=n), "kind": kinds}, rng.normal(size=n), w


@pytest.mark.parametrize("seed", range(8))
def test_categories_are_one_term_for_each_cut_of_their_order(seed):
    table, y, w = drawn(seed)
    dataset = make_dataset(table, y, nominal=False, sample_weight=w)

    terms, matrix = term_matrix(ordered_terms(dataset, None), dataset)

    assert terms.feature.tolist() == [0, 1, 1, 1, 1]
    expected = ordered_indicators(table["kind"], y, w)
    np.testing.assert_allclose(matrix, np.column_stack([table["x"], expected]), rtol=1e-12)


def test_only_named_features_have_terms():
    table, y, _ = drawn(0)
    dataset = make_dataset(table, y, nominal=False)

    assert ordered_terms(dataset, ("x",)) == [(0, ())]
    assert [feature for feature, _ in ordered_terms(dataset, ("kind",))] == [1] * 4


def test_of_many_categories_the_cuts_part_samples_evenly():
    n = 2000
    kind = np.arange(n) // 10  # 200 categories of ten samples, in the order of their targets
    dataset = make_dataset({"kind": [f"k{k:03}" for k in kind]}, kind.astype(float), nominal=False)

    _, matrix = term_matrix(ordered_terms(dataset, None), dataset)

    assert matrix.shape[1] == MOST_CUTS
    above = matrix.sum(axis=0)
    gaps = -np.diff([n, *above, 0])
    assert gaps.sum() == n
    assert gaps.min() >= n / (MOST_CUTS + 1) - 10
    assert gaps.max() <= n / (MOST_CUTS + 1) + 10


def test_a_heavy_category_takes_the_place_of_several_cuts():
    # All cuts below the heavy one that are wanted fall together: there are fewer terms, none twice.
    kinds = [f"k{k:03}" for k in range(100)] + ["heavy"] * 900
    y = np.array([*range(100), *[1000.0] * 900])
    dataset = make_dataset({"kind": kinds}, y, nominal=False)

    terms = ordered_terms(dataset, None)

    assert 1 <= len(terms) < MOST_CUTS
    assert len(set(terms)) == len(terms)


@pytest.mark.parametrize("seed", range(8))
def test_samples_are_counted_per_term_that_others_do_not_explain(seed):
    table, y, w = drawn(seed, "abc")
    table["y"] = 3 * table["x"] + 1
    table["z"] = np.random.default_rng(seed + 100).normal(size=60)
    table["same"] = np.zeros(60)
    dataset = make_dataset(table, y, nominal=False, sample_weight=w)

    found = SamplesPerTerm(2).measure(dataset)

    _, matrix = term_matrix(ordered_terms(dataset, None), dataset)
    assert n_independent(matrix) == 4
    assert found == 2 * (1 + 4)
