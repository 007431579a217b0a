"""Shares of classes in a report, against scikit-learn on the same folds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn import metrics
from sklearn.base import clone
from sklearn.calibration import calibration_curve
from sklearn.model_selection import cross_val_predict

from arboretum import CARTClassifier, ID3Classifier, TreeClassifier, TreeRegressor, datasets
from arboretum.data import make_dataset
from tests.unit.judging.test_cross_validate import rows_of_folds

FRAME = datasets.penguins().frame().dropna(subset="body_mass_g")
X, Y = FRAME.drop(columns="species"), FRAME["species"].astype(str)
IS_GENTOO = np.where(Y == "Gentoo", "Gentoo", "other")
FEW = X[["bill_length_mm", "body_mass_g"]]


def report_of(model, features, y, **given):
    fitted = clone(model).fit(features, y, **given)
    return fitted.report(features, y, n_folds=5, n_trees=0, seed=3, **given)


def told(report):
    return json.loads(json.dumps(report.to_dict()))["errors"][0]["given_shares"]


def shares_of_folds(model, features, y):
    folds = rows_of_folds(make_dataset(features, y, nominal=True), 5, seed=3)
    return cross_val_predict(model, features, y, cv=folds, method="predict_proba")


def test_shares_of_many_classes_are_judged_as_scikit_learn_judges_them():
    model = CARTClassifier()
    shares = shares_of_folds(model, FEW, Y)

    found = told(report_of(model, FEW, Y))

    theirs = metrics.brier_score_loss(Y, shares, scale_by_half=False)
    assert found["brier"]["value"] == pytest.approx(theirs, rel=1e-9)
    assert found["log_loss"]["value"] == pytest.approx(metrics.log_loss(Y, shares), rel=1e-9)
    codes = np.searchsorted(np.unique(Y), Y)
    assert found["n_impossible"] == (shares[np.arange(len(Y)), codes] == 0).sum() > 0
    is_right = shares.argmax(axis=1) == codes
    seen, given = calibration_curve(is_right, shares.max(axis=1), n_bins=10)
    assert found["of_class"] is None
    assert found["calibration"]["observed"] == pytest.approx(seen)
    assert found["calibration"]["predicted"] == pytest.approx(given)


def test_of_two_classes_the_shares_of_the_rarer_are_compared_with_how_often_it_was():
    model = CARTClassifier()
    shares = shares_of_folds(model, FEW, IS_GENTOO)

    found = told(report_of(model, FEW, IS_GENTOO))

    seen, given = calibration_curve(IS_GENTOO == "Gentoo", shares[:, 0], n_bins=10)
    assert found["of_class"] == "Gentoo"
    assert found["calibration"]["observed"] == pytest.approx(seen)
    assert found["calibration"]["predicted"] == pytest.approx(given)


@pytest.mark.parametrize("model", [TreeClassifier(), ID3Classifier()])
def test_without_a_tree_everybody_gets_the_shares_of_the_others(model):
    """Also where leaves promise their largest class and nothing else."""
    table = {"island": X["island"], "sex": X["sex"].fillna("not known")}

    found = told(report_of(model, table, Y))

    counts = np.unique(Y, return_counts=True)[1] / len(Y)
    assert found["n_impossible_without_tree"] == 0
    assert found["brier"]["without_tree"] == pytest.approx(1 - (counts**2).sum(), abs=0.001)
    entropy = -(counts * np.log(counts)).sum()
    assert found["log_loss"]["without_tree"] == pytest.approx(entropy, abs=0.001)


def test_by_a_prior_samples_count_as_much_as_it_says_of_their_class():
    """The same shares, judged on samples of which each class has its share by weight."""
    is_one = (IS_GENTOO == "Gentoo").astype(int)
    model = CARTClassifier(prior={0: 0.9, 1: 0.1})
    shares = shares_of_folds(model, FEW, is_one)
    weights = np.where(is_one, 0.1 / is_one.mean(), 0.9 / (1 - is_one.mean()))

    found = told(report_of(model, FEW, is_one))

    brier = np.average(2 * (shares[:, 1] - is_one) ** 2, weights=weights)
    assert found["is_of_prior"]
    assert found["brier"]["value"] == pytest.approx(brier)
    assert found["brier"]["without_tree"] == pytest.approx(2 * 0.1 * 0.9, abs=0.002)
    calibration = found["calibration"]
    assert sum(calibration["weights"]) == pytest.approx(len(IS_GENTOO))
    happened = np.dot(calibration["observed"], calibration["weights"]) / len(IS_GENTOO)
    assert happened == pytest.approx(0.1)


def test_numbers_and_labels_have_no_shares():
    report = report_of(TreeRegressor(max_depth=2), FEW, np.arange(len(FEW)) * 1.0)

    assert "given_shares" not in report.to_dict()["errors"][0]
    assert "Brier" not in report.to_html()
