"""The cut-offs of two classes, beside scikit-learn's numbers of the same predictions."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.metrics import precision_score, recall_score, roc_auc_score

from arboretum import CARTClassifier, TreeClassifier
from arboretum.data.folds import deal_folds
from tests.unit.report.held_out import some


@pytest.fixture(scope="module")
def sexes(penguins):
    X, _ = penguins
    is_known = np.array([sex in ("female", "male") for sex in X["sex"]])
    rest = {name: column for name, column in X.items() if name != "sex"}
    return some(rest, is_known), X["sex"][is_known].astype(str)


def shares_by_others(model, X, y, n_folds, seed):
    """The shares of classes that a tree fitted without each sample predicts for it."""
    shares = np.empty((len(y), 2))
    for fold in deal_folds(model.make_dataset(X, y, None), n_folds, seed):
        is_held = fold.held_out == 1
        other = clone(model).fit(some(X, ~is_held), y[~is_held])
        shares[is_held] = other.predict_proba(some(X, is_held))
    return shares


def test_every_cutoff_is_that_of_predictions_fold_by_fold(sexes):
    X, y = sexes
    model = CARTClassifier(min_samples_leaf=5).fit(X, y)
    rarer = min(model.classes_, key=lambda one: (y == one).sum())
    score = shares_by_others(model, X, y, 4, 2)[:, list(model.classes_).index(rarer)]

    found = model.report(X, y, n_folds=4, n_trees=0, seed=2).judged[0].cutoffs

    assert found.classes[0] == rarer
    assert found.auc == pytest.approx(roc_auc_score(y == rarer, score))
    for share in (10, 35, 50, 80):
        said = score >= share / 100
        assert found.sensitivity[share - 1] == pytest.approx(recall_score(y == rarer, said))
        assert found.specificity[share - 1] == pytest.approx(recall_score(y != rarer, ~said))
        assert found.precision[share - 1] == pytest.approx(precision_score(y == rarer, said))


def test_the_place_of_the_tree_on_the_curve_is_that_of_its_confusion_matrix(sexes):
    X, y = sexes
    report = CARTClassifier().fit(X, y).report(X, y, n_folds=3, n_trees=0)
    (judged,) = report.judged

    found, code = judged.cutoffs, judged.cutoffs.positive

    assert found.tree[0] == pytest.approx(judged.confusion.recall[code])
    assert found.tree[1] == pytest.approx(judged.confusion.recall[1 - code])
    assert found.tree[2] == pytest.approx(judged.confusion.precision[code])
    assert report.to_dict()["errors"][0]["cutoffs"]["tree"]["precision"] == found.tree[2]


def test_the_curve_rises_from_nobody_to_everybody(sexes):
    X, y = sexes
    found = TreeClassifier().fit(X, y).report(X, y, n_folds=3, n_trees=0).judged[0].cutoffs

    assert found.curve[0].tolist() == [0.0, 0.0]
    assert found.curve[-1].tolist() == [1.0, 1.0]
    assert (np.diff(found.curve, axis=0) >= 0).all()
    assert len(found.curve) <= 200


def test_three_classes_have_no_cutoffs(penguins):
    found = TreeClassifier(max_depth=1).fit(*penguins).report(*penguins, n_folds=2, n_trees=0)

    assert found.judged[0].cutoffs is None
    assert "When to predict" not in found.to_html()
