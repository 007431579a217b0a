"""Any estimator as the model of a leaf."""

from __future__ import annotations

import json
import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.neighbors import KNeighborsRegressor

from arboretum import Tree, TreeClassifier, TreeRegressor, explain, show
from arboretum.exceptions import UnsupportedCombination
from arboretum.pruning import CostComplexity, ReducedError

RNG = np.random.default_rng(0)
X = RNG.normal(size=(200, 3))
SIGNAL = np.where(X[:, 0] > 0, X[:, 1], X[:, 2] - X[:, 1])
Y = SIGNAL + 0.1 * RNG.normal(size=200)
CLASSES = np.array(["low", "mid", "high"])[np.digitize(SIGNAL, [-0.5, 0.5])]


def test_a_classifier_in_the_leaves_is_fitted_to_the_samples_of_its_leaf():
    model = TreeClassifier(leaf=LogisticRegression(), max_depth=2).fit(X, CLASSES)

    where, shares = model.apply(X), model.predict_proba(X)
    for leaf in model.tree_.leaves():
        here = where == leaf.id
        alone = LogisticRegression().fit(X[here], CLASSES[here])
        places = np.searchsorted(model.classes_, alone.classes_)
        np.testing.assert_allclose(shares[here][:, places], alone.predict_proba(X[here]), atol=1e-4)
    np.testing.assert_allclose(shares.sum(axis=1), 1.0)
    assert (model.predict(X) == model.classes_[shares.argmax(axis=1)]).all()
    plain = TreeClassifier(max_depth=2).fit(X, CLASSES)
    assert model.score(X, CLASSES) > plain.score(X, CLASSES)


def test_linear_regressors_become_equations_that_can_be_saved():
    model = TreeRegressor(leaf=Ridge(alpha=2.0), max_depth=1).fit(X, Y)

    loaded = Tree.from_dict(json.loads(json.dumps(model.tree_.to_dict())))

    here = model.apply(X) == model.tree_.leaves()[0].id
    alone = Ridge(alpha=2.0).fit(X[here], Y[here])
    np.testing.assert_allclose(model.predict(X[here]), alone.predict(X[here]))
    assert loaded == model.tree_
    np.testing.assert_allclose(model.tree_.rules().predict(X), model.predict(X))


def test_other_models_are_pickled_but_not_saved():
    model = TreeRegressor(leaf=KNeighborsRegressor(3), max_depth=1).fit(X, Y)

    again = pickle.loads(pickle.dumps(model))

    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    with pytest.raises(UnsupportedCombination, match="never executes anything"):
        model.tree_.to_dict()
    with pytest.raises(UnsupportedCombination, match="cannot be written down"):
        model.tree_.rules()
    assert "KNeighborsRegressor" in model.tree_.to_text()
    assert "KNeighborsRegressor" in show.dot(model)
    assert explain.path(model, X[:1]).value[0] == pytest.approx(model.predict(X[:1])[0])


@pytest.mark.parametrize("pruner", [CostComplexity(cv=3), ReducedError()], ids=repr)
def test_pruners_ask_the_models(pruner):
    grown = TreeClassifier(leaf=LogisticRegression(), max_depth=4).fit(X, CLASSES)

    pruned = TreeClassifier(leaf=LogisticRegression(), max_depth=4, pruning=pruner).fit(X, CLASSES)

    assert pruned.n_leaves_ < grown.n_leaves_
    assert pruned.score(X, CLASSES) > 0.8


def test_a_node_of_one_class_needs_no_model():
    target = np.where(X[:, 0] > 0, "a", "b")

    model = TreeClassifier(leaf=LogisticRegression()).fit(X, target)

    assert model.tree_.models.models[1:] == (None, None)
    assert model.score(X, target) == 1.0


def test_copies_and_searches_reach_the_estimator():
    model = TreeRegressor(leaf=Ridge(alpha=2.0))

    assert clone(model).set_params(leaf__alpha=3.0).leaf.alpha == 3.0
    assert model.leaf.alpha == 2.0


def test_what_cannot_be_is_refused_by_name():
    with pytest.raises(UnsupportedCombination, match="no predict_proba"):
        TreeClassifier(leaf=Ridge()).fit(X, CLASSES)
    with pytest.raises(UnsupportedCombination, match="does not take"):
        TreeRegressor(leaf=KNeighborsRegressor()).fit(X, Y, sample_weight=RNG.random(200))
    with pytest.raises(UnsupportedCombination, match="one target"):
        TreeRegressor(leaf=Ridge()).fit(X, np.column_stack([Y, Y]))
