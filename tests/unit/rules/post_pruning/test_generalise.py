"""Conditions are dropped as the slow twin drops them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import C45Classifier, RuleRegressor, TreeClassifier, TreeRegressor
from arboretum.exceptions import ParameterError
from arboretum.pruning.confidence import upper_limit
from arboretum.rules.condition import merge
from arboretum.rules.post_pruning.expectation import (
    AdjustedError,
    HeldOutLoss,
    HeldOutSquares,
    PessimisticError,
    Samples,
)
from arboretum.rules.post_pruning.generalise import generalise
from arboretum.rules.post_pruning.methods import AdjustedRules
from tests.examples import examples
from tests.oracles.post_pruning import drop_conditions, rows_that_meet
from tests.properties.small_data import maybe_letters, maybe_numbers, small_data

mixed = {"columns": (maybe_numbers, maybe_letters), "rows": 14}
masks = st.lists(st.booleans(), min_size=14, max_size=14)


def assert_as_the_slow_twin(tree, expectation, error_of):
    """Rule for rule the same conditions, samples and error."""
    samples = expectation.samples
    columns, n_rows = samples.dataset.columns, samples.dataset.n_rows
    long = list(tree.rules(simplify=False))
    whole = [[it.in_full() for it in rule.conditions] for rule in long]
    possible = [i for i, of in enumerate(whole) if not any(it.is_impossible for it in of)]

    found = list(generalise(long, expectation))

    assert len(found) == len(possible)
    for i, draft in zip(possible, found, strict=True):
        rule, terms = long[i], expectation.terms(long[i].decision)
        kept, error = drop_conditions(
            whole[i],
            columns,
            n_rows,
            lambda rows, rule=rule: error_of(rule, rows),
            lambda rows, terms=terms: terms[0][rows].sum(),
        )
        assert draft.conditions == merge(kept, samples.dataset.schema)
        assert draft.rows.tolist() == rows_that_meet(kept, columns, n_rows)
        assert draft.error == pytest.approx(error, abs=1e-8)
        assert draft.node == rule.node


@examples(60)
@given(small_data(**mixed))
def test_by_pessimistic_errors(data):
    dataset = C45Classifier().make_dataset(data.X, data.y, data.w)
    tree = C45Classifier(pruning=None, min_samples_leaf=1).fit_dataset(dataset).tree_

    def limit(rule, rows):
        amount, targets = dataset.weights[rows], dataset.targets[rows, 0]
        return float(upper_limit(amount.sum(), amount[targets != rule.decision[0]].sum(), 0.25))

    assert_as_the_slow_twin(tree, PessimisticError(Samples(dataset), 0.25), limit)


@examples(60)
@given(small_data(**mixed), masks)
def test_by_the_losses_of_samples_held_out(data, mask):
    dataset = TreeClassifier().make_dataset(data.X, data.y, data.w)
    is_held_out = np.array(mask)[: dataset.n_rows]
    tree = TreeClassifier().fit_dataset(dataset).tree_
    n_classes = len(dataset.schema.classes)
    loss = np.arange(1.0, 1 + n_classes**2).reshape(n_classes, -1) * (1 - np.eye(n_classes))

    def mean_loss(rule, rows):
        rows = [row for row in rows if is_held_out[row]] or np.flatnonzero(is_held_out)
        if len(rows) == 0:
            return 0.0
        losses = loss[dataset.targets[rows, 0], rule.decision[0]]
        return float(np.average(losses, weights=dataset.weights[rows]))

    assert_as_the_slow_twin(tree, HeldOutLoss(Samples(dataset, is_held_out), loss), mean_loss)


@examples(60)
@given(small_data(numeric=True, **mixed), masks)
def test_by_the_squared_errors_of_samples_held_out(data, mask):
    dataset = TreeRegressor().make_dataset(data.X, data.y, data.w)
    is_held_out = np.array(mask)[: dataset.n_rows]
    tree = TreeRegressor().fit_dataset(dataset).tree_
    y, w = dataset.targets[:, 0], dataset.weights
    overall = np.average(y, weights=w)

    def root_mean_square(rule, rows):
        grown = [row for row in rows if not is_held_out[row]]
        judged = [row for row in rows if is_held_out[row]]
        said = np.average(y[grown], weights=w[grown]) if grown else overall
        if not judged:
            judged, said = np.flatnonzero(is_held_out), overall
        if len(judged) == 0:
            return 0.0
        return float(np.sqrt(np.average((y[judged] - said) ** 2, weights=w[judged])))

    assert_as_the_slow_twin(tree, HeldOutSquares(Samples(dataset, is_held_out)), root_mean_square)


@examples(60)
@given(small_data(numeric=True, **mixed))
def test_by_the_adjusted_error(data):
    dataset = TreeRegressor().make_dataset(data.X, data.y, data.w)
    tree = TreeRegressor().fit_dataset(dataset).tree_
    y, w = dataset.targets[:, 0], dataset.weights

    spread = np.average((y - np.average(y, weights=w)) ** 2, weights=w)

    def adjusted(rule, rows):
        n = w[rows].sum()
        if n <= 1:
            return float(np.sqrt(spread))
        mean = np.average(y[rows], weights=w[rows])
        squares = (w[rows] * (y[rows] - mean) ** 2).sum()
        return float(np.sqrt((squares + 2 * spread) / (n + 2)) * (n + 1) / (n - 1))

    assert_as_the_slow_twin(tree, AdjustedError(Samples(dataset)), adjusted)


def test_rules_for_numbers_do_not_end_in_pairs_of_samples():
    rng = np.random.default_rng(0)
    X = {"a": rng.normal(size=200), "b": rng.normal(size=200)}
    y = np.round(2 * (X["a"] > 0) + rng.normal(size=200), 1)

    usual = RuleRegressor(tree=TreeRegressor()).fit(X, y).rules_
    large = RuleRegressor(tree=TreeRegressor(), method=AdjustedRules(min_samples=9)).fit(X, y)

    assert min(rule.n_samples for rule in usual) >= 3
    assert min(rule.n_samples for rule in large.rules_) >= 9
    with pytest.raises(ParameterError, match="min_samples"):
        RuleRegressor(method=AdjustedRules(min_samples=0)).fit(X, y)
