"""Shares of classes on held-out folds, against scikit-learn on the same folds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn import metrics
from sklearn.base import clone
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_predict

from arboretum import (
    MultiLabelClassifier,
    RuleClassifier,
    TreeClassifier,
    TreeRegressor,
    compare,
    datasets,
)
from arboretum.data import make_dataset
from arboretum.judging import cross_validate, measure_shares
from tests.unit.judging.test_cross_validate import rows_of_folds

FRAME = datasets.penguins().frame()
X, Y = FRAME.drop(columns="species"), FRAME["species"]
PLAIN, CAREFUL = TreeClassifier(), TreeClassifier(leaf="m_estimate")


@pytest.fixture(scope="module")
def folds():
    return rows_of_folds(make_dataset(X, Y, nominal=True), 5, seed=3)


@pytest.fixture(scope="module")
def found():
    estimators = {"plain": PLAIN, "careful": CAREFUL, "rules": RuleClassifier()}
    return compare(X, Y, estimators, n_folds=5, seed=3)


@pytest.mark.parametrize("name", ["plain", "careful", "rules"])
def test_shares_are_judged_on_the_folds_that_scikit_learn_would_judge_on(name, found, folds):
    model = {"plain": PLAIN, "careful": CAREFUL, "rules": RuleClassifier()}[name]

    (of,) = next(one.of_shares for one in found.judged if one.name == name)

    shares = cross_val_predict(model, X, Y, cv=folds, method="predict_proba")
    theirs = metrics.brier_score_loss(Y, shares, scale_by_half=False)
    assert of.brier.value == pytest.approx(theirs, rel=1e-9)
    assert of.log_loss.value == pytest.approx(metrics.log_loss(Y, shares), rel=1e-9)
    of_actual = shares[np.arange(len(Y)), np.searchsorted(np.unique(Y), Y)]
    assert of.n_impossible == (of_actual == 0).sum()


def test_without_a_tree_everybody_gets_the_shares_of_the_other_folds(found, folds):
    (of,) = found.of_shares_without

    usual = DummyClassifier(strategy="prior")
    shares = cross_val_predict(usual, X, Y, cv=folds, method="predict_proba")
    theirs = metrics.brier_score_loss(Y, shares, scale_by_half=False)
    assert of.brier.value == pytest.approx(theirs, rel=1e-9)
    assert of.log_loss.value == pytest.approx(metrics.log_loss(Y, shares), rel=1e-9)
    assert of.n_impossible == 0


def test_a_few_samples_more_per_leaf_make_shares_better(found):
    of = {one.name: one.of_shares[0] for one in found.judged}

    assert of["careful"].n_impossible == 0 < of["plain"].n_impossible
    assert of["careful"].brier.value < of["plain"].brier.value
    assert of["careful"].log_loss.value < of["plain"].log_loss.value / 2


def test_the_table_says_for_how_many_samples_a_log_loss_is_infinite(found):
    lines = str(found).splitlines()

    of = {one.name: one.of_shares[0] for one in found.judged}
    (start,) = [k for k, line in enumerate(lines) if line.startswith("log loss")]
    told = " ".join(lines[start:])
    assert told.startswith("log loss: a share of 0 for what happened counts as 2e-16 (samples: ")
    for name in ("plain", "rules"):
        assert f"{name} {of[name].n_impossible:g}" in told
    assert "careful" not in told
    assert max(map(len, lines)) <= 80
    row = next(line.split() for line in lines if line.startswith("careful"))
    assert row[3:5] == [f"{of['careful'].brier.value:.4f}", f"{of['careful'].log_loss.value:.4f}"]


def test_a_weight_of_two_gives_what_the_row_twice_would_give():
    draw = np.random.default_rng(3)
    y, weights = draw.integers(3, size=80), draw.integers(1, 4, size=80)
    shares = draw.dirichlet(np.ones(3), size=80)
    shares[:9] = np.eye(3)[(y[:9] + 1) % 3]  # impossible
    weighted = make_dataset({"x": np.arange(80)}, y, nominal=True, sample_weight=weights)
    rows = np.repeat(np.arange(80), weights)
    repeated = make_dataset({"x": rows}, y[rows], nominal=True)

    [one] = measure_shares(weighted, shares)
    [other] = measure_shares(repeated, shares[rows])

    for ours, theirs in ((one.brier, other.brier), (one.log_loss, other.log_loss)):
        assert ours.value == pytest.approx(theirs.value)
        assert ours.standard_error == pytest.approx(theirs.standard_error)
    assert one.n_impossible == other.n_impossible == weights[:9].sum()


def test_several_targets_have_shares_each_and_no_columns():
    both = FRAME[["species", "island"]]
    features = FRAME.drop(columns=["species", "island"])

    found = compare(features, both, {"plain": PLAIN}, n_folds=2)

    assert [of.brier.target for of in found.judged[0].of_shares] == ["species", "island"]
    for k, name in enumerate(("species", "island")):
        alone = compare(features, FRAME[name], {"root": TreeClassifier(max_depth=0)}, n_folds=2)
        assert found.of_shares_without[k].brier.value == pytest.approx(
            alone.judged[0].of_shares[0].brier.value, abs=0.01
        )  # dealt into other folds
    assert "Brier" not in str(found)


def test_numbers_have_no_shares():
    found = compare(X.drop(columns="year"), FRAME["year"], {"one": TreeRegressor()}, n_folds=2)

    assert found.judged[0].of_shares == found.of_shares_without == []
    assert "Brier" not in str(found)


def test_a_sample_may_have_several_labels_so_their_shares_are_not_judged():
    model = MultiLabelClassifier()
    labels = np.array(FRAME["year"])[:, None] % [2, 3] == 0
    dataset = model.make_dataset(X.drop(columns="year"), labels.astype(int))

    found = cross_validate(
        dataset, lambda some, _: clone(model).fit_dataset(some).model_, n_folds=2, seed=0
    )

    assert found.shares.shape == (len(Y), 2)
    assert found.of_shares == []
