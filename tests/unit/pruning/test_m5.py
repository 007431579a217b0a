"""M5's pruning of several targets, beside sums over the rows of every node."""

import numpy as np
import pytest

from arboretum import MultiTargetRegressor, TreeRegressor
from arboretum.exceptions import DataError, ParameterError, UnknownPartError
from arboretum.pruning import M5, CostComplexity, MinimumError

RNG = np.random.default_rng(3)
N = 120
X = RNG.normal(size=(N, 4))
Y = np.stack(
    [
        np.where(X[:, 0] > 0, 3.0, 0.0) + RNG.normal(size=N),
        100.0 * (X[:, 1] > 0.5) + 40.0 * RNG.normal(size=N),
        RNG.normal(size=N),
    ],
    axis=1,
)
HOLES = np.where(RNG.random(Y.shape) < 0.15, np.nan, Y)


def expected(rows, parameters, cost):
    """The error to expect of one target: its residuals, one per row, and how many parameters."""
    n = len(rows)
    if n <= parameters:
        return np.inf
    return np.sqrt(np.mean(np.square(rows))) * (n + cost * parameters) / (n - parameters)


def leaves_of_twin(model, targets, cost):
    """How many leaves stay if each node is a leaf where no target is better off below it."""
    tree, visited = model.tree_, model.decision_path(X).toarray().astype(bool)

    def pruned(node):
        """Residuals per target of the tree that stays below, and its leaves."""
        block = targets[visited[:, node]]
        own = [column[~np.isnan(column)] for column in block.T]
        own = [column - column.mean() for column in own]
        if tree.is_leaf[node]:
            return own, 1
        parts = [pruned(int(child)) for child in tree.children(node)]
        below = [
            np.concatenate(columns) for columns in zip(*(part[0] for part in parts), strict=True)
        ]
        n_leaves = sum(part[1] for part in parts)
        n_parameters = 2 * n_leaves - 1
        goes = all(
            expected(one, 1, cost) <= expected(other, n_parameters, cost)
            for one, other in zip(own, below, strict=True)
        )
        return (own, 1) if goes else (below, n_leaves)

    return pruned(0)[1]


@pytest.mark.parametrize("cost", [0.5, 1.0, 2.0, 8.0])
@pytest.mark.parametrize("targets", [Y, HOLES], ids=["known", "with holes"])
def test_a_subtree_goes_where_no_target_is_better_off_with_it(cost, targets):
    model = MultiTargetRegressor(pruning=None, min_samples_leaf=5).fit(X, targets)

    pruned = model.prune(M5(cost, per_target=True), X, targets)

    assert pruned.n_leaves_ == leaves_of_twin(model, targets, cost)


def test_of_one_number_both_ways_are_the_same():
    model = TreeRegressor(min_samples_leaf=3).fit(X, Y[:, 0])

    pruned = model.prune(M5(per_target=True), X, Y[:, 0]).tree_

    assert 1 < pruned.n_leaves < model.n_leaves_
    assert pruned == model.prune("m5").tree_


@pytest.mark.parametrize("per_target", [False, True])
def test_the_unit_of_a_target_does_not_matter(per_target):
    model = MultiTargetRegressor(pruning=M5(per_target=per_target))

    found = [model.fit(X, Y * [unit, 1.0, 1.0]).n_leaves_ for unit in (1.0, 1e8, 1e-8)]

    assert found[0] > 2
    assert found == found[:1] * 3


def test_each_target_by_itself_needs_the_samples_of_fit():
    model = MultiTargetRegressor(pruning=None).fit(X, Y)

    with pytest.raises(DataError, match="M5\\(per_target=True\\) adds up the errors of each"):
        model.prune(M5(per_target=True))


def test_a_name_may_have_the_first_parameter_of_its_pruner():
    model = MultiTargetRegressor(pruning=None).fit(X, Y)

    assert model.prune("m5=8").tree_ == model.prune(M5(cost=8.0)).tree_
    assert model.prune("depth=1").n_leaves_ == 2
    assert model.pruner_of("minimum_error=laplace") == MinimumError("laplace")
    assert model.pruner_of("cost_complexity=0.5") == CostComplexity(0.5)
    with pytest.raises(ParameterError, match="needless takes no parameter"):
        model.prune("needless=2")
    with pytest.raises(UnknownPartError, match="Did you mean 'm5'"):
        model.prune("m55=2")
