"""Several nominal targets."""

from __future__ import annotations

import numpy as np

from arboretum.criteria import Gini, InformationGain, PerTarget

PARENT = np.array([4.0, 6.0, 5.0, 3.0, 2.0])
BRANCHES = np.array([[[4.0, 0.0, 1.0, 2.0, 1.0], [0.0, 6.0, 4.0, 1.0, 1.0]]])


def test_the_score_is_the_mean_over_targets():
    criterion = PerTarget(Gini(), (2, 3))

    first = Gini().score(PARENT[:2], BRANCHES[..., :2])
    second = Gini().score(PARENT[2:], BRANCHES[..., 2:])

    np.testing.assert_allclose(criterion.score(PARENT, BRANCHES), (first + second) / 2)
    np.testing.assert_allclose(
        criterion.impurity(PARENT), (Gini().impurity(PARENT[:2]) + Gini().impurity(PARENT[2:])) / 2
    )


def test_the_parameters_of_the_criterion_inside_can_be_reached():
    criterion = PerTarget(InformationGain(), (2, 3)).set_params(criterion__base=10)

    assert criterion == PerTarget(InformationGain(base=10), (2, 3))
