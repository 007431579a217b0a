"""What must not change a tree: the order of rows, columns, classes and nodes; units; weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum import Tree, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.properties.small_data import (
    SmallData,
    dyadic_weights,
    maybe_letters,
    maybe_numbers,
    numbers,
    small_data,
)

with_holes = (maybe_numbers, maybe_letters)
FAST = examples(60)
criteria = st.sampled_from(["gini", "entropy", "gain_ratio", "chi_square", "twoing", "error"])
number_criteria = st.sampled_from(["squared_error", "absolute_error", "poisson"])
policies = st.sampled_from(["direction", "majority", "branch"])


def leaves_as_sets(model, data):
    """The samples that end together, whatever their leaf is called."""
    leaves = model.apply(data.X)
    return {frozenset(np.flatnonzero(leaves == leaf).tolist()) for leaf in leaves}


# -- order of rows -------------------------------------------------------------


@FAST
@given(
    data=small_data(columns=with_holes, weights=dyadic_weights),
    criterion=criteria,
    missing=policies,
    random=st.randoms(use_true_random=False),
)
def test_the_order_of_the_rows_changes_no_bit_of_a_classification_tree(
    data, criterion, missing, random
):
    shuffled = data.take(random.sample(range(len(data.rows)), len(data.rows)))
    model = TreeClassifier(criterion=criterion, missing=missing)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    other = model.fit(shuffled.X, shuffled.y, sample_weight=shuffled.w).tree_

    assert tree == other


@FAST
@given(
    data=small_data(columns=with_holes, weights=dyadic_weights, numeric=True),
    criterion=st.sampled_from(["squared_error", "absolute_error"]),
    random=st.randoms(use_true_random=False),
)
def test_the_order_of_the_rows_changes_no_bit_of_a_tree_of_whole_numbers(data, criterion, random):
    shuffled = data.take(random.sample(range(len(data.rows)), len(data.rows)))
    model = TreeRegressor(criterion=criterion)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    other = model.fit(shuffled.X, shuffled.y, sample_weight=shuffled.w).tree_

    assert tree == other


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
def test_the_order_of_the_rows_does_not_change_predictions_of_fractions(criterion):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 4)), rng.gamma(1.0, size=200)
    weights = rng.random(200)
    order = rng.permutation(200)
    model = TreeRegressor(criterion=criterion, min_samples_leaf=3)

    one = model.fit(X, y, sample_weight=weights).predict(X)
    other = model.fit(X[order], y[order], sample_weight=weights[order]).predict(X)

    np.testing.assert_allclose(one, other, rtol=1e-9)


# -- order of columns and classes ----------------------------------------------


@FAST
@given(data=small_data(columns=with_holes, weights=dyadic_weights), criterion=criteria)
def test_the_order_of_the_columns_matters_at_ties_only(data, criterion):
    backwards = dict(reversed(data.X.items()))
    model = TreeClassifier(criterion=criterion)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    assume(not tree.tie.any())
    leaves = model.apply(data.X)
    model.fit(backwards, data.y, sample_weight=data.w)

    assert model.apply(data.X).tolist() == leaves.tolist()
    assert model.tree_.score.tolist() == pytest.approx(tree.score.tolist(), nan_ok=True)


@FAST
@given(data=small_data(columns=with_holes, weights=dyadic_weights), criterion=criteria)
def test_the_names_of_the_classes_do_not_matter(data, criterion):
    renamed = {"no": "9", "yes": "5", "maybe": "7"}  # sorts in another order
    model = TreeClassifier(criterion=criterion)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    assume(not tree.tie.any())
    before = leaves_as_sets(model, data)
    shares = dict(zip(model.classes_, model.predict_proba(data.X).T, strict=True))
    model.fit(data.X, [renamed[name] for name in data.y], sample_weight=data.w)

    assert leaves_as_sets(model, data) == before
    for name, share in zip(model.classes_, model.predict_proba(data.X).T, strict=True):
        (was,) = [old for old, new in renamed.items() if new == name]
        np.testing.assert_allclose(share, shares[was])


# -- weights -------------------------------------------------------------------


def repeated(data: SmallData) -> SmallData:
    times = [int(w) for w in data.weights]
    return replace(
        data.take(np.repeat(np.arange(len(times)), times).tolist()), weights=[1] * sum(times)
    )


small_limits = st.fixed_dictionaries(
    {"min_samples_leaf": st.integers(1, 4), "min_samples_split": st.integers(2, 6)}
)


def assert_a_whole_weight_is_repetition(model, data):
    many = repeated(data)

    weighted = model.fit(data.X, data.y, sample_weight=data.w).tree_
    plain = model.fit(many.X, many.y).tree_

    assert weighted == plain


@FAST
@given(data=small_data(columns=with_holes), criterion=criteria, limits=small_limits)
def test_a_whole_weight_is_repetition_in_every_bit_of_a_classification_tree(
    data, criterion, limits
):
    assert_a_whole_weight_is_repetition(TreeClassifier(criterion=criterion, **limits), data)


@FAST
@given(
    data=small_data(columns=with_holes, numeric=True),
    criterion=st.sampled_from(["squared_error", "absolute_error"]),
    limits=small_limits,
)
def test_a_whole_weight_is_repetition_in_every_bit_of_a_regression_tree(data, criterion, limits):
    assert_a_whole_weight_is_repetition(TreeRegressor(criterion=criterion, **limits), data)


@FAST
@given(data=small_data(weights=dyadic_weights), factor=st.sampled_from([0.25, 0.5]))
def test_the_unit_of_the_weights_does_not_matter(data, factor):
    assume(any(w.denominator > 1 for w in data.weights))  # whole weights would count samples
    model = TreeClassifier()

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    other = model.fit(data.X, data.y, sample_weight=data.w * factor).tree_

    assert other.splits == tree.splits
    assert (other.value / factor).tolist() == tree.value.tolist()


@FAST
@given(data=small_data(columns=with_holes), rest=st.data())
def test_a_sample_of_weight_0_is_not_there(data, rest):
    stays = [rest.draw(st.booleans()) for _ in data.rows]
    assume(any(stays))
    kept = data.take([i for i, here in enumerate(stays) if here])
    for column in zip(*kept.rows, strict=True):
        assume(any(value is not None for value in column))
    model = TreeClassifier()
    weights = data.w * stays

    with_zeros = model.fit(data.X, data.y, sample_weight=weights)
    probabilities = with_zeros.predict_proba(kept.X)
    leaves = leaves_as_sets(with_zeros, kept)
    without = TreeClassifier().fit(kept.X, kept.y, sample_weight=kept.w)

    known = [name in without.classes_ for name in with_zeros.classes_]
    np.testing.assert_array_equal(probabilities[:, known], without.predict_proba(kept.X))
    assert leaves == leaves_as_sets(without, kept)


# -- units of features ---------------------------------------------------------


@pytest.mark.parametrize("transform", [np.exp, np.cbrt, lambda x: 3 * x - 7, np.arctan])
@FAST
@given(data=small_data(columns=(numbers,), weights=dyadic_weights), criterion=criteria)
def test_a_rising_transform_of_a_feature_leaves_the_partition_unchanged(transform, data, criterion):
    model = TreeClassifier(criterion=criterion)
    moved = {name: transform(np.array(column)) for name, column in data.X.items()}

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_
    leaves = model.apply(data.X)
    other = model.fit(moved, data.y, sample_weight=data.w).tree_

    assert model.apply(moved).tolist() == leaves.tolist()
    assert other.splits.column.tolist() == tree.splits.column.tolist()
    assert other.score.tolist() == pytest.approx(tree.score.tolist(), nan_ok=True, abs=0)


@FAST
@given(data=small_data(columns=(maybe_numbers,), numeric=True), criterion=number_criteria)
def test_a_falling_transform_leaves_the_partition_unchanged_where_nothing_ties(data, criterion):
    model = TreeRegressor(criterion=criterion)
    mirrored = {name: [None if v is None else -v for v in c] for name, c in data.X.items()}

    model.fit(data.X, data.y, sample_weight=data.w)
    assume(not model.tree_.tie.any())
    before = leaves_as_sets(model, data)
    model.fit(mirrored, data.y, sample_weight=data.w)
    leaves = model.apply(mirrored)

    assert {frozenset(np.flatnonzero(leaves == leaf).tolist()) for leaf in leaves} == before


# -- order of growth, threads, files -------------------------------------------


@FAST
@given(data=small_data(columns=with_holes, weights=dyadic_weights), seed=st.integers(0, 3))
def test_the_order_of_growth_gives_the_same_tree(data, seed):
    dataset = make_dataset(data.X, data.y, nominal=True, sample_weight=data.w)
    model = TreeClassifier(max_features=1, random_state=seed)
    recipe = model._recipe(dataset.schema).fitted(dataset)

    trees = [
        grow(MemorySource(dataset, recipe.criterion.statistics(dataset)), replace(recipe, order=o))
        for o in ("depth", "level", "best")
    ]

    depth, level, best = (replace(tree, parts={}) for tree in trees)  # parts name the order
    assert depth == level
    assert depth == best


@pytest.mark.parametrize("n_jobs", [2, 3, -1])
def test_the_number_of_threads_does_not_change_predictions(n_jobs):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(5000, 5))
    X[rng.random(X.shape) < 0.1] = np.nan
    y = np.where(np.nan_to_num(X[:, 0]) + rng.normal(size=5000) > 0, "up", "down")
    one, many = (TreeClassifier(max_depth=6, n_jobs=n).fit(X, y) for n in (1, n_jobs))

    assert one.tree_ == many.tree_
    np.testing.assert_array_equal(one.predict_proba(X), many.predict_proba(X))
    assert (one.decision_path(X) != many.decision_path(X)).nnz == 0


@FAST
@given(data=small_data(columns=with_holes), missing=policies)
def test_a_saved_and_loaded_tree_predicts_alike(tmp_path_factory, data, missing):
    path = tmp_path_factory.mktemp("trees") / "tree.json"
    model = TreeClassifier(missing=missing).fit(data.X, data.y, sample_weight=data.w)
    before = model.predict_proba(data.X)

    model.tree_.save(path)
    loaded = Tree.load(path)
    model.tree_ = loaded

    np.testing.assert_array_equal(model.predict_proba(data.X), before)


# -- importances ---------------------------------------------------------------


@FAST
@given(data=small_data(columns=with_holes))
def test_importances_add_up_to_1_or_are_all_0(data):
    model = TreeClassifier().fit(data.X, data.y, sample_weight=data.w)

    importances = model.feature_importances_

    assert (importances >= 0).all()
    assert importances.sum() == pytest.approx(1) or not importances.any()


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error", "poisson"])
def test_importances_are_those_of_scikit_learn_where_nothing_ties(criterion):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(300, 5)).astype(np.float32).astype(np.float64)
    signal = X[:, 0] + 0.5 * X[:, 2] + rng.normal(size=300)
    nominal = criterion in ("gini", "entropy")
    y = (signal > 0).astype(int) if nominal else np.exp(signal)
    ours, theirs = (
        (TreeClassifier, DecisionTreeClassifier)
        if nominal
        else (TreeRegressor, DecisionTreeRegressor)
    )

    model = ours(criterion=criterion, min_samples_leaf=20).fit(X, y)
    reference = theirs(criterion=criterion, min_samples_leaf=20, random_state=0).fit(X, y)

    assert not model.tree_.tie.any()
    np.testing.assert_allclose(model.feature_importances_, reference.feature_importances_)
