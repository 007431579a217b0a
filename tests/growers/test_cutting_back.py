"""Trees that are cut back at once: what is left out because it would be cut is never missed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, CARTRegressor
from arboretum.growing import grow_in_memory
from arboretum.growing.native import grow_fast, grow_general
from arboretum.growing.obstacles import can_grow
from arboretum.missing import Surrogate
from arboretum.pruning import node_risks
from arboretum.stopping import MinRisk
from tests.examples import examples
from tests.growers.both import TOLERANCE, dataset_and_recipe
from tests.growers.test_general import frame_of
from tests.growers.test_surrogates import POLICIES, weights_of
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data


def grown_to_the_end(model, dataset, recipe):
    """By the general grower, without the rule that leaves out what would be cut."""
    rules = tuple(rule for rule in recipe.stopping if not isinstance(rule, MinRisk))
    assert len(rules) < len(recipe.stopping)
    statistics = recipe.criterion.statistics(dataset)
    return grow_general(dataset, statistics, replace(recipe, stopping=rules))


def assert_same_but_for_reasons(early, late):
    """Why a leaf was not split differs: one was cut off, the other never grown."""
    assert early.splits == late.splits
    assert early.n_samples.tolist() == late.n_samples.tolist()
    assert early.runner_ups == late.runner_ups
    for name, numbers in [("competing", ["score"]), ("surrogates", ["agreement", "adjusted"])]:
        found, wanted = getattr(early, name), getattr(late, name)
        n_wanted = 0 if wanted is None else len(wanted.node)
        assert (0 if found is None else len(found.node)) == n_wanted, name
        if n_wanted:
            assert found.node.tolist() == wanted.node.tolist()
            assert found.splits == wanted.splits
            for column in numbers:
                np.testing.assert_allclose(
                    getattr(found, column), getattr(wanted, column), rtol=TOLERANCE, atol=1e-12
                )


def saved_by_splits(tree):
    """What each inner node's own split saves."""
    risk = node_risks(tree)
    below = np.bincount(tree.parent[1:], weights=risk[1:], minlength=tree.n_nodes)
    return (risk - below)[~tree.is_leaf]


@pytest.mark.pairwise
@pytest.mark.parametrize("policy", [*POLICIES, Surrogate(0)], ids=str)
@pytest.mark.parametrize("weights", ["none", "fractions"])
@pytest.mark.parametrize("share_missing", [0.0, 0.1])
def test_large_nodes_whose_split_pays_only_by_what_is_below(policy, weights, share_missing):
    # Which of two numbers is above 0 says nothing; that both are, or neither, says the class.
    rng = np.random.default_rng(3)
    frame = frame_of(rng, n=9000, n_many=9, share_missing=share_missing)
    frame["a"], frame["b"] = rng.normal(size=(2, len(frame)))
    odd = (frame["a"] > 0.05) == (frame["b"] > 0)
    rare = rng.random(len(frame)) < 0.2
    w = weights_of(rng, weights, len(frame))
    for model, y in [
        (CARTClassifier(missing=policy, complexity=0.02), np.where(odd ^ rare, "p", "q")),
        (CARTRegressor(missing=policy, complexity=0.02), odd * 5 + rng.normal(size=len(frame))),
    ]:
        dataset, recipe = dataset_and_recipe(model, frame, y, w)
        assert can_grow(recipe, dataset)
        statistics = recipe.criterion.statistics(dataset)
        late = model._worth_growing(grown_to_the_end(model, dataset, recipe))

        for n_threads in (1, 2):
            early = grow_fast(dataset, statistics, recipe, n_threads)
            assert_same_but_for_reasons(model._worth_growing(early), late)

        least = model.complexity * node_risks(late)[0]
        assert (saved_by_splits(late) < least).any(), "nothing was put off"


def assert_nothing_is_lost(model, data):
    dataset, recipe = dataset_and_recipe(model, data.X, data.y, data.w)
    late = model._worth_growing(grown_to_the_end(model, dataset, recipe))

    early = model._worth_growing(grow_in_memory(dataset, recipe)[0])

    assert_same_but_for_reasons(early, late)


SMALL = {"columns": (maybe_numbers, maybe_letters), "weights": dyadic_weights, "rows": 25}
policies = st.sampled_from([*POLICIES, Surrogate(0)])
complexities = st.sampled_from([0.01, 0.05, 0.1, 0.2, 0.5])


@examples(200)
@given(small_data(**SMALL), policies, complexities, st.booleans())
def test_small_data_of_classes(data, policy, complexity, has_prior):
    classes = sorted(set(data.y))
    prior = dict.fromkeys(classes, 1 / len(classes)) if has_prior and len(classes) > 1 else None
    model = CARTClassifier(missing=policy, complexity=complexity, min_samples_split=2, prior=prior)
    assert_nothing_is_lost(model, data)


@examples(200)
@given(small_data(**SMALL, numeric=True), policies, complexities)
def test_small_data_of_numbers(data, policy, complexity):
    model = CARTRegressor(missing=policy, complexity=complexity, min_samples_split=2)
    assert_nothing_is_lost(model, data)
