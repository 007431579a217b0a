"""Near-optimal trees: their words, order, draws, limits and refusals; counts have a twin."""

import os
import signal
import threading

import numpy as np
import pytest

from arboretum import OptimalClassifier, datasets
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.explain import CountedTrees, near_optimal


@pytest.fixture(scope="module")
def heart():
    return datasets.heart()


@pytest.fixture(scope="module")
def found(heart):
    return near_optimal(heart.X, heart.y, alpha=0.01)


def test_the_first_tree_is_a_best_one(heart, found):
    best = OptimalClassifier(max_depth=3, alpha=0.01).fit(heart.X, heart.y)

    assert found.objective == best.certificate_.objective
    assert found[0].n_leaves == best.n_leaves_
    assert found.counts[0].errors + 2.7 * found.counts[0].leaves == pytest.approx(found.objective)


def test_trees_are_wrong_as_often_as_is_said_of_them(heart, found):
    classes = np.array(found.dataset.schema.classes)
    y = np.asarray(heart.y)
    expected = [one for one in found.counts for _ in range(one.n_trees)]

    for rank in range(0, found.n_trees, 20):
        tree = found[rank]
        columns = found.dataset.columns
        wrong = classes[tree.predict(tree.ends(columns), columns)[:, 0]] != y
        assert (wrong.sum(), tree.n_leaves) == (expected[rank].errors, expected[rank].leaves)


def test_costs_ascend_and_stay_below_the_limit(found):
    costs = [one.errors + 2.7 * one.leaves for one in found.counts]

    assert costs == sorted(costs)
    assert costs[-1] <= 1.05 * found.objective


def test_no_tree_beats_one_of_the_pareto_front(found):
    front = found.pareto

    for one in found.counts:
        beaten = [f for f in front if f.errors <= one.errors and f.leaves <= one.leaves]
        assert beaten
        assert (one in front) == (beaten == [one])


def test_words_say_how_many_there_are(found):
    lines = str(found).splitlines()

    assert lines[0] == "222 trees cost at most 55.86: 5.0 % more than the best one, 53.2"
    assert lines[1].startswith("first question: coloured.vessels <= 0.5 (54 %), pain.type in")
    assert lines[2].startswith("asked about: pain.type (100 %), coloured.vessels (100 %), thal")
    assert lines[3] == "decided differently by some: 79 of 270 samples"
    assert lines[5].split() == ["errors", "leaves", "trees"]
    assert lines[6].split() == ["37", "6", "16"]


def test_draws_are_different_trees_and_repeat(found):
    ranks = found.draw(50, random_state=3)

    assert ranks == sorted(set(ranks))
    assert len(ranks) == 50
    assert ranks == found.draw(50, random_state=3) != found.draw(50, random_state=4)
    assert found.draw(10_000) == list(range(found.n_trees))
    assert [tree.to_text() for tree in found.sample(2)] == [
        found[rank].to_text() for rank in found.draw(2)
    ]


def test_every_rank_is_drawn_as_often_as_the_others(found):
    drawn = np.concatenate([found.draw(20, random_state=seed) for seed in range(1000)])

    times = np.bincount(drawn, minlength=found.n_trees)
    chi_square = ((times - times.mean()) ** 2 / times.mean()).sum()
    assert chi_square < found.n_trees + 4 * np.sqrt(2 * found.n_trees)


def test_ranks_outside_are_refused(found):
    assert found[-1].n_leaves == found.counts[-1].leaves
    with pytest.raises(IndexError, match="no tree of rank 222; there are 222"):
        found[222]


def test_without_memory_there_are_at_least_some(heart):
    found = near_optimal(heart.X, heart.y, eps=0.2)

    few = near_optimal(heart.X, heart.y, eps=0.2, memory_limit=0.8)

    assert not few.is_complete
    assert 0 < few.n_trees < found.n_trees
    assert str(few).startswith(f"at least {few.n_trees:,} trees cost")
    assert "memory_limit was reached" in str(few)
    known = {(one.errors, one.leaves): one.n_trees for one in found.counts}
    assert all(one.n_trees <= known[one.errors, one.leaves] for one in few.counts)


def test_one_class_has_one_tree():
    found = near_optimal({"x": [1, 2, 3]}, ["a", "a", "a"])

    assert found.counts == (CountedTrees(0.0, 1, 1),)
    assert found[0].n_leaves == 1


def test_columns_of_one_value_leave_a_leaf():
    found = near_optimal({"x": [1, 1, 1]}, ["a", "a", "b"], eps=2.0)

    assert found.counts == (CountedTrees(1.0, 1, 1),)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"eps": -1}, r"eps=-1 must be a number of at least 0"),
        ({"max_depth": 1.5}, r"max_depth=1.5 must be a whole number of at least 0, or None"),
        ({"memory_limit": None}, r"memory_limit=None must be a number"),
        ({"time_limit": 0}, r"not found within time_limit=0 seconds"),
    ],
)
def test_what_makes_no_sense_is_refused(heart, given, says):
    with pytest.raises(ParameterError, match=says):
        near_optimal(heart.X, heart.y, **given)


def test_several_targets_are_refused():
    y = {"a": ["x", "y"], "b": ["x", "y"]}

    with pytest.raises(UnsupportedCombination, match="2 targets"):
        near_optimal({"x": [1, 2]}, y)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"never": "weight"}, "never names 'weight', which is not a feature"),
        ({"always": ["age"], "never": ["age"]}, "name the same feature"),
        ({"max_features": -1}, "max_features=-1 must be a whole number"),
        ({"feature_costs": {"age": -2}}, r"feature_costs\['age'\]=-2 must be a number"),
    ],
)
def test_filters_that_make_no_sense_are_refused(found, given, says):
    with pytest.raises(ParameterError, match=says):
        found.only(**given)


def test_an_interrupt_keeps_the_trees_known_by_then(heart):
    timers = []

    def interrupt_soon(done, known):
        assert 0 <= done <= known
        if not timers:
            timers.append(threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGINT)))
            timers[0].start()

    found = near_optimal(heart.X, heart.y, eps=9.0, progress=interrupt_soon)

    assert timers
    assert found.stopped == "interrupted"
    assert "it was interrupted" in str(found)
