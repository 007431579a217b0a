"""Cross-validation against scikit-learn on the same folds."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.model_selection import cross_val_predict, cross_val_score

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.data import make_dataset
from arboretum.data.folds import deal_folds
from arboretum.judging.cross_validate import cross_validate


def rows_of_folds(dataset, n_folds, seed):
    """Training and test rows of each fold, as scikit-learn wants them."""
    folds = deal_folds(dataset, n_folds, seed)
    held_out = [fold.held_out.astype(bool) for fold in folds]
    return [(np.flatnonzero(~out), np.flatnonzero(out)) for out in held_out]


def test_the_error_rate_is_that_of_scikit_learn_on_the_same_folds():
    frame = datasets.penguins().frame()
    X, y = frame.drop(columns="species"), frame["species"]
    dataset = make_dataset(X, y, nominal=True)
    folds = rows_of_folds(dataset, 10, seed=7)
    right = cross_val_score(TreeClassifier(max_depth=3), X, y, cv=folds)
    sizes = [len(test) for _, test in folds]

    found = cross_validate(
        dataset,
        lambda training, progress: TreeClassifier(max_depth=3).fit_dataset(training).tree_,
        n_folds=10,
        seed=7,
    )

    error = found.errors[0].value
    assert error == pytest.approx(np.average(1 - right, weights=sizes), abs=1e-12)
    # The standard error of a share.
    assert found.errors[0].standard_error == pytest.approx(np.sqrt(error * (1 - error) / 344))
    assert (found.n_folds, found.seed) == (10, 7)


def test_the_squared_error_is_that_of_scikit_learn_on_the_same_folds():
    example = datasets.steps()
    X = example.X["x"][:, None]
    dataset = make_dataset(X, example.y, nominal=False)
    folds = rows_of_folds(dataset, 6, seed=1)
    model = TreeRegressor(max_leaf_nodes=3)
    squares = (example.y - cross_val_predict(model, X, example.y, cv=folds)) ** 2

    found = cross_validate(
        dataset,
        lambda training, progress: TreeRegressor(max_leaf_nodes=3).fit_dataset(training).tree_,
        n_folds=6,
        seed=1,
    ).errors[0]

    assert found.value**2 == pytest.approx(squares.mean())
    assert found.r2 == pytest.approx(1 - squares.mean() / example.y.var())
    # d sqrt(m) = dm / (2 sqrt(m))
    expected = squares.std() / np.sqrt(len(squares)) / (2 * np.sqrt(squares.mean()))
    assert found.standard_error == pytest.approx(expected)


@given(
    classes=st.lists(st.integers(0, 3), min_size=2, max_size=40),
    data=st.data(),
    n_folds=st.integers(2, 12),
    seed=st.integers(0, 1000),
)
def test_every_sample_is_held_out_once_and_folds_are_alike(classes, data, n_folds, seed):
    counts = data.draw(st.lists(st.integers(1, 9), min_size=len(classes), max_size=len(classes)))
    dataset = make_dataset(
        {"x": np.arange(len(classes))}, classes, nominal=True, sample_weight=counts
    )

    folds = deal_folds(dataset, n_folds, seed)

    held_out = np.array([fold.held_out for fold in folds])
    assert np.array_equal(held_out + [fold.growing for fold in folds], [counts] * n_folds)
    assert (held_out >= 0).all()
    assert np.array_equal(held_out.sum(axis=0), counts)
    assert np.ptp(held_out.sum(axis=1)) <= 1
    for name in set(classes):
        assert np.ptp(held_out[:, np.array(classes) == name].sum(axis=1)) <= 1


def test_a_sample_is_never_predicted_by_a_tree_that_saw_it():
    dataset = make_dataset(
        {"x": np.arange(30.0)}, np.arange(30.0), nominal=False, sample_weight=np.full(30, 0.5)
    )
    seen = []

    def grow_tree(training, progress):
        seen.append(set(training.columns[0].tolist()))
        return TreeRegressor().fit_dataset(training).tree_

    found = cross_validate(dataset, grow_tree, n_folds=5, seed=0)

    left_out = [set(range(30)) - rows for rows in seen]
    assert sorted(row for rows in left_out for row in rows) == list(range(30))
    # A full tree is right on what it saw; y = x is then wrong everywhere else.
    assert found.errors[0].value >= 0.5


def test_the_same_seed_deals_the_same_folds_and_another_does_not():
    dataset = make_dataset({"x": np.arange(50)}, np.arange(50) % 2, nominal=True)

    one, same, other = (deal_folds(dataset, 5, seed)[0].held_out for seed in (3, 3, 4))

    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
