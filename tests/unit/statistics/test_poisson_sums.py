"""Sums for the deviance of counts."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.exceptions import DataError
from arboretum.statistics import PoissonSums
from arboretum.testing.samples import dataset_of


def test_a_negative_target_is_refused_by_name():
    targets = np.array([[1.0, 2.0], [3.0, -0.5]])

    with pytest.raises(DataError, match=r"target 'number1' has the value -0\.5"):
        PoissonSums(dataset_of({"x": [0, 1]}, targets, None))
