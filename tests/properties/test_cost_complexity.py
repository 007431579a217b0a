"""What holds of cost-complexity pruning on any tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor
from arboretum.pruning import CostComplexity, node_risks, prices, pruning_sequence
from tests.examples import examples
from tests.properties.small_data import maybe_letters, maybe_numbers, small_data

COLUMNS = (maybe_numbers, maybe_letters)
MODELS = {
    "binary": TreeClassifier(),
    "multiway": TreeClassifier(criterion="entropy", splits="multiway", missing="fractional"),
    "surrogates": CARTClassifier(complexity=0, min_samples_split=2),
    "numbers": TreeRegressor(),
}


def grown(data, name):
    return MODELS[name].fit(data.X, data.y, sample_weight=data.w).tree_


def data_for(name):
    return small_data(numeric=name == "numbers", columns=COLUMNS)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("links", ["weakest", "rpart"])
@examples(50)
@given(st.data())
def test_pruning_again_changes_nothing(name, links, given_data):
    tree = grown(given_data.draw(data_for(name)), name)
    cp = given_data.draw(st.sampled_from([0.0, 0.05, 0.2, 0.5]))
    pruner = CostComplexity(cp=cp, links=links)

    once = pruner.prune(tree, None)

    assert pruner.prune(once, None) == once


@pytest.mark.parametrize("name", MODELS)
@examples(50)
@given(st.data())
def test_the_trees_of_a_sequence_nest(name, given_data):
    tree = grown(given_data.draw(data_for(name)), name)
    sequence = pruning_sequence(tree)

    # A node that is split at one price is split at every lower one.
    price = np.nan_to_num(prices(tree, node_risks(tree)), nan=-np.inf)
    assert (price[1:] <= price[tree.parent[1:]]).all()
    assert (np.diff(sequence.alpha) > 0).all()
    assert (np.diff(sequence.n_leaves) < 0).all()
    assert (np.diff(sequence.risk) >= -1e-9).all()
    larger = tree
    for alpha, n_leaves in zip(sequence.alpha, sequence.n_leaves, strict=True):
        smaller = CostComplexity(alpha).prune(tree, None)
        assert smaller.n_leaves == n_leaves
        assert CostComplexity(alpha).prune(larger, None).splits == smaller.splits
        larger = smaller


@pytest.mark.parametrize("name", MODELS)
@examples(50)
@given(st.data())
def test_no_pruned_tree_costs_less(name, given_data):
    tree = grown(given_data.draw(data_for(name)), name)
    alpha = given_data.draw(st.sampled_from([0.1, 0.5, 1.0, 2.5]))
    cut = given_data.draw(st.lists(st.integers(0, tree.n_nodes - 1), max_size=3))

    def cost(pruned):
        return node_risks(pruned)[pruned.is_leaf].sum() + alpha * pruned.n_leaves

    assert cost(CostComplexity(alpha).prune(tree, None)) <= cost(tree.collapse(cut)) + 1e-9
