"""Hundreds of small data sets for every tree whose leaves are equations."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import M5Regressor, MAUVERegressor, RETISRegressor, Tree
from arboretum.exceptions import ExtrapolationWarning
from arboretum.growing import grow
from arboretum.growing.native import grow_general
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.growers.both import assert_same_tree, dataset_and_recipe
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

SMALL = {"min_samples_leaf": st.integers(1, 3)}
SPECIES = {
    M5Regressor: {"min_samples_split": st.integers(2, 5)},
    RETISRegressor: SMALL,
    MAUVERegressor: {**SMALL, "lines": st.sampled_from(["targets", "residuals"])},
}
OPTIONS = {
    "missing": st.sampled_from(["direction", "majority", "branch", "impute"]),
    "ridge": st.sampled_from([0.0, 0.5]),
    "clip": st.booleans(),
    "max_depth": st.sampled_from([None, 0, 2]),
}


@pytest.mark.parametrize("make", SPECIES, ids=lambda make: make.__name__)
def test_small_data(make):
    @examples(500)
    @given(
        small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights, numeric=True),
        st.fixed_dictionaries({**OPTIONS, **SPECIES[make]}),
    )
    def check(data, options):
        model = make(**options)
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)  # a number that is none on the way
            warnings.simplefilter("ignore", ExtrapolationWarning)
            model.fit(data.X, data.y, sample_weight=data.w)
            predicted = model.predict(data.X)

        assert model.grower_.startswith("native")
        assert np.isfinite(predicted).all()
        check_growers(model, data)
        check_file(model)

    check()


def check_growers(model, data):
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)
    statistics = recipe.criterion.count(dataset)
    native = grow_general(dataset, statistics, recipe, 1)
    readable = grow(MemorySource(dataset, statistics), recipe)

    assert_same_tree(native, readable, exact=True)


def check_file(model):
    loaded = Tree.from_dict(json.loads(json.dumps(model.tree_.to_dict())))

    assert loaded == model.tree_
    assert loaded.to_text() == model.tree_.to_text()
