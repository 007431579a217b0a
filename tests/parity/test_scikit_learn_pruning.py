"""The same nested trees as scikit-learn's ``cost_complexity_pruning_path`` on real data.

The limits on growth are such that no tie intervenes: the trees to prune are the same.
"""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum.show import complexity_table
from tests.parity.test_scikit_learn_trees import CLASSES, NUMBERS, fit_both, load
from tests.parity.walk import walk_together

LIMITS = {
    "iris": {"min_samples_leaf": 5},
    "glass": {"min_samples_leaf": 20},
    "ionosphere": {"max_depth": 5},
    "pima_diabetes": {"max_depth": 6, "min_samples_leaf": 20},
    "esl": {"min_samples_leaf": 5},
    "breast_cancer_wisconsin": {"min_samples_leaf": 5},
    "california_housing": {"max_depth": 8, "min_samples_leaf": 20},
    "kin8nm": {"min_samples_leaf": 5},
    "auto_price": {"min_samples_leaf": 20},
    "abalone": {"max_depth": 5},
    "mtr_slump": {"min_samples_leaf": 5},
}


def different(path):
    """Where the price has changed; scikit-learn lists equal ones one after another."""
    return np.append(np.diff(path.ccp_alphas) > 1e-12 * path.impurities[-1], True)


@pytest.mark.parametrize("name", LIMITS)
def test_the_pruning_path_is_that_of_scikit_learn(shared_data, name):
    X, y = load(shared_data, name, CLASSES.get(name) or NUMBERS[name])
    limits = {"max_depth": None, **LIMITS[name]}
    criterion = "gini" if name in CLASSES else "squared_error"
    theirs = DecisionTreeClassifier if name in CLASSES else DecisionTreeRegressor
    depth = limits.pop("max_depth")
    ours, grown = fit_both(X, y, criterion, depth=depth, **limits)
    assert walk_together(ours, grown, X)[1] == []

    table = complexity_table(ours, "scikit-learn")

    model = theirs(criterion=criterion, max_depth=depth, random_state=0, **limits)
    path = model.cost_complexity_pruning_path(X, y)
    is_last, whole = different(path), path.impurities[-1]
    np.testing.assert_allclose(table["ccp_alphas"], path.ccp_alphas[is_last], atol=1e-9 * whole)
    np.testing.assert_allclose(table["impurities"], path.impurities[is_last], rtol=1e-9)
    assert table["n_leaves"][0] <= grown.n_leaves
    assert table["n_leaves"][-1] == 1
