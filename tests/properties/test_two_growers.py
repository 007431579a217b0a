"""Whichever grower an estimator uses, its tree is that of the readable loop, bit for bit."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.criteria import CLASS_CRITERIA, NUMBER_CRITERIA
from arboretum.data import make_dataset
from arboretum.growing import grow
from arboretum.sources import MemorySource
from tests.examples import examples
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

with_holes = (maybe_numbers, maybe_letters)
limits = st.fixed_dictionaries(
    {
        "missing": st.sampled_from(["direction", "majority", "branch", "fractional", "impute"]),
        "splits": st.sampled_from(["binary", "multiway"]),
        "min_samples_leaf": st.integers(1, 3),
        "max_leaf_nodes": st.sampled_from([None, 1, 3, 5]),
        "max_depth": st.sampled_from([None, 0, 2]),
        "max_features": st.sampled_from([None, 1]),
        "min_impurity_decrease": st.sampled_from([0.0, 0.05]),
    }
)
class_criteria = st.sampled_from(sorted(CLASS_CRITERIA))
number_criteria = st.sampled_from(sorted(NUMBER_CRITERIA))


def readable(model, data, nominal):
    dataset = make_dataset(data.X, data.y, nominal=nominal, sample_weight=data.w)
    recipe = model._recipe(dataset.schema).fitted(dataset)
    return grow(MemorySource(dataset, recipe.criterion.statistics(dataset)), recipe)


@examples(150)
@given(small_data(columns=with_holes, weights=dyadic_weights), class_criteria, limits)
def test_classification_trees(data, criterion, parameters):
    model = TreeClassifier(criterion=criterion, random_state=3, **parameters)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert tree == readable(model, data, nominal=True)
    assert all(leaf.stop_reason for leaf in tree.leaves())


@examples(150)
@given(small_data(columns=with_holes, numeric=True), number_criteria, limits)
def test_regression_trees(data, criterion, parameters):
    model = TreeRegressor(criterion=criterion, random_state=3, **parameters)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert tree == readable(model, data, nominal=False)
    assert all(leaf.stop_reason for leaf in tree.leaves())
