"""What a fold's tree measures, it measures on the samples it is grown from.

The oracle fits a fresh estimator to the samples of each fold that are not held out, prunes it at
every price and lets it predict: nothing it could know of those that are.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import (
    CARTRegressor,
    CHAIDRegressor,
    M5Regressor,
    MAUVERegressor,
    MultiTargetRegressor,
    RETISRegressor,
    Tree,
    TreeRegressor,
)
from arboretum.data import make_dataset
from arboretum.exceptions import ExtrapolationWarning, UnsupportedCombination
from arboretum.growing import grow
from arboretum.pruning import CostComplexity, node_risks
from arboretum.sources import MemorySource

RNG = np.random.default_rng(11)
N, N_FOLDS = 240, 6
FOLDS = np.arange(N) % N_FOLDS
#: Few enough samples a category that their order by the target is nearly all noise.
X = {
    "x": RNG.normal(size=N),
    "u": RNG.normal(size=N),
    "town": [f"t{k:02d}" for k in RNG.permutation(np.arange(N) % 40)],
}
NOISE = RNG.normal(size=N)
COUNTS = RNG.poisson(1.3 + (X["x"] > 0), size=N).astype(float)
VECTOR = {"near": NOISE + X["x"], "far": 100 * RNG.normal(size=N) ** 3}


def rows_of(table, rows):
    if isinstance(table, dict):
        return {name: np.asarray(column)[rows] for name, column in table.items()}
    return table[rows]


def squares(truth, said, model):
    return np.square(truth - said)


def deviance(truth, said, model):
    own = np.where(truth > 0, truth, 1.0)
    return np.where(truth > 0, truth * np.log(own / said), 0.0) - truth + said


def vector_squares(truth, said, model):
    away = np.column_stack(list(truth.values())) - said
    return (away**2 * model.target_weights_).sum(axis=1)


def xerror_by_hand(model, table, y, loss):
    """The error of every row of a table, in cross-validation by fresh estimators."""
    prices = np.asarray(table.alpha)
    prices = np.concatenate([[np.inf], np.sqrt(prices[1:]) * np.sqrt(prices[:-1])])
    total = np.zeros(len(prices))
    for fold in range(N_FOLDS):
        growing, held_out = np.flatnonzero(fold != FOLDS), np.flatnonzero(fold == FOLDS)
        fresh = clone(model).set_params(**no_pruning(model))
        fresh.fit(rows_of(X, growing), rows_of(y, growing))
        for i, price in enumerate(prices * len(growing) / N):
            pruned = fresh.prune(CostComplexity(float(price)))
            said = pruned.predict(rows_of(X, held_out))
            total[i] += loss(rows_of(y, held_out), said, fresh).sum()
    return total


def no_pruning(model):
    params = {"pruning": None} if "pruning" in model.get_params() else {}
    return params | ({"complexity": -1.0} if "complexity" in model.get_params() else {})


CASES = [
    (M5Regressor(min_deviation=0.3), NOISE, squares),
    (RETISRegressor(min_samples_leaf=16), NOISE, squares),
    (MAUVERegressor(min_samples_leaf=16), NOISE, squares),
    (MultiTargetRegressor(min_samples_leaf=9), VECTOR, vector_squares),
    (TreeRegressor(min_samples_leaf=0.04), NOISE, squares),
    (CARTRegressor(criterion="poisson", complexity=0.0, min_samples_leaf=9), COUNTS, deviance),
    (CHAIDRegressor(alpha_split=1.0, min_samples_leaf=3, min_samples_split=6), NOISE, squares),
]


@pytest.mark.parametrize(("model", "y", "loss"), CASES, ids=lambda v: type(v).__name__)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.ExtrapolationWarning")
def test_the_folds_know_nothing_of_the_samples_held_out(model, y, loss):
    grown = clone(model).set_params(**no_pruning(model)).fit(X, y)

    table = grown.prune(CostComplexity(cv=FOLDS, rule=None), X, y).cp_table_

    by_hand = xerror_by_hand(model, table, y, loss) / node_risks(grown.tree_)[0]
    assert len(by_hand) > 3
    np.testing.assert_allclose(table["xerror"], by_hand, rtol=1e-9)


@pytest.mark.parametrize(("model", "y", "loss"), CASES, ids=lambda v: type(v).__name__)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.ExtrapolationWarning")
def test_a_tree_from_a_file_is_cross_validated_as_that_of_its_estimator(model, y, loss):
    grown = clone(model).set_params(**no_pruning(model)).fit(X, y)
    dataset = grown.make_dataset(X, y)
    pruner = CostComplexity(cv=FOLDS)

    loaded = Tree.from_dict(grown.tree_.to_dict())

    of_file, of_model = pruner.table(loaded, dataset), pruner.table(grown.tree_, dataset)
    assert of_file["xerror"] == of_model["xerror"]


@pytest.mark.parametrize("species", [RETISRegressor, MAUVERegressor, M5Regressor])
def test_nothing_is_found_in_noise(species):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExtrapolationWarning)
        model = species(pruning=CostComplexity(cv=FOLDS, rule=None)).fit(X, NOISE)

    # The root is a linear model of noise; all that is split off is worse.
    assert min(model.cp_table_["xerror"]) > 0.99


def test_a_recipe_is_fitted_to_whatever_it_is_grown_on():
    every = make_dataset(X, NOISE, nominal=False)
    half = every.take(np.arange(0, N, 2))
    recipe = M5Regressor()._recipe(every.schema)

    once, again = recipe.fitted(half), recipe.fitted(every).fitted(half)

    assert repr(once.describe()) == repr(again.describe())
    assert repr(once.describe()) != repr(recipe.fitted(every).describe())
    # Population deviation of the half, a twentieth of it, in units of its fifth root squared.
    expected = (0.05 * NOISE[::2].std()) ** (2 / 5)
    assert once.stopping[-1].value == pytest.approx(expected, rel=1e-12)


def test_a_recipe_that_was_not_fitted_is_refused_by_the_loop():
    dataset = make_dataset(X, NOISE, nominal=False)
    recipe = TreeRegressor(min_samples_leaf=0.1)._recipe(dataset.schema)
    source = MemorySource(dataset, recipe.criterion.count(dataset))

    with pytest.raises(UnsupportedCombination, match="MinSamplesLeaf"):
        grow(source, recipe)

    assert grow(source, recipe.fitted(dataset)).n_samples[1:].min() >= 24  # a tenth of 240
