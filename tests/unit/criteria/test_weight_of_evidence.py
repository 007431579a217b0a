"""The weight of evidence: what it refuses, and what its limit is for."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.criteria import WeightOfEvidence
from arboretum.exceptions import ParameterError


@pytest.mark.parametrize("max_odds", [1, 0, -3, float("inf"), float("nan")])
def test_a_limit_that_is_none_is_refused_before_anything_is_grown(max_odds):
    model = TreeClassifier(criterion=WeightOfEvidence(max_odds))

    with pytest.raises(ParameterError, match=r"max_odds=.*must be a number above 1"):
        model.fit({"x": [1, 2]}, [1, 2])


def test_a_limit_beyond_all_odds_changes_nothing():
    branches = np.array([[[30.0, 10.0], [20.0, 90.0]]])
    parent = branches[0].sum(axis=0)

    assert WeightOfEvidence(1e3).score(parent, branches) == WeightOfEvidence(1e6).score(
        parent, branches
    )


def test_a_pure_node_tells_nothing():
    branches = np.array([[[3.0, 0.0], [2.0, 0.0]]])

    assert WeightOfEvidence().score(branches[0].sum(axis=0), branches)[0] == 0
