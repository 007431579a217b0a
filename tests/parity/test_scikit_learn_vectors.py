"""Trees of many targets beside scikit-learn's multi-output trees, with equal weights."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeRegressor

from arboretum import MultiTargetRegressor

#: Data sets of many numeric targets, and how many columns at the end are targets.
SETS = {"andro": 6, "atp1d": 6, "edm": 2, "oes97": 16, "sf1": 3, "sf2": 3, "slump": 3, "wq": 14}


@pytest.mark.parametrize("name", SETS)
def test_the_training_impurity_is_the_same_at_every_depth(name, shared_data):
    [path] = shared_data.glob(f"mtr_{name}.csv*")
    frame = pd.read_csv(path)
    X, y = frame.iloc[:, : -SETS[name]], frame.iloc[:, -SETS[name] :]
    X = X.apply(lambda column: column if column.dtype.kind in "if" else pd.factorize(column)[0])
    X = X.to_numpy(dtype=np.float64)

    for depth in (1, 2, 3, 5):
        ours = (
            MultiTargetRegressor(weights="equal", pruning=None, min_samples_leaf=1, max_depth=depth)
            .fit(X, y)
            .tree_
        )
        theirs = DecisionTreeRegressor(max_depth=depth, random_state=0).fit(X, y).tree_
        found = (ours.weight * ours.impurity)[ours.is_leaf].sum()
        is_leaf = theirs.children_left < 0
        wanted = (theirs.weighted_n_node_samples * theirs.impurity)[is_leaf].sum()
        assert found == pytest.approx(wanted, rel=1e-7)
