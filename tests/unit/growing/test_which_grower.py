"""``grower_`` says which grower it was, and what kept a faster one from it."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C45Classifier, CARTClassifier, M5Regressor, TreeClassifier, TreeRegressor
from arboretum.growing.in_memory import grow_in_memory
from arboretum.growing.obstacles import can_grow
from tests.growers.both import dataset_and_recipe

X = np.random.default_rng(0).normal(size=(60, 3))
Y = (X[:, 0] + X[:, 1] > 0).astype(int)
HOLES = np.where(np.random.default_rng(1).random(X.shape) < 0.2, np.nan, X)
WEIGHTS = np.where(Y, 1e9, 1.0)


@pytest.mark.parametrize(
    ("estimator", "X", "weights", "grower"),
    [
        (TreeClassifier(), X, None, "native"),
        (CARTClassifier(), HOLES, None, "native"),
        (TreeClassifier(max_features=2), X, None, "native"),
        (TreeClassifier(feature_costs={"x0": 2}), X, None, "native"),
        (CARTClassifier(prior=[0.2, 0.8]), HOLES, None, "native"),
        (TreeClassifier(criterion="mantaras"), X, None, "native, general: criterion 'mantaras'"),
        (TreeClassifier(splits="multiway"), X, None, "native, general: splits"),
        (TreeClassifier(missing="fractional"), X, None, "native"),
        (
            TreeClassifier(missing="fractional"),
            HOLES,
            None,
            "native, general: missing policy 'fractional'",
        ),
        (TreeClassifier(), X, WEIGHTS, "native, general below 1 node: extreme weights"),
        (TreeClassifier(), X, WEIGHTS**2, "native, general: extreme weights"),
        (
            TreeClassifier(criterion="gain_ratio"),
            X,
            WEIGHTS,
            "native, general: extreme weights",
        ),
        (C45Classifier(), X, None, "native, general: selector 'above_mean_gain'"),
        (TreeRegressor(leaf="median"), X, None, "native, general: leaf model 'median'"),
        (M5Regressor(), X, None, "native, general: criterion 'standard_deviation'"),
        (
            TreeClassifier(stopping=lambda node: False),
            X,
            None,
            "readable: Predicate is not one of its parts",
        ),
    ],
)
def test_the_grower_is_named_with_what_kept_a_faster_one_from_it(estimator, X, weights, grower):
    assert estimator.fit(X, Y, sample_weight=weights).grower_ == grower


def test_the_fast_core_is_asked_where_nothing_is_in_its_way():
    dataset, recipe = dataset_and_recipe(TreeClassifier(), X, Y)

    assert can_grow(recipe, dataset)
    assert grow_in_memory(dataset, recipe)[1] == "native"
