"""Weakest links, against every pruned tree there is."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor, _core
from arboretum.pruning import CostComplexity, node_risks, prices, pruning_sequence


def random_tree(rng, n_splits):
    """Parents in pre-order and risks that a split never raises."""
    children = {0: []}
    leaves, n = [0], 1
    for _ in range(n_splits):
        node = leaves.pop(rng.integers(len(leaves)))
        arity = int(rng.integers(2, 4))
        children[node] = list(range(n, n + arity))
        children |= {child: [] for child in children[node]}
        leaves += children[node]
        n += arity
    parent, risk = [], []

    def visit(node, above, left):
        number = len(parent)
        parent.append(above)
        risk.append(left)
        shares = rng.dirichlet(np.ones(max(1, len(children[node])))) * left * rng.uniform(0.3, 1)
        for child, share in zip(children[node], shares, strict=False):
            visit(child, number, float(share))

    visit(0, -1, 100.0)
    return np.array(parent, dtype=np.int32), np.array(risk)


def pruned_trees(parent, risk, node):
    """(leaves, risk) of every tree that hangs on a node, the bare node first."""
    children = np.flatnonzero(parent == node)
    found = [(1, risk[node])]
    if len(children):
        below = [pruned_trees(parent, risk, child) for child in children]
        found += [
            (sum(leaves for leaves, _ in kept), sum(r for _, r in kept)) for kept in product(*below)
        ]
    return found


def slow_links(parent, risk):
    prices = np.full(len(parent), np.nan)
    for node in range(len(parent)):
        _, *larger = pruned_trees(parent, risk, node)
        if larger:
            prices[node] = max((risk[node] - below) / (n - 1) for n, below in larger)
    return prices


@pytest.mark.parametrize("seed", range(40))
def test_the_weakest_links_are_the_best_of_all_pruned_trees(seed):
    rng = np.random.default_rng(seed)
    parent, risk = random_tree(rng, n_splits=int(rng.integers(0, 7)))

    np.testing.assert_allclose(_core.weakest_links(parent, risk), slow_links(parent, risk))


@pytest.mark.parametrize("seed", range(40))
def test_rparts_price_is_that_of_some_pruned_tree_and_never_too_high(seed):
    rng = np.random.default_rng(seed)
    parent, risk = random_tree(rng, n_splits=6)
    of_rpart, exact = _core.rpart_links(parent, risk), _core.weakest_links(parent, risk)

    assert (of_rpart[~np.isnan(exact)] <= exact[~np.isnan(exact)] * (1 + 1e-12)).all()
    for node in np.flatnonzero(~np.isnan(exact)):
        _, *larger = pruned_trees(parent, risk, node)
        offered = [(risk[node] - below) / (n - 1) for n, below in larger]
        assert np.isclose(offered, of_rpart[node]).any()


@pytest.mark.parametrize("seed", range(10))
def test_the_smallest_number_on_each_path(seed):
    rng = np.random.default_rng(seed)
    parent, _ = random_tree(rng, n_splits=12)
    number = rng.normal(size=len(parent))

    found = _core.path_minima(parent, number)

    for node in range(len(parent)):
        path = [node]
        while parent[path[-1]] >= 0:
            path.append(parent[path[-1]])
        assert found[node] == number[path].min()


def test_a_parent_after_its_child_is_refused():
    parent = np.array([-1, 2, 0], dtype=np.int32)

    for links in (_core.weakest_links, _core.rpart_links, _core.path_minima):
        with pytest.raises(ValueError, match="pre-order"):
            links(parent, np.ones(3))


@pytest.fixture(scope="module")
def iris_like():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(300, 4))
    return X, (X[:, 0] + X[:, 1] ** 2 + rng.normal(size=300) > 0.5).astype(int)


def test_the_sequence_holds_the_tree_of_least_cost_at_every_price(iris_like):
    tree = TreeClassifier(min_samples_leaf=12).fit(*iris_like).tree_
    risk = node_risks(tree)
    sequence = pruning_sequence(tree)
    offered = pruned_trees(tree.parent, risk, 0)

    for i, alpha in enumerate(sequence.alpha):
        best = min(below + alpha * leaves for leaves, below in offered)
        ours = sequence.risk[i] + alpha * sequence.n_leaves[i]
        assert ours == pytest.approx(best, abs=1e-9)
        smallest = min(n for n, below in offered if below + alpha * n <= best + 1e-9)
        assert sequence.n_leaves[i] == smallest


def test_pruning_at_a_price_of_the_sequence_gives_its_tree(iris_like):
    model = TreeClassifier().fit(*iris_like)
    sequence = pruning_sequence(model.tree_)

    for alpha, n_leaves, risk in zip(sequence.alpha, sequence.n_leaves, sequence.risk, strict=True):
        pruned = model.prune(CostComplexity(alpha)).tree_
        assert pruned.n_leaves == n_leaves
        assert node_risks(pruned)[pruned.is_leaf].sum() == pytest.approx(risk)
    assert sequence.n_leaves[-1] == 1


def test_trees_agree_with_scikit_learns_path():
    from sklearn.tree import DecisionTreeRegressor

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 3)), rng.normal(size=200)
    theirs = DecisionTreeRegressor(min_samples_leaf=5).cost_complexity_pruning_path(X, y)
    tree = TreeRegressor(min_samples_leaf=5).fit(X, y).tree_

    sequence = pruning_sequence(tree)

    # scikit-learn divides risks by the weight of all samples.
    np.testing.assert_allclose(sequence.alpha, theirs.ccp_alphas * len(X), rtol=1e-6, atol=1e-12)
    np.testing.assert_allclose(sequence.risk, theirs.impurities * len(X), rtol=1e-6)


def test_a_node_is_gone_when_an_ancestor_is(iris_like):
    tree = TreeClassifier().fit(*iris_like).tree_
    gone = prices(tree, node_risks(tree))

    for node in np.flatnonzero(~tree.is_leaf)[1:]:
        assert gone[node] <= gone[tree.parent[node]]


def test_a_chain_of_a_hundred_thousand_splits():
    # Every split sets one sample of risk 1 right: all links are as strong as the first.
    n = 100_000
    above = np.arange(0, 2 * n, 2)
    parent = np.concatenate([[-1], np.stack([above, above], axis=1).ravel()]).astype(np.int32)
    risk = np.zeros(2 * n + 1)
    risk[0::2] = np.arange(n, -1, -1)

    for links in (_core.weakest_links, _core.rpart_links):
        found = links(parent, risk)
        assert (found[0 : 2 * n : 2] == 1.0).all()
