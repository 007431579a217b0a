"""Poisson deviance."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import mean_poisson_deviance

from arboretum.criteria import Poisson
from arboretum.statistics import PoissonSums
from arboretum.testing.samples import number_dataset


def test_the_impurity_is_half_the_mean_deviance():
    dataset = number_dataset()
    y, weights = dataset.targets[:, 0], dataset.weights
    mean = np.full_like(y, np.average(y, weights=weights))

    impurity = Poisson().impurity(PoissonSums(dataset).total(np.arange(60, dtype=np.int32))[1])

    assert impurity == pytest.approx(mean_poisson_deviance(y, mean, sample_weight=weights) / 2)


def test_a_node_of_zeros_is_pure():
    assert Poisson().impurity(np.array([5.0, 0.0, 0.0])) == 0
