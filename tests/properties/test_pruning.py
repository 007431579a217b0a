"""What holds of every pruner, on small data sets of every kind."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import Tree, TreeClassifier, TreeRegressor
from arboretum.data import make_dataset
from arboretum.growing.held_out import errors_on
from arboretum.missing import Fractional, Impute, Surrogate
from arboretum.pruning import (
    AtMostDepth,
    AtMostLeaves,
    CostComplexity,
    CriticalValue,
    ErrorBased,
    InTurn,
    JoinLeaves,
    MinimumDescription,
    MinimumError,
    Needless,
    Pessimistic,
    Predicate,
    ReducedError,
)
from tests.examples import examples
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

OF_ALL = [
    CostComplexity(0.7),
    ReducedError(),
    ReducedError("bottom_up"),
    CriticalValue(),
    CriticalValue(0.3),
    AtMostDepth(2),
    AtMostLeaves(3),
    Predicate(lambda node: node.n_samples < 4),
]
OF_CLASSES = [
    ErrorBased(),
    ErrorBased(0.4, limit="j48"),
    ErrorBased(raising=False),
    JoinLeaves(),
    InTurn((Needless(), JoinLeaves())),
    Pessimistic(),
    Pessimistic(0.1, 0.3),
    MinimumError(0.5),
    MinimumError("laplace"),
    MinimumDescription(0.2),
    Needless(),
]

policies = st.sampled_from(
    ["direction", "majority", "branch", Fractional(), Impute(), Surrogate(), Surrogate(use=0)]
)


def sets(numeric):
    return small_data(
        numeric=numeric, columns=(maybe_numbers, maybe_letters), weights=dyadic_weights, rows=16
    )


def grow(data, policy, numeric, splits="binary"):
    """The tree that all samples grow to, and these samples."""
    dataset = make_dataset(data.X, data.y, nominal=not numeric, sample_weight=data.w)
    return estimator(policy, numeric, splits).grow_dataset(dataset), dataset


def estimator(policy, numeric, splits="binary"):
    make = TreeRegressor if numeric else TreeClassifier
    return make(missing=policy, splits="binary" if isinstance(policy, Surrogate) else splits)


CASES = [(pruner, False) for pruner in OF_ALL + OF_CLASSES] + [(pruner, True) for pruner in OF_ALL]


@pytest.mark.parametrize(("pruner", "numeric"), CASES, ids=lambda case: getattr(case, "name", case))
def test_pruning_twice_is_pruning_once(pruner, numeric):
    @examples(15)
    @given(sets(numeric), policies, st.sampled_from(["binary", "multiway"]))
    def check(data, policy, splits):
        tree, dataset = grow(data, policy, numeric, splits)

        pruned = pruner.prune(tree, dataset)

        assert pruned.n_nodes <= tree.n_nodes
        assert pruner.prune(pruned, dataset) == pruned
        assert pruned.value[0].tolist() == tree.value[0].tolist()
        assert Tree.from_dict(json.loads(json.dumps(pruned.to_dict()))) == pruned

    check()


@pytest.mark.parametrize("numeric", [False, True], ids=["classes", "numbers"])
@pytest.mark.parametrize("order", ["best_first", "bottom_up"])
def test_reduced_error_never_raises_the_error_on_the_samples_it_judges_by(order, numeric):
    @examples(50)
    @given(sets(numeric), policies)
    def check(data, policy):
        _, dataset = grow(data, policy, numeric)
        is_first = np.arange(dataset.n_rows) % 2 == 0
        tree = estimator(policy, numeric).grow_dataset(dataset.take(np.flatnonzero(is_first)))
        others = dataset.take(np.flatnonzero(~is_first))

        pruned = ReducedError(order).prune(tree, others)

        before, after = (errors_on(t, others)[1].sum() for t in (tree, pruned))
        rounding = 1e-9 * max(1.0, before)
        assert after <= before + rounding
        if order == "bottom_up":
            best_first = ReducedError("best_first").prune(tree, others)
            assert after <= errors_on(best_first, others)[1].sum() + rounding

    check()
