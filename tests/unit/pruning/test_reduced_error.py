"""Reduced-error pruning, against cutting one node after another."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import DataError, ParameterError
from arboretum.growing.held_out import errors_on
from arboretum.missing import Surrogate
from arboretum.pruning import ReducedError
from tests.oracles import pruners as slow
from tests.unit.pruning.examples import noisy

TWINS = {
    "best_first": slow.reduced_error_best_first,
    "bottom_up": slow.reduced_error_bottom_up,
}


@pytest.mark.parametrize("order", TWINS)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["classes", "weighted", "loss", "numbers"])
def test_both_orders_cut_what_their_twins_cut(order, seed, kind):
    X, y, weight = noisy(seed, 120, classes=None if kind == "numbers" else 3)
    weight = weight if kind == "weighted" else None
    loss = np.array([[0, 1, 4], [2, 0, 1], [1, 1, 0]]) if kind == "loss" else None
    model = TreeRegressor(min_samples_leaf=3) if kind == "numbers" else TreeClassifier(loss=loss)
    model.fit(X[:60], y[:60], sample_weight=None if weight is None else weight[:60])
    others = (X[60:], y[60:], None if weight is None else weight[60:])

    pruned = model.prune(ReducedError(order), *others).tree_

    cut = TWINS[order](model.tree_, dataset_like(model.tree_.schema, *others))
    assert pruned.n_leaves < model.n_leaves_
    assert pruned.splits == model.tree_.collapse(sorted(cut)).splits


def cells(**counts):
    """Samples of cells: ``a01=5`` is five of class a with side 0 and part 1."""
    rows = [cell for cell, n in counts.items() for _ in range(n)]
    X = {"side": [float(cell[1]) for cell in rows], "part": [float(cell[2]) for cell in rows]}
    return X, [cell[0] for cell in rows]


def test_the_order_matters():
    # On either side the split on part is wrong of 5 and right of 2: cutting it saves 3 errors.
    # The root as a leaf is wrong of 11 samples where the whole tree is of 16.  Best first takes
    # these 5 and is done; from below 3 + 3 are saved, and then the root as a leaf is no gain.
    model = TreeClassifier().fit(*cells(a00=30, b01=20, b10=25, a11=20))
    others = cells(a00=10, a01=5, b01=2, a10=6, b10=4, b11=5, a11=2)
    n = len(others[1])

    best_first = model.prune(ReducedError("best_first"), *others)
    bottom_up = model.prune(ReducedError("bottom_up"), *others)

    found = [(m.n_leaves_, round(m.risk(*others) * n)) for m in (model, best_first, bottom_up)]
    assert found == [(4, 16), (1, 11), (2, 10)]


def test_the_leaf_says_what_the_training_samples_say():
    # All samples held out are "b"; the training samples of the root are mostly "a".
    X, y = {"x": [1.0, 2.0, 3.0, 4.0, 5.0]}, ["a", "a", "a", "b", "b"]
    model = TreeClassifier().fit(X, y)

    pruned = model.prune(ReducedError(), {"x": [1.0, 2.0]}, ["b", "b"])

    assert pruned.n_leaves_ == 1
    assert pruned.predict({"x": [9.0]}).tolist() == ["a"]


def test_a_tie_goes_to_the_smaller_tree():
    X, y = {"x": [1.0, 2.0]}, ["a", "b"]
    model = TreeClassifier().fit(X, y)
    others = {"x": [1.0, 1.0, 2.0, 2.0]}

    # The split gets the first and the third right, the leaf "a" the first and the second.
    pruned = model.prune(ReducedError(), others, ["a", "b", "b", "a"])

    assert pruned.n_leaves_ == 1
    assert "held out" in pruned.tree_.root.stop_reason


def test_fitting_holds_a_share_out():
    X, y, _ = noisy(1, 200, classes=2)

    model = TreeClassifier(pruning=ReducedError(share=0.25)).fit(X, y)

    assert model.tree_.root.n_samples == 150
    assert model.tree_.n_leaves < TreeClassifier().fit(X, y).n_leaves_
    again = TreeClassifier(pruning=ReducedError(share=0.25)).fit(X, y)
    assert again.tree_ == model.tree_
    other = TreeClassifier(pruning=ReducedError(share=0.25, random_state=1)).fit(X, y)
    assert other.tree_ != model.tree_


def test_with_data_of_its_own_the_tree_is_grown_from_all_samples():
    X, y, _ = noisy(2, 200, classes=2)
    given = ReducedError(data=(X[150:], y[150:]))

    during = TreeClassifier(pruning=given).fit(X[:150], y[:150])
    after = TreeClassifier().fit(X[:150], y[:150]).prune(ReducedError(), X[150:], y[150:])

    assert during.tree_ == after.tree_


def test_samples_that_stay_at_a_node_are_judged_there():
    X = {"x": [1.0, 2.0, 3.0, 4.0]}
    model = TreeClassifier(missing=Surrogate(use=0)).fit(X, ["a", "a", "b", "b"])
    assert (model.tree_.splits.missing_branch == -1).all()
    others = dataset_like(model.tree_.schema, {"x": [1.0, np.nan, np.nan]}, ["a", "b", "b"])

    alone, ending = errors_on(model.tree_, others)

    assert alone.tolist() == [2.0, 0.0, 0.0]
    assert ending.tolist() == [2.0, 0.0, 0.0]


def test_without_samples_there_is_nothing_to_judge_by():
    weather = datasets.weather()
    model = TreeClassifier().fit(weather.X, weather.y)

    with pytest.raises(DataError, match=r"ReducedError.*model\.prune"):
        model.prune(ReducedError())


@pytest.mark.parametrize(
    ("pruner", "said"),
    [
        (ReducedError(share=1.0), "share=1.0"),
        (ReducedError(random_state=-1), "random_state=-1"),
        (ReducedError(data=3), "data of ReducedError"),
        (ReducedError(order="top_down"), "order='top_down'.*best_first"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(pruner, said):
    weather = datasets.weather()

    with pytest.raises(ParameterError, match=said):
        TreeClassifier(pruning=pruner).fit(weather.X, weather.y)
