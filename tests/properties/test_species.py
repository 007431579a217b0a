"""Hundreds of small data sets for every estimator: no crash, and all that must hold of any tree."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import Tree
from arboretum.exceptions import CategoryWarning
from arboretum.growing import grow, grow_in_memory
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.growers.both import dataset_and_recipe
from tests.properties.species import SPECIES


def check_growers(model, data):
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)
    native, grower = grow_in_memory(dataset, recipe)
    readable = grow(MemorySource(dataset, recipe.criterion.statistics(dataset)), recipe)

    assert grower.startswith("native")
    assert native == readable


def check_predictions(model, data):
    predicted = model.predict(data.X)

    assert len(predicted) == len(data.y)
    if model._nominal:
        shares = model.predict_proba(data.X)
        assert set(predicted) <= set(data.y)
        assert (shares >= 0).all()
        np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-12)
    else:
        tolerance = 1e-9 * max(1.0, max(np.abs(data.y)))
        assert predicted.min() >= min(data.y) - tolerance
        assert predicted.max() <= max(data.y) + tolerance


def check_file(model, data):
    loaded = Tree.from_dict(json.loads(json.dumps(model.tree_.to_dict())))

    assert loaded == model.tree_
    assert loaded.to_text() == model.tree_.to_text()


@pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)
def test_small_data(species):
    @examples(500)
    @given(species.data(), species.estimators())
    def check(data, model):
        model.fit(data.X, data.y, sample_weight=data.w)

        assert model.grower_.startswith("native")
        assert all(leaf.stop_reason for leaf in model.tree_.leaves())
        check_growers(model, data)
        check_predictions(model, data)
        check_file(model, data)

    check()


@pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)
def test_values_that_training_never_saw(species):
    @examples(50)
    @given(species.data(), species.estimators(), st.data())
    def check(data, model, draw):
        model.fit(data.X, data.y, sample_weight=data.w)
        strange = {
            name: [draw.draw(species.strange_values(any(isinstance(v, str) for v in column)))]
            for name, column in data.X.items()
        }

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CategoryWarning)
            (predicted,) = model.predict(strange)

        if species.is_classifier:
            assert predicted in data.y
        else:
            assert min(data.y) - 1e-9 <= predicted <= max(data.y) + 1e-9

    check()
