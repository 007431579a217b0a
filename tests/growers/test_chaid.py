"""CHAID grows the same tree natively and by the readable loop, bit for bit."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CHAIDClassifier, CHAIDRegressor, TreeClassifier
from arboretum.growing.native import grow_general
from arboretum.splits import Merge, Multiway, Threshold
from tests.examples import examples
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe
from tests.growers.test_general import classes_of, frame_of, signal_of, weights_of

OPTIONS = {
    "plain": {},
    "resplit": {"alpha_merge": 0.3, "alpha_resplit": 0.2},
    "exhaustive": {"exhaustive": True},
    "uncorrected": {"bonferroni": False, "alpha_split": 0.5},
    "few bins": {"n_bins": 3, "alpha_split": 0.3},
    "any size": {"min_samples_leaf": 1, "min_samples_split": 2, "alpha_split": 0.9},
}


@pytest.fixture(scope="module", params=[0.0, 0.15], ids=["complete", "holes"])
def data(request):
    rng = np.random.default_rng(3)
    frame = frame_of(rng, n=600, share_missing=request.param)
    return frame, signal_of(rng, frame)


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("statistic", ["pearson", "likelihood_ratio"])
@pytest.mark.parametrize("options", OPTIONS)
def test_classes(data, options, statistic, n_classes, weights):
    frame, signal = data
    model = CHAIDClassifier(statistic=statistic, **OPTIONS[options])

    tree = assert_general_equals_readable(
        *dataset_and_recipe(
            model, frame, classes_of(signal, n_classes), weights_of(weights, len(frame))
        )
    )

    assert tree.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("options", OPTIONS)
def test_numbers(data, options, weights):
    frame, signal = data
    model = CHAIDRegressor(**OPTIONS[options])

    tree = assert_general_equals_readable(
        *dataset_and_recipe(model, frame, signal, weights_of(weights, len(frame)))
    )

    assert tree.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize(
    "missing", ["direction", "significant", "majority", "branch", "fractional", "impute"]
)
@pytest.mark.parametrize("criterion", ["gini", "chi_square_p_value"])
def test_merged_groups_among_other_splits_and_policies(data, criterion, missing):
    frame, signal = data
    splits = (Threshold(), Multiway(), Merge(n_bins=5))
    model = TreeClassifier(criterion=criterion, splits=splits, missing=missing, max_depth=4)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))


def test_the_number_of_threads_does_not_change_the_tree():
    rng = np.random.default_rng(5)
    frame = frame_of(rng, n=30_000, n_many=200)
    dataset, recipe = dataset_and_recipe(
        CHAIDClassifier(), frame, classes_of(signal_of(rng, frame), 3)
    )
    statistics = recipe.criterion.statistics(dataset)

    one = grow_general(dataset, statistics, recipe, 1)

    assert one.n_leaves > 10
    assert grow_general(dataset, statistics, recipe, 3) == one


@examples(150)
@given(data=st.data())
def test_small_data_of_any_kind(data):
    n = data.draw(st.integers(1, 40))
    letters = st.lists(st.sampled_from(["a", "b", "c", "d", None]), min_size=n, max_size=n)
    numbers = st.lists(st.sampled_from([0.0, 1.0, 2.5, 7.0, np.nan]), min_size=n, max_size=n)
    frame = pd.DataFrame(
        {
            "letter": ["a", *data.draw(letters)[1:]],
            "number": np.array([1.0, *data.draw(numbers)[1:]]),
            "ordered": pd.Categorical(
                ["b", *data.draw(letters)[1:]], categories=list("abcd"), ordered=True
            ),
        }
    )
    y = data.draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    options = {
        "alpha_split": data.draw(st.sampled_from([0.05, 1.0])),
        "exhaustive": data.draw(st.booleans()),
        "bonferroni": data.draw(st.booleans()),
        "n_bins": data.draw(st.integers(2, 4)),
        "min_samples_split": 2,
        "min_samples_leaf": data.draw(st.integers(1, 5)),
    }

    for model in (CHAIDClassifier(**options), CHAIDRegressor(**options)):
        assert_general_equals_readable(*dataset_and_recipe(model, frame, y))
