"""What counts how much: weights, losses, priors and exposure."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.base import clone
from sklearn.metrics import confusion_matrix

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier
from arboretum.data.folds import deal_folds
from arboretum.exceptions import ParameterError
from tests.unit.report.held_out import predicted_by_others, some


def test_both_samples_of_a_row_of_weight_two_are_in_different_folds(penguins):
    # So each of two folds holds every row once: the errors are those of training on all rows.
    X, y = penguins
    twice = np.full(len(y), 2)
    said = CARTClassifier().fit(X, y).predict(X)

    model = CARTClassifier().fit(X, y, twice)
    found = model.report(X, y, sample_weight=twice, n_folds=2, n_trees=0)

    (judged,) = found.judged
    assert (found.n_rows, found.n_samples) == (344, 688)
    assert judged.error.value == pytest.approx((said != y).mean())
    counted = confusion_matrix(y, said, labels=list(judged.confusion.classes))
    assert judged.confusion.weights.tolist() == (2 * counted).tolist()


def test_weights_of_classes_are_named_since_all_numbers_have_them(penguins):
    X, y = penguins
    model = TreeClassifier(max_depth=2, class_weight="balanced").fit(X, y)

    found = model.report(X, y, n_folds=3, n_trees=0)

    assert found.summary[-1].startswith("Note: Classes are weighed by class_weight='balanced'")
    # Balanced classes have a third of the 344 samples each.
    assert found.judged[0].confusion.weights.sum(axis=1) == pytest.approx([344 / 3] * 3)


def test_with_a_loss_matrix_the_mean_loss_stands_beside_the_plain_share(penguins):
    X, y = penguins
    costly = {"Chinstrap": {"Adelie": 8, "Gentoo": 8}}
    model = CARTClassifier(loss=costly).fit(X, y)
    cost = np.array(
        [
            [costly.get(true, {}).get(said, true != said) for said in model.classes_]
            for true in model.classes_
        ],
        dtype=float,
    )
    said, _ = predicted_by_others(model, X, y, 4, 0)
    paid = cost[np.searchsorted(model.classes_, y), np.searchsorted(model.classes_, said)]

    found = model.report(X, y, n_folds=4, n_trees=0)

    (judged,) = found.judged
    assert judged.error.value == pytest.approx((said != y).mean())
    assert judged.loss.error.value == pytest.approx(paid.mean())
    assert judged.loss.error.value > judged.error.value
    half = norm.ppf(0.975) * paid.std() / np.sqrt(len(y))
    assert judged.loss.interval == pytest.approx((paid.mean() - half, paid.mean() + half))
    # 152 Adelies, 68 Chinstraps, 124 Gentoos: it is cheapest to say Chinstrap of all.
    assert judged.loss.without_tree.value == pytest.approx((152 + 124) / 344)
    assert "Always saying Chinstrap would be wrong for 80.2 %. Those are plain" in found.summary[1]
    assert f"cost {judged.loss.error.value:.4g} per sample" in found.summary[1]
    assert found.to_dict()["errors"][0]["loss"]["value"] == judged.loss.error.value
    assert ">mean loss</td>" in found.to_html()


def test_priors_are_named_and_the_class_they_make_likely_is_not_called_the_commonest(penguins):
    X, y = penguins
    prior = {"Adelie": 0.1, "Chinstrap": 0.8, "Gentoo": 0.1}

    found = CARTClassifier(prior=prior).fit(X, y).report(X, y, n_folds=3, n_trees=0)

    # 68 of 344 are Chinstraps.
    assert "Always saying Chinstrap would be wrong for 80.2 %." in found.summary[1]
    assert found.summary[-1].startswith("Note: The tree was grown for prior={'Adelie': 0.1")


def test_counts_of_events_are_judged_as_rates_of_their_exposure():
    rng = np.random.default_rng(1)
    X = {"x": rng.normal(size=120), "z": rng.normal(size=120)}
    exposure = rng.integers(1, 9, 120)  # whole numbers, which as weights would mean repetition
    events = rng.poisson(exposure * np.exp(X["x"])).astype(float)
    model = CARTRegressor(criterion="poisson").fit(X, events, exposure=exposure)
    folds = deal_folds(model.make_dataset(X, events, None), 3, 0)
    off = np.empty(120)
    for fold in folds:
        is_held = fold.held_out == 1
        rest = clone(model).fit(some(X, ~is_held), events[~is_held], exposure=exposure[~is_held])
        off[is_held] = events[is_held] / exposure[is_held] - rest.predict(some(X, is_held))

    found = model.report(X, events, exposure=exposure, n_folds=3, n_trees=0)

    (judged,) = found.judged
    assert judged.error.value == pytest.approx(np.sqrt(np.average(off**2, weights=exposure)))
    assert found.summary[-1].startswith(
        "Note: The target is a rate, of events per unit of exposure"
    )
    assert ".fit(X, y, exposure=exposure).report(X, y, exposure=exposure, " in found.origin.call
    with pytest.raises(ParameterError, match="the target has classes"):
        CARTClassifier().fit(X, ["a", "b"] * 60).report(X, ["a", "b"] * 60, exposure=exposure)
