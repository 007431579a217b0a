"""The order of rules, the default, and rules that harm."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.rules.post_pruning import AdjustedRules, post_prune
from arboretum.rules.post_pruning.expectation import Draft, Samples
from arboretum.rules.post_pruning.order import (
    by_false_positives,
    default_class,
    missed,
    polished,
    reached,
)
from tests.examples import examples

ERRORS = 1.0 - np.eye(3)


def samples_of(classes):
    classes = list(classes)
    X = {"x": list(range(len(classes)))}
    y = [*classes, "a", "b", "c"]
    dataset = TreeClassifier().make_dataset({"x": [*X["x"], 0, 0, 0]}, y, None)
    return Samples(dataset.take(np.arange(len(classes))))


def draft(rows, code, error=0.1):
    return Draft((), (code,), np.array(rows, dtype=np.int64), float(len(rows)), error, None)


def test_the_class_that_is_least_often_wrong_comes_first():
    # Rows:               0    1    2    3    4    5
    samples = samples_of(["a", "a", "b", "b", "c", "c"])
    by_class = {
        0: [draft([0, 1, 2, 3], 0)],  # wrong twice
        1: [draft([2, 3, 4], 1)],  # wrong once: first
        2: [draft([4, 5, 0], 2)],  # wrong once, and right as often; after rule b only wrong at 0
    }

    order = [it.decision[0] for it in by_false_positives(by_class, samples)]

    # Without rows 2, 3 and 4, a is wrong nowhere, c at row 0.
    assert order == [1, 0, 2]


def test_the_default_is_the_class_of_the_samples_that_are_left():
    samples = samples_of(["a", "a", "a", "b", "b", "c"])

    assert default_class([draft([0, 1, 2], 0)], samples, ERRORS) == 1
    assert default_class([draft([0, 1, 3, 4], 0)], samples, ERRORS) == 0  # a tie: more of all
    assert default_class([draft(range(6), 0)], samples, ERRORS) == 0
    dear = np.array([[0.0, 1, 1], [1, 0, 1], [9, 9, 0]])  # to miss a c
    assert default_class([draft([0, 1, 2], 0)], samples, dear) == 2


def training_loss(drafts, samples, default):
    """Every sample by the first rule that it meets."""
    wrong = 0
    for row, code in enumerate(samples.targets):
        says = next((it.decision[0] for it in drafts if row in it.rows), default)
        wrong += says != code
    return wrong


drafts = st.lists(
    st.builds(draft, st.sets(st.integers(0, 9), min_size=1).map(sorted), st.integers(0, 2)),
    max_size=6,
)


@given(drafts, st.lists(st.sampled_from("abc"), min_size=10, max_size=10), st.integers(0, 2))
def test_no_rule_is_left_without_which_fewer_samples_are_wrong(given_drafts, classes, default):
    samples = samples_of(classes)

    kept = polished(given_drafts, samples, default, ERRORS)

    here = training_loss(kept, samples, default)
    assert here <= training_loss(given_drafts, samples, default)
    for i in range(len(kept)):
        assert training_loss(kept[:i] + kept[i + 1 :], samples, default) >= here
    for before, after in pairwise(kept):
        assert given_drafts.index(before) < given_drafts.index(after)


@given(drafts)
def test_rules_that_never_decide_are_left_out(given_drafts):
    kept = reached(given_drafts, samples_of("a" * 10))

    seen: set[int] = set()
    for it in given_drafts:
        assert (it in kept) == (not set(it.rows.tolist()) <= seen)
        seen |= set(it.rows.tolist())


def test_samples_of_no_weight_have_no_say():
    dataset = TreeRegressor().make_dataset({"x": [1.0, 2.0, 3.0, 4.0]}, [0.0, 0.0, 8.0, 8.0], None)
    tree = TreeRegressor().fit_dataset(dataset).tree_
    weights = np.array([1.0, 1.0, 0.0, 0.0])

    rules = post_prune(tree, Samples(replace(dataset, weights=weights)), AdjustedRules())

    assert [rule.value for rule in (*rules, rules.default)] == [(0.0,)]


@examples(60)
@given(st.data())
def test_rules_that_nobody_misses_are_left_out(data):
    n_rows, n_classes = 10, 3
    rows = st.sets(st.integers(0, n_rows - 1), min_size=1)
    code = st.integers(0, n_classes - 1)
    targets = data.draw(st.lists(code, min_size=n_rows, max_size=n_rows))
    drafts = [
        Draft((), (says,), np.array(sorted(some)), 1.0, 0.0, None)
        for says, some in data.draw(st.lists(st.tuples(code, rows), max_size=6))
    ]
    default = data.draw(code)

    kept = missed(drafts, samples_of("abc"[k] for k in targets), default, ERRORS)

    def n_wrong(rules):
        said = (
            next((it.decision[0] for it in rules if row in it.rows), default)
            for row in range(n_rows)
        )
        return sum(says != target for says, target in zip(said, targets, strict=True))

    # The same, one rule at a time.
    expected = list(drafts)
    for draft in reversed(drafts):
        without = [it for it in expected if it is not draft]
        if n_wrong(without) <= n_wrong(expected):
            expected = without
    assert kept == expected
    assert n_wrong(kept) <= n_wrong(drafts)
