"""A pruner of one's own, and the ways to use it."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import Tree, TreeClassifier, datasets
from arboretum.exceptions import UnknownPartError
from arboretum.pruning import Pruner


class LeastGain(Pruner):
    """Cuts every split that scores less than ``score``, with what is below it."""

    name = "least_gain"

    def __init__(self, score=0.1):
        self.score = score

    def prune(self, tree, dataset):
        return tree.collapse(np.flatnonzero(~tree.is_leaf & (tree.score < self.score)))


class CountSamples(Pruner):
    """Keeps the tree and remembers how many samples it was to judge by."""

    def prune(self, tree, dataset):
        self.seen = None if dataset is None else dataset.n_rows
        return tree


@pytest.fixture(scope="module")
def football():
    return datasets.football()


def fit(football, **parameters):
    model = TreeClassifier(criterion="entropy", **parameters)
    return model.fit(football.X, football.y, sample_weight=football.weights)


def test_pruning_while_fitting_equals_pruning_after(football):
    during = fit(football, pruning=LeastGain(0.1))
    after = fit(football).prune(LeastGain(0.1))

    assert during.tree_ == after.tree_
    assert during.n_leaves_ == 3  # age gains 0.0065 among women


def test_pruning_gives_a_new_model_and_leaves_the_old(football):
    model = fit(football)

    smaller = model.prune(LeastGain(0.3))

    assert (model.n_leaves_, smaller.n_leaves_) == (4, 2)
    assert isinstance(smaller, TreeClassifier)
    assert smaller.classes_.tolist() == model.classes_.tolist()


def test_a_parameter_of_the_pruner_is_reached_by_name(football):
    model = TreeClassifier(criterion="entropy", pruning=LeastGain())

    model.set_params(pruning__score=1.0)
    model.fit(football.X, football.y, sample_weight=football.weights)

    assert model.n_leaves_ == 1


def test_a_pruner_judges_by_the_samples_it_is_given(football):
    during, after, without = CountSamples(), CountSamples(), CountSamples()

    model = fit(football, pruning=during)
    model.prune(after, football.X, football.y)
    model.prune(without)

    assert (during.seen, after.seen, without.seen) == (7, 8, None)  # one row has weight 0


def test_a_pruned_tree_is_saved_like_any_other(tmp_path, football):
    tree = fit(football, pruning=LeastGain(0.1)).tree_

    tree.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == tree


def test_an_unknown_pruner_is_refused():
    with pytest.raises(UnknownPartError, match="pruning='soft'"):
        TreeClassifier(pruning="soft").fit({"x": [1]}, ["a"])
