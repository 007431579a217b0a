"""Pruners that read the training samples off the nodes, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing import Surrogate
from arboretum.pruning import (
    AtMostDepth,
    AtMostLeaves,
    CriticalValue,
    ErrorBased,
    MinimumDescription,
    MinimumError,
    Needless,
    Pessimistic,
    pruning_sequence,
)
from arboretum.pruning.minimum_description import bits_of_splits
from arboretum.pruning.training_errors import TrainingErrors
from tests.oracles import pruners as slow
from tests.unit.pruning.examples import noisy

TWINS = [
    (Pessimistic(passes=1), slow.pessimistic_pass),
    (Pessimistic(1.0, 0.0, passes=1), lambda tree: slow.pessimistic_pass(tree, 1.0, 0.0)),
    (MinimumError(), lambda tree: slow.minimum_error(tree, 2.0)),
    (MinimumError(8), lambda tree: slow.minimum_error(tree, 8.0)),
    (MinimumError("laplace"), lambda tree: slow.minimum_error(tree, "laplace")),
    (MinimumDescription(), slow.minimum_description),
    (CriticalValue(0.45), lambda tree: slow.critical_value(tree, 0.45)),
]


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("pruner", "twin"), TWINS, ids=lambda part: getattr(part, "name", ""))
def test_a_pruner_cuts_what_its_twin_cuts(pruner, twin, seed, n_classes):
    X, y, _ = noisy(seed, 150, n_classes)
    tree = TreeClassifier().fit(X, y).tree_

    pruned = pruner.prune(tree, None)

    assert 1 <= pruned.n_leaves < tree.n_leaves
    assert pruned.splits == tree.collapse(sorted(twin(tree))).splits


def one_split(left, right):
    """The tree that parts samples of two classes into these counts, (a, b) each."""
    counts = {("a", 0.0): left[0], ("b", 0.0): left[1], ("a", 1.0): right[0], ("b", 1.0): right[1]}
    rows = [cell for cell, n in counts.items() for _ in range(n)]
    model = TreeClassifier().fit({"x": [x for _, x in rows]}, [label for label, _ in rows])
    assert model.n_leaves_ == 2
    return model.tree_


def test_half_an_error_a_leaf_and_one_standard_error():
    # 20 samples, 6 wrong as a leaf: 6.5.  The split has 4 wrong: E' = 4 + 2 / 2 = 5 and the
    # standard error is sqrt(5 * 15 / 20) = 1.94, so that 6.5 <= 6.94.  With one error more as a
    # leaf it is 7.5 > 6.94.
    cut = Pessimistic().prune(one_split((12, 2), (2, 4)), None)
    stays = Pessimistic().prune(one_split((11, 2), (2, 5)), None)

    assert (cut.n_leaves, stays.n_leaves) == (1, 2)


def test_a_second_pass_sees_the_smaller_tree():
    trees = [TreeClassifier().fit(*noisy(seed, 200, 3)[:2]).tree_ for seed in range(8)]

    once = [Pessimistic(passes=1).prune(tree, None) for tree in trees]
    twice = [Pessimistic(passes=2).prune(tree, None) for tree in trees]
    until = [Pessimistic().prune(tree, None) for tree in trees]

    assert twice == [Pessimistic(passes=1).prune(tree, None) for tree in once]
    assert sum(tree.n_leaves for tree in twice) < sum(tree.n_leaves for tree in once)
    assert until == [Pessimistic(passes=1).prune(tree, None) for tree in until]


def test_laplaces_error_to_expect():
    # Niblett and Bratko: (n - n_c + k - 1) / (n + k).  The leaf of 5 and 1: 2 / 8 = 0.25.  Its
    # branches of 4 and 0 and of 1 and 1 have 1 / 6 and 2 / 4: (4 / 6 + 2 / 2) / 6 = 0.278.
    assert MinimumError("laplace").prune(one_split((4, 0), (1, 1)), None).n_leaves == 1
    # Branches of 5 and 0 and of 0 and 1: (5 / 7 + 1 / 3) / 6 = 0.175.
    assert MinimumError("laplace").prune(one_split((5, 0), (0, 1)), None).n_leaves == 2


def test_the_m_estimate_leans_to_the_classes_of_all_samples():
    # 10 and 10 at the root.  P(a) of 8 and 2 is (8 + m / 2) / (10 + m), 0.75 for m = 2; as a leaf
    # the root is wrong with 0.5.  However large m is, the split stays better, but less and less.
    tree = one_split((8, 2), (2, 8))

    assert MinimumError(2)._error_rate(tree).round(6).tolist() == [0.5, 0.25, 0.25]
    assert MinimumError(1000)._error_rate(tree)[1] == pytest.approx(1 - 508 / 1010)


def test_bits_of_a_message_by_hand():
    # As a leaf: 1 + log2 C(9, 1) + log2 C(8, 4) = 1 + 3.17 + 6.13 = 10.3 bits.  The split: 1 bit,
    # no choice of features, one of 7 thresholds 2.81; two leaves of 4 alike 1 + log2 5 = 3.32
    # each: 10.45.  Nine of each class: 1 + 4.25 + 15.57 = 20.8 against 1 + 4.09 + 2 * 4.32.
    four, nine = one_split((4, 0), (0, 4)), one_split((9, 0), (0, 9))

    assert bits_of_splits(four).round(3).tolist() == [2.807, 0.0, 0.0]
    assert MinimumDescription().prune(four, None).n_leaves == 1
    assert MinimumDescription(weight=0.9).prune(four, None).n_leaves == 2
    assert MinimumDescription().prune(nine, None).n_leaves == 2


def test_bits_of_categories():
    # Five features; the first has 4 categories in 2 branches: 4 - log2 2! = 3 bits more than the
    # log2 5 of the choice.  With a branch for each there is nothing to tell.
    y = ["n", "n", "y", "y"] * 6
    X = {"c": ["p", "q", "r", "s"] * 6} | {f"x{i}": [1.0] * 24 for i in range(4)}

    two = TreeClassifier().fit(X, y).tree_
    every = TreeClassifier(splits="multiway").fit(X, y).tree_

    assert bits_of_splits(two)[0] == pytest.approx(np.log2(5) + 3)
    assert bits_of_splits(every)[0] == pytest.approx(np.log2(5))


def test_samples_that_stay_count_where_they_stay():
    # Three samples without a value end at the root, whose class is "a": one of them is wrong.
    x = [1.0, 1.0, 1.0, 2.0, 2.0, np.nan, np.nan, np.nan]
    y = ["a", "a", "a", "b", "b", "a", "a", "b"]
    tree = TreeClassifier(missing=Surrogate(use=0)).fit({"x": x, "z": [1.0] * 8}, y).tree_
    assert tree.n_leaves == 2

    found = TrainingErrors.of(tree, Needless())

    assert found.n.tolist() == [8, 3, 2]
    assert found.errors.tolist() == [3, 0, 0]
    assert found.n_staying.tolist() == [3, 0, 0]
    assert found.errors_staying.tolist() == [1, 0, 0]


def test_with_a_loss_matrix_the_dearest_mistake_is_one_error():
    tree = TreeClassifier(loss={"a": {"b": 1}, "b": {"a": 4}}, max_depth=0)
    tree = tree.fit({"x": [0.0] * 10}, ["a"] * 9 + ["b"]).tree_

    found = TrainingErrors.of(tree, Needless())

    assert tree.root.prediction == "a"  # that costs 4, "b" would cost 9
    assert found.errors.tolist() == [1.0]


def test_the_unit_of_weights_does_not_matter():
    X, y, weight = noisy(5, 150, 2)
    grown = [TreeClassifier().fit(X, y, sample_weight=w).tree_ for w in (weight, weight / 4096)]

    for pruner in (Pessimistic(), MinimumError(), MinimumDescription(), ErrorBased(raising=False)):
        first, second = (pruner.prune(tree, None) for tree in grown)
        assert first.n_leaves < grown[0].n_leaves
        assert first.splits == second.splits


def test_critical_values_give_trees_inside_one_another_and_the_best_is_taken():
    X, y, _ = noisy(3, 400, 2)
    model = TreeClassifier().fit(X[:200], y[:200])
    tree, others = model.tree_, (X[200:], y[200:])
    series = [model.prune(CriticalValue(v)) for v in np.unique(tree.score[~tree.is_leaf])]
    series.append(model.prune(CriticalValue(np.inf)))

    best = model.prune(CriticalValue(), *others)

    leaves = [m.n_leaves_ for m in series]
    assert leaves == sorted(leaves, reverse=True)
    assert leaves[-1] == 1
    risks = [m.risk(*others) for m in series]
    smallest = min(n for n, risk in zip(leaves, risks, strict=True) if risk <= min(risks) + 1e-12)
    assert best.risk(*others) == pytest.approx(min(risks))
    assert best.n_leaves_ == smallest


def test_numbers_have_critical_values_too():
    steps = datasets.steps()
    model = TreeRegressor().fit(steps.X, steps.y)

    pruned = model.prune(CriticalValue(5.0))

    assert pruned.n_leaves_ == 3  # the two steps; noise has a variance of 1


def test_limits_on_depth_and_leaves():
    penguins = datasets.penguins()
    model = TreeClassifier().fit(penguins.X, penguins.y)
    sizes = pruning_sequence(model.tree_).n_leaves

    for depth in range(model.depth_ + 1):
        assert model.prune(AtMostDepth(depth)).depth_ == depth
    for leaves in range(1, model.n_leaves_):
        expected = max(n for n in sizes if n <= leaves)
        assert model.prune(AtMostLeaves(leaves)).n_leaves_ == expected
    assert model.prune(AtMostLeaves(model.n_leaves_)).tree_ == model.tree_
    assert model.prune("depth").tree_ == model.prune("leaves").tree_ == model.tree_


def test_a_depth_limit_is_growing_to_that_depth():
    penguins = datasets.penguins()
    pruned = TreeClassifier().fit(penguins.X, penguins.y).prune(AtMostDepth(2))

    grown = TreeClassifier(max_depth=2).fit(penguins.X, penguins.y)

    assert pruned.tree_.splits == grown.tree_.splits
    assert pruned.tree_.value.tolist() == grown.tree_.value.tolist()


def test_a_function_of_ones_own_cuts_from_the_root_down():
    penguins = datasets.penguins()
    model = TreeClassifier().fit(penguins.X, penguins.y)
    asked = []

    def is_small(node):
        asked.append(node.id)
        return node.n_samples < 20

    pruned = model.prune(is_small)

    tree = model.tree_
    small = [i for i in range(tree.n_nodes) if not tree.is_leaf[i] and tree.n_samples[i] < 20]
    assert pruned.tree_.splits == tree.collapse(small).splits
    assert not any(tree.parent[node] in small for node in asked)


PRUNERS_OF_CLASSES = [
    Pessimistic(),
    MinimumError(),
    MinimumDescription(),
    Needless(),
    ErrorBased(raising=False),
]


@pytest.mark.parametrize("pruner", PRUNERS_OF_CLASSES, ids=repr)
def test_numbers_and_leaves_that_forget_are_refused(pruner):
    steps, weather = datasets.steps(), datasets.weather()
    sure = TreeClassifier(leaf="majority").fit(weather.X, weather.y)

    with pytest.raises(UnsupportedCombination, match=rf"{type(pruner).__name__}.*numeric"):
        TreeRegressor().fit(steps.X, steps.y).prune(pruner)
    with pytest.raises(UnsupportedCombination, match=r"majority.*distribution"):
        sure.prune(pruner)


@pytest.mark.parametrize(
    ("pruner", "said"),
    [
        (Pessimistic(penalty=-1), "penalty=-1"),
        (Pessimistic(standard_errors="1"), "standard_errors='1'"),
        (Pessimistic(passes=0), "passes=0"),
        (MinimumError(-1), "m=-1"),
        (MinimumError("lidstone"), "m='lidstone'"),
        (MinimumDescription(-1), "weight=-1"),
        (CriticalValue(float("nan")), "value=nan"),
        (AtMostDepth(-1), "depth=-1"),
        (AtMostLeaves(0), "leaves=0"),
        (AtMostLeaves(2.5), "leaves=2.5"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(pruner, said):
    weather = datasets.weather()
    model = TreeClassifier().fit(weather.X, weather.y)

    with pytest.raises(ParameterError, match=said):
        model.prune(pruner)


def test_priors_weigh_the_classes_of_rparts_leaves():
    # Half and half in the world: 3 of 4 "b" are worth 6 of 8 "a".
    X = {"x": [0.0] * 8 + [1.0] * 4}
    model = CARTClassifier(prior=[0.5, 0.5], min_samples_split=2).fit(X, ["a"] * 8 + ["b"] * 4)

    found = TrainingErrors.of(model.tree_, Needless())

    assert model.n_leaves_ == 2
    assert found.errors.tolist() == pytest.approx([6.0, 0.0, 0.0])  # half of 12
