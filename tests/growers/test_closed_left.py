"""Numbers that are cut ``x < t``: every grower finds the same, and the slow twin is a mirror.

``x < t`` is to x what ``-x > -t`` is to -x, so that a tree of negative numbers, cut ``x <= t``, has
the same two sides everywhere, a value equal to a threshold included.
"""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, CARTRegressor, Tree, datasets
from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.growing.native import grow_general
from arboretum.missing import Surrogate
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.growers.both import assert_same_tree
from tests.growers.test_following import assert_fast_equals_general
from tests.growers.test_general import classes_of, frame_of, signal_of
from tests.growers.test_surrogates import POLICIES, weights_of
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

SMALL = {"min_samples_split": 2, "min_samples_leaf": 1, "complexity": 0.0}


def dataset_and_recipe(model, X, y, w=None):
    dataset = make_dataset(X, y, nominal=model._nominal, sample_weight=w)
    dataset = model.training_samples(dataset)
    return dataset, model._recipe(dataset.schema).fitted(dataset)


@pytest.mark.pairwise
@pytest.mark.parametrize("policy", [*POLICIES, Surrogate(0)], ids=str)
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("share_missing", [0.0, 0.2])
def test_the_fast_grower_finds_what_the_general_one_finds(policy, weights, share_missing):
    rng = np.random.default_rng(12)
    frame = frame_of(rng, n=6000, n_many=9, share_missing=share_missing)
    frame["two"] = rng.integers(0, 2, len(frame))
    frame["steps"] = rng.integers(0, 40, len(frame))
    signal, w = signal_of(rng, frame), weights_of(rng, weights, len(frame))

    for model, y in [
        (CARTClassifier(missing=policy, complexity=0.001, closed="left"), classes_of(signal, 2)),
        (CARTRegressor(missing=policy, complexity=0.001, closed="left"), signal),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y, w)
        assert dataset.schema.closed_left
        assert_fast_equals_general(dataset, recipe, exact=False)


@examples(100)
@given(
    small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights, rows=25),
    st.sampled_from(POLICIES),
)
def test_the_general_grower_finds_what_the_loop_finds(data, policy):
    model = CARTClassifier(missing=policy, closed="left", **SMALL)
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)
    statistics = recipe.criterion.statistics(dataset)

    native = grow_general(dataset, statistics, recipe)

    assert_same_tree(native, grow(MemorySource(dataset, statistics), recipe), exact=True)


@examples(60)
@given(st.data(), st.sampled_from([np.float64, np.float32]))
def test_a_tree_of_negative_numbers_is_its_mirror(data, dtype):
    whole = st.integers(-9, 9)
    rows = data.draw(st.lists(st.tuples(whole, whole), min_size=2, max_size=30))
    X = np.array(rows, dtype=dtype)
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    y = rng.normal(size=len(X))  # no two splits are equally good

    left = CARTRegressor(closed="left", **SMALL).fit(X, y)
    mirror = CARTRegressor(**SMALL).fit(-X, y)

    # Every whole or half number there may be: all thresholds are among them.
    grid = np.arange(-20, 20) / 2
    new = np.array(np.meshgrid(grid, grid), dtype=dtype).reshape(2, -1).T
    if not (left.tree_.tie.any() or mirror.tree_.tie.any()):
        np.testing.assert_array_equal(left.predict(new), mirror.predict(-new))
    assert left.predict(X) == pytest.approx(mirror.predict(-X))


def test_neighbouring_floats_are_told_apart():
    low = 1.0
    high = math.nextafter(low, 2)

    model = CARTRegressor(closed="left", **SMALL).fit({"x": [low, high]}, [0.0, 1.0])

    assert model.predict({"x": [low, high]}).tolist() == [0.0, 1.0]
    assert model.tree_.node(1).conditions == [f"x < {high!r}"]


def test_folds_share_an_encoding_and_cut_as_was_asked():
    penguins = datasets.penguins()
    model = CARTClassifier.from_rpart(xval=3, cp=0.0).fit(penguins.X, penguins.y)
    dataset = make_dataset(penguins.X, penguins.y, nominal=True)

    of_some = [
        CARTClassifier(closed=closed).fit_dataset(dataset.sharing(np.arange(0, 344, 2)))
        for closed in ("right", "left")
    ]

    right, left = (one.tree_.splits.thresholds for one in of_some)
    np.testing.assert_array_equal(np.nextafter(left, np.inf), right)
    assert len(model.cp_table_) > 1


def test_saved_and_pickled_trees_answer_alike():
    model = CARTRegressor.from_rpart(minsplit=2).fit({"x": [0.0, 50, 52, 60]}, [0.0, 0, 1, 1])

    saved = Tree.from_dict(model.tree_.to_dict())

    assert saved == model.tree_
    for tree in (model.tree_, saved, pickle.loads(pickle.dumps(model.tree_))):
        ends = tree.ends([np.array([50.9, 51.0])])
        assert tree.predict(ends)[:, 0].tolist() == [0.0, 1.0]
    assert model.predict(np.array([[50.9], [51.0]], dtype=np.float32)).tolist() == [0.0, 1.0]
