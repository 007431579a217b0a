"""A species is its estimator without scikit-learn: the same parameters, words and tree."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import datasets, estimators, species
from arboretum.data import make_dataset
from arboretum.growing.many import unfitted
from arboretum.pruning import CostComplexity

PAIRS = [
    pytest.param(getattr(species, kind)[name], getattr(estimators, kind)[name], id=f"{kind} {name}")
    for kind in ("CLASSIFIERS", "REGRESSORS")
    for name in getattr(species, kind)
]

#: Parameters to give where there are such, from few to more than fit into a line.
GIVEN = [
    {},
    {"n_jobs": -1},
    {"max_depth": 3, "kinds": {"year": "categorical"}, "n_jobs": 2},
    {"pruning": CostComplexity(cp=0.001, cv=10, rule="1se", random_state=0), "n_jobs": -1}
    | {"complexity": 0.001, "min_samples_leaf": 0.01, "min_samples_split": 12, "max_depth": 11},
]


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize(("plain", "surface"), PAIRS)
def test_it_is_written_as_scikit_learn_writes_its_estimator(plain, surface, given):
    given = {name: value for name, value in given.items() if name in surface().get_params()}

    assert repr(plain(**given)) == repr(surface(**given))
    assert plain().set_params(**given).get_params() == surface(**given).get_params()


@pytest.mark.parametrize(("plain", "surface"), PAIRS)
def test_it_grows_the_tree_of_its_estimator(plain, surface):
    example = datasets.penguins()
    columns = ("island", "sex", "bill_length_mm") if surface is not estimators.ID3Classifier else (
        "island",
    )  # fmt: skip
    X = {name: example.X[name] for name in columns}
    y = example.y if plain._nominal else np.arange(len(example.y)) % 7.0

    dataset = make_dataset(X, y, nominal=plain._nominal)

    assert plain().fit_dataset(dataset).tree_ == surface().fit(X, y).tree_


def test_what_is_unfitted_shares_nothing_that_changes_with_use():
    model = estimators.TreeClassifier(max_features=1, random_state=np.random.RandomState(0))
    same = estimators.TreeClassifier(max_features=1).get_params()

    for copy in (unfitted(model), clone(model)):
        assert copy.random_state is not model.random_state
        assert copy.random_state.randint(10**6) == np.random.RandomState(0).randint(10**6)
        assert copy.set_params(random_state=None).get_params() == same
