"""Impurities and best scores against scikit-learn's trees of depth 1."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum import _core
from arboretum.criteria import (
    AbsoluteError,
    Gini,
    InformationGain,
    PerTarget,
    Poisson,
    SquaredError,
)
from arboretum.data import Dataset
from arboretum.testing.samples import class_dataset, number_dataset

CASES = {
    "gini": (Gini(), DecisionTreeClassifier(criterion="gini"), class_dataset),
    "entropy": (InformationGain(), DecisionTreeClassifier(criterion="entropy"), class_dataset),
    "gini of two targets": (
        PerTarget(Gini(), (3, 2)),
        DecisionTreeClassifier(criterion="gini"),
        lambda seed: class_dataset((3, 2), seed=seed),
    ),
    "squared error": (SquaredError(), DecisionTreeRegressor(), number_dataset),
    "squared error of three targets": (
        SquaredError(),
        DecisionTreeRegressor(),
        lambda seed: number_dataset(3, seed=seed),
    ),
    "absolute error": (
        AbsoluteError(),
        DecisionTreeRegressor(criterion="absolute_error"),
        number_dataset,
    ),
    "poisson": (Poisson(), DecisionTreeRegressor(criterion="poisson"), number_dataset),
    "poisson of two targets": (
        Poisson(),
        DecisionTreeRegressor(criterion="poisson"),
        lambda seed: number_dataset(2, seed=seed),
    ),
}


@pytest.mark.parametrize("weighted", [False, True], ids=["unweighted", "weighted"])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", CASES)
def test_the_first_split_of_a_numeric_feature(name, seed, weighted):
    criterion, reference, make = CASES[name]
    dataset: Dataset = make(seed=seed)
    if not weighted:
        dataset = replace(dataset, weights=np.ones(dataset.n_rows))
    rows = np.arange(dataset.n_rows, dtype=np.int32)
    statistics = criterion.statistics(dataset)
    distinct, codes = _core.rank(dataset.columns[0])
    parent = statistics.total(rows)[1]
    cuts = statistics.table(codes, len(distinct), rows).cuts().statistics

    scores = criterion.score(parent, cuts)
    best = cuts[np.argmax(scores)]

    reference.set_params(max_depth=1, random_state=0)
    tree = reference.fit(
        dataset.columns[0][:, None], dataset.targets, sample_weight=dataset.weights
    ).tree_
    inside = tree.weighted_n_node_samples[1:] @ tree.impurity[1:] / tree.weighted_n_node_samples[0]
    assert criterion.impurity(parent) == pytest.approx(tree.impurity[0])
    assert scores.max() == pytest.approx(tree.impurity[0] - inside)
    np.testing.assert_allclose(
        sorted(criterion.impurity(best)), sorted(tree.impurity[1:]), atol=1e-12
    )
