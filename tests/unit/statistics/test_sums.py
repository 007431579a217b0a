"""Statistics of one's own."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import ImpurityDecrease
from arboretum.exceptions import DataError
from arboretum.statistics import Sums
from arboretum.testing import check_criterion
from arboretum.testing.samples import number_dataset


class LogSums(Sums):
    """Weight, sum of log(1 + y) and of its square."""

    def contributions(self, targets, weights):
        logs = np.log1p(targets[:, 0])
        return weights[:, None] * np.stack([np.ones_like(logs), logs, logs**2], axis=1)


class LogVariance(ImpurityDecrease):
    statistics = LogSums

    def impurity(self, statistics):
        weight, sums, squares = np.moveaxis(statistics, -1, 0)
        mean = np.divide(sums, weight, out=np.zeros_like(sums), where=weight > 0)
        return np.maximum(squares - sums * mean, 0.0) / np.maximum(weight, 1e-300)


def test_contributions_are_all_one_has_to_write():
    dataset = number_dataset()
    logs = np.log1p(dataset.targets[:, 0])

    count, total = LogSums(dataset).total(np.arange(dataset.n_rows, dtype=np.int32))

    assert count == dataset.n_rows
    np.testing.assert_allclose(
        total, [dataset.weights.sum(), dataset.weights @ logs, dataset.weights @ logs**2]
    )


def test_a_criterion_on_statistics_of_ones_own_passes_the_check():
    check_criterion(LogVariance(), is_concave=True)


def test_contributions_of_the_wrong_shape_are_refused():
    class Flat(Sums):
        def contributions(self, targets, weights):
            return weights

    with pytest.raises(DataError, match=r"Flat\.contributions returned shape \(60,\)"):
        Flat(number_dataset())


def test_contributions_without_the_weight_in_front_are_refused():
    class Weightless(Sums):
        def contributions(self, targets, weights):
            return targets

    with pytest.raises(DataError, match=r"Weightless\.contributions must have the sample weights"):
        Weightless(number_dataset())
