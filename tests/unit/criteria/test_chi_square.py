"""Pearson's statistic against SciPy's."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from arboretum.criteria import ChiSquare


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3)])
def test_the_score_is_the_statistic_of_the_table(shape):
    branches = np.random.default_rng(0).integers(1, 30, (6, *shape)).astype(float)

    scores = [ChiSquare().score(table.sum(axis=0), table[None])[0] for table in branches]

    expected = [chi2_contingency(table, correction=False).statistic for table in branches]
    np.testing.assert_allclose(scores, expected)
