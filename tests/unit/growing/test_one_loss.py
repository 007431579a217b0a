"""What a mistake costs has one answer, whoever asks: pruners, validation, estimators, files."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.linear_model import Ridge
from sklearn.metrics import balanced_accuracy_score, mean_poisson_deviance

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    M5Regressor,
    MAUVERegressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.criteria import StandardDeviation
from arboretum.growing.held_out import errors_on
from arboretum.pruning import CostComplexity, ReducedError, node_risks

RNG = np.random.default_rng(5)
N = 300
X = RNG.normal(size=(N, 4))
SIGNAL = X[:, 0] + X[:, 1] ** 2 + RNG.normal(size=N)
CLASSES = (SIGNAL > 0.5).astype(int) + (SIGNAL > 2)
COUNTS = RNG.poisson(np.exp(0.8 * X[:, 0])).astype(float)
VECTOR = np.stack([SIGNAL, 50 * X[:, 2] + RNG.normal(size=N)], axis=1)
LABELS = np.stack([SIGNAL > 1, X[:, 2] > 0, SIGNAL > 2], axis=1).astype(int)
COSTS = [[0, 1, 2], [5, 0, 1], [9, 3, 0]]

CASES = [
    (TreeClassifier(max_depth=4), CLASSES),
    (TreeClassifier(max_depth=4, loss=COSTS), CLASSES),
    (TreeClassifier(max_depth=4), np.stack([CLASSES, CLASSES > 0], axis=1).astype(int)),
    (CARTClassifier(prior=[0.2, 0.3, 0.5]), CLASSES),
    (CARTClassifier(prior=[0.2, 0.3, 0.5], loss=COSTS), CLASSES),
    (TreeRegressor(max_depth=4), VECTOR),
    (TreeRegressor(max_depth=4, criterion="absolute_error"), SIGNAL),
    (TreeRegressor(max_depth=4, criterion="poisson"), COUNTS),
    (TreeRegressor(max_depth=4, criterion=StandardDeviation(5.0)), SIGNAL),
    (TreeRegressor(max_depth=3, leaf=Ridge()), SIGNAL),
    (CARTRegressor(criterion="poisson", shrink=0.5), COUNTS),
    (M5Regressor(smoothing=0.0, clip=False), SIGNAL),
    (MAUVERegressor(clip=False), SIGNAL),
    (MultiTargetRegressor(max_depth=4), VECTOR),
    (MultiLabelClassifier(max_depth=4), LABELS),
]


@pytest.mark.parametrize(("model", "y"), CASES, ids=lambda v: str(v)[:60])
def test_samples_cost_as_much_held_out_as_in_training(model, y):
    model.fit(X, y)
    tree, dataset = model.tree_, model.make_dataset(X, y)

    alone, ending = errors_on(tree, dataset)

    # Were they the ones held out, they would cost at each node what they cost when it was grown.
    np.testing.assert_allclose(alone, node_risks(tree), rtol=1e-9, atol=1e-9 * alone[0])
    assert ending[~tree.is_leaf].max(initial=0.0) == 0


@pytest.mark.parametrize(("model", "y"), CASES, ids=lambda v: str(v)[:60])
def test_a_tree_from_a_file_is_judged_by_the_same_loss(model, y):
    tree = model.fit(X, y).tree_
    dataset = model.make_dataset(X, y)

    if tree.models is None or "estimator" not in tree.parts["leaf"]["params"]:
        loaded = Tree.from_dict(tree.to_dict())

        for own, of_file in zip(errors_on(tree, dataset), errors_on(loaded, dataset), strict=True):
            np.testing.assert_array_equal(own, of_file)
        np.testing.assert_array_equal(node_risks(tree), node_risks(loaded))


@pytest.mark.parametrize(
    ("model", "y"),
    [case for case in CASES if not isinstance(case[0], CARTClassifier | MultiLabelClassifier)],
    ids=lambda v: str(v)[:60],
)
def test_the_risk_of_the_training_samples_is_that_of_the_leaves(model, y):
    # But for priors, which say what a sample of training stands for, not another one.
    tree = model.fit(X, y).tree_
    n_targets = len(tree.schema.targets) if tree.schema.is_classification else 1

    of_leaves = node_risks(tree)[tree.is_leaf].sum() / N / n_targets

    assert model.risk(X, y) == pytest.approx(of_leaves, rel=1e-9)


def test_the_risk_of_counts_is_half_their_deviance():
    model = CARTRegressor(criterion="poisson", shrink=0.0).fit(X, COUNTS)

    said = model.predict(X)

    expected = mean_poisson_deviance(COUNTS, np.maximum(said, 1e-300)) / 2
    assert model.risk(X, COUNTS) == pytest.approx(expected, rel=1e-9)


# -- Pruning by samples held out ---------------------------------------------------


def rare(n, seed):
    """One of twelve is ill; whoever has a high value more often, but never more often than not."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) % 12 == 0).astype(int)
    x = rng.normal(size=(n, 3))
    x[:, 0] += 2.0 * y
    return x, y


def test_priors_count_for_samples_held_out():
    model = CARTClassifier(prior=[0.5, 0.5], complexity=0.0, pruning="reduced_error")

    model.fit(*rare(1200, 0))

    x, y = rare(1200, 1)
    # The best that can be said is x[0] > 1, which is right for Phi(1) of either class.
    assert balanced_accuracy_score(y, model.predict(x)) > 0.78
    assert 1 < model.n_leaves_ < 20


def test_reduced_error_pruning_of_counts_leaves_the_least_deviance():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(600, 2))
    # The few large counts would be all that squares see.
    y = rng.poisson(np.where(x[:, 0] > 0, 0.1, 0.9) + np.where(x[:, 1] > 1.8, 30.0, 0.0))
    grown = CARTRegressor(criterion="poisson", complexity=0.0, min_samples_leaf=15)
    grown.fit(x[:300], y[:300])
    others = x[300:], y[300:].astype(float)

    pruned = grown.prune(ReducedError(order="bottom_up"), *others)

    nested = [grown.prune(CostComplexity(a)) for a in (0.0, *grown.cp_table_.alpha, np.inf)]
    deviances = [mean_poisson_deviance(others[1], one.predict(others[0])) for one in nested]
    least = mean_poisson_deviance(others[1], pruned.predict(others[0]))
    assert least <= min(deviances) * (1 + 1e-12)
    assert 1 < pruned.n_leaves_ < grown.n_leaves_
