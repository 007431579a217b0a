"""Pruning of the tree as a whole, of leaves that decide alike, and in several stages."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C50Classifier, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.pruning import (
    ErrorBased,
    GlobalPruning,
    InTurn,
    JoinLeaves,
    Needless,
    ReducedError,
)
from tests.oracles import pruners as slow
from tests.unit.pruning.examples import noisy


@pytest.mark.parametrize("standard_errors", [1.0, 3.0])
@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_it_cuts_what_its_twin_cuts(seed, n_classes, standard_errors):
    X, y, _ = noisy(seed, 150, n_classes)
    tree = TreeClassifier(min_samples_leaf=4).fit(X, y).tree_

    pruned = GlobalPruning(standard_errors).prune(tree, None)

    assert pruned.splits == tree.collapse(sorted(slow.global_pruning(tree, standard_errors))).splits
    assert pruned.n_leaves < tree.n_leaves


def chain(*counts):
    """A tree that asks which of the letters a, b, c, … of so many samples (n, y) each."""
    rows = [
        (letter, label)
        for letter, (n, y) in zip("abcdefg", counts, strict=False)
        for label in ["n"] * n + ["y"] * y
    ]
    X = {"letter": [letter for letter, _ in rows]}
    return TreeClassifier(splits="multiway").fit(X, [label for _, label in rows]).tree_


def two_questions(in_first, in_second):
    """A tree of a root and one more question on either side, by the counts of its four leaves."""
    rows = [
        (side, answer, label)
        for side, leaves in enumerate((in_first, in_second))
        for answer, (n, y) in enumerate(leaves)
        for label in ["n"] * n + ["y"] * y
    ]
    sides, answers = [row[0] for row in rows], [row[1] for row in rows]
    # Each question has one answer only on the side where it does not help.
    left = [0 if side else answer for side, answer in zip(sides, answers, strict=True)]
    right = [answer if side else 1 for side, answer in zip(sides, answers, strict=True)]
    X = {"side": sides, "left": left, "right": right}
    return TreeClassifier().fit(X, [row[2] for row in rows]).tree_


def test_a_worked_standard_error():
    # Leaves (20, 0), (0, 3) and (2, 0), (5, 20): 5 of 50 samples are wrong, which may become
    # 5 + sqrt(5 * 0.9) = 7.12.  Without the question on the right there are 2 more, which is
    # the weakest link; without the one on the left 3, and then 10 are too many.
    tree = two_questions([(20, 0), (0, 3)], [(2, 0), (5, 20)])
    assert tree.n_leaves == 4

    pruned = GlobalPruning().prune(tree, None)

    assert [int(leaf.n_samples) for leaf in pruned.leaves()] == [20, 3, 27]
    assert "standard error" in pruned.leaves()[-1].stop_reason
    assert GlobalPruning(0.9).prune(tree, None).n_leaves == 4  # 5 + 0.9 * 2.12 = 6.91


def test_equally_weak_links_are_cut_together_or_not_at_all():
    # Either question saves 2; 4 more than 5 are too many, and 1.9 standard errors are enough.
    tree = two_questions([(20, 0), (0, 2)], [(2, 0), (5, 20)])
    assert tree.n_leaves == 4

    assert GlobalPruning().prune(tree, None).n_leaves == 4
    assert GlobalPruning(1.9).prune(tree, None).n_leaves == 2


def test_leaves_that_decide_alike_are_one():
    tree = chain((5, 0), (4, 1), (0, 6), (1, 7))
    assert tree.n_leaves == 4

    joined = JoinLeaves().prune(tree, None)

    assert joined.root.split.branches == (0, 0, 1, 1)
    assert joined.value.tolist() == [[10.0, 14.0], [9.0, 1.0], [1.0, 13.0]]
    assert joined.n_samples.tolist() == [24.0, 10.0, 14.0]
    assert joined.impurity.tolist() == pytest.approx(tree.criterion.impurity(joined.value).tolist())


def test_a_node_whose_branches_decide_alike_becomes_a_leaf():
    tree = chain((5, 0), (4, 1), (3, 2))

    joined = JoinLeaves().prune(tree, None)

    assert tree.n_leaves == 3
    assert joined.n_nodes == 1
    assert joined.root.stop_reason.startswith("joined")


@pytest.mark.parametrize("missing", ["majority", "branch", "impute"])
def test_joining_changes_no_decision(missing):
    rng = np.random.default_rng(1)
    letters = rng.choice([*"abcdefgh"], 200)
    y = (letters < "d") ^ (rng.random(200) < 0.3)
    X = {"letter": np.where(rng.random(200) < 0.1, None, letters)}

    grown = TreeClassifier(splits="multiway", missing=missing).fit(X, y)
    joined = TreeClassifier(splits="multiway", missing=missing, pruning=JoinLeaves()).fit(X, y)

    assert joined.n_leaves_ < grown.n_leaves_
    assert joined.predict(X).tolist() == grown.predict(X).tolist()


def test_stages_follow_one_another():
    heart = datasets.heart()
    grown = C50Classifier(pruning=None, global_pruning=False).fit(heart.X, heart.y)
    stages = (ErrorBased(raising=False), JoinLeaves(), GlobalPruning(), JoinLeaves())

    tree = grown.tree_
    for stage in stages:
        tree = stage.prune(tree, None)

    assert InTurn(stages).prune(grown.tree_, None).splits == tree.splits
    assert tree.n_leaves < grown.n_leaves_
    assert InTurn((ErrorBased(), Needless())).wants_training
    assert not InTurn(stages).wants_training


def test_samples_are_held_out_once():
    penguins = datasets.penguins()
    grown = TreeClassifier(pruning=InTurn((ReducedError(), JoinLeaves())))

    assert grown.fit(penguins.X, penguins.y).n_leaves_ < 15
    both = TreeClassifier(pruning=InTurn((ReducedError(), ReducedError())))
    with pytest.raises(ParameterError, match="more than one of these pruners holds samples out"):
        both.fit(penguins.X, penguins.y)


def test_what_has_no_errors_is_refused():
    steps = datasets.steps()
    tree = TreeRegressor(max_depth=3).fit(steps.X, steps.y).tree_

    with pytest.raises(UnsupportedCombination, match="counts the errors of classes"):
        GlobalPruning().prune(tree, None)
    with pytest.raises(ParameterError, match="standard_errors"):
        GlobalPruning(-1).prune(chain((3, 0), (0, 3)), None)
