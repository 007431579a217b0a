"""With two classes the best set of categories is a cut of their order by class share.

For concave impurities this is a theorem (Breiman et al. 1984, 4.2.2); for the
ratios, which are none, it is what 1000 random tables show.
"""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import CLASS_CRITERIA
from arboretum.splits.subset import two_groups
from arboretum.statistics import Table


def random_table(rng: np.random.Generator) -> Table:
    """Class weights of three to seven categories, some small, some large."""
    weights = np.floor(np.exp(rng.normal(1.5, 1.5, (rng.integers(3, 8), 2))))
    weights[weights.sum(axis=1) == 0] = 1.0
    bins = np.arange(len(weights))
    return Table(bins, weights.sum(axis=1), weights, 0.0, np.zeros(2))


@pytest.mark.parametrize("name", CLASS_CRITERIA)
def test_no_set_of_categories_beats_the_cuts_of_their_order(name):
    criterion, rng = CLASS_CRITERIA[name](), np.random.default_rng(0)
    for _ in range(1000):
        table = random_table(rng)
        parent = table.statistics.sum(axis=0)
        order = np.argsort(table.statistics[:, 1] / table.counts, kind="stable")

        of_cuts = criterion.score(parent, table.cuts(order).statistics)
        of_sets = criterion.score(parent, table.groups(two_groups(table.n_bins), 2).statistics)

        assert of_cuts.max() >= of_sets.max() - 1e-9
