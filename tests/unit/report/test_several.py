"""Reports of labels and vectors: what they count, what they leave out, what they say of it."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from arboretum import HierarchicalClassifier, MultiLabelClassifier, MultiTargetRegressor
from arboretum.data.folds import deal_folds, some_samples

rng = np.random.default_rng(3)
X = {"a": rng.normal(size=90), "b": rng.normal(size=90)}
LABELS = np.column_stack([X["a"] > 0, X["b"] > 0.3, X["a"] > X["b"], rng.random(90) > 0.8]) * 1


def test_labels_are_predicted_by_their_thresholds_also_in_cross_validation():
    model = MultiLabelClassifier(threshold=[0.2, 0.5, 0.9, 0.1], max_depth=2).fit(X, LABELS)

    found = model.report(X, LABELS, n_folds=3, n_trees=0)

    dataset, wrong = model.make_dataset(X, LABELS), []
    for fold in deal_folds(dataset, 3, 0):
        grown = MultiLabelClassifier(max_depth=2).fit_dataset(some_samples(dataset, fold.growing))
        held = some_samples(dataset, fold.held_out)
        shares = grown.model_.predict_shares(held.columns)
        wrong.append((shares > [0.2, 0.5, 0.9, 0.1]) != np.asarray(held.targets))
    assert found.together[0].error.value == pytest.approx(np.concatenate(wrong).mean())
    assert any("threshold=[0.2, 0.5, 0.9, 0.1]" in line for line in found.summary)


def test_weights_that_are_all_the_same_change_no_measure():
    model = MultiLabelClassifier(max_depth=2)
    halves = np.full(90, 0.5)

    plain = model.fit(X, LABELS).report(X, LABELS, n_folds=3, n_trees=0)
    weighted = model.fit(X, LABELS, halves).report(
        X, LABELS, sample_weight=halves, n_folds=3, n_trees=0
    )

    for one, other in zip(plain.together, weighted.together, strict=True):
        assert one.error.value == pytest.approx(other.error.value)
        assert one.without_tree.value == pytest.approx(other.without_tree.value)
    assert weighted.labels.mean_size == pytest.approx(plain.labels.mean_size)
    np.testing.assert_allclose(weighted.labels.areas, plain.labels.areas)


def test_the_labels_are_counted_as_they_are():
    found = MultiLabelClassifier().fit(X, LABELS).report(X, LABELS, n_folds=3, n_trees=0)

    sets = [tuple(np.flatnonzero(row)) for row in LABELS]
    most = max(sets.count(one) for one in sets)
    assert found.labels.counts.tolist() == LABELS.sum(axis=0).tolist()
    assert found.labels.mean_size == pytest.approx(LABELS.sum() / 90)
    assert found.labels.n_sets == len(set(sets))
    assert found.labels.share_of_commonest == pytest.approx(most / 90)
    assert sets.count(found.labels.commonest) == most
    assert found.labels.even == np.abs(LABELS.sum(axis=0) - 45).argmin()


def test_hundreds_of_labels_are_folded_and_those_of_no_sample_left_out():
    paths = [f"{i % 3}/{i % 50}" for i in range(90)]
    hierarchy = [*paths, "2/0", "9", "9/9"]
    model = HierarchicalClassifier(hierarchy=hierarchy, f_test=None, max_depth=2).fit(X, paths)

    page = model.report(X, paths, n_folds=3, n_trees=0).to_html()

    n_present = len({*paths, "0", "1", "2"})
    assert f"<summary>{n_present - 30} labels more</summary>" in page
    n_absent = len(model.labels_) - n_present
    assert f"{n_absent} labels that no sample has are left out." in page
    rates = [float(one) for one in re.findall(r'data-label="wrong">([\d.]+)', page)]
    assert rates == sorted(rates, reverse=True)
    assert len(rates) == n_present


def test_a_tree_of_very_many_labels_has_no_page_to_explore_inside():
    many = (rng.random((90, 1500)) > 0.6) * 1
    model = MultiLabelClassifier(criterion="gini", pruning=None, max_depth=5).fit(X, many)
    assert model.tree_.n_nodes * 3000 > 60_000

    page = model.report(X, many, n_folds=2, n_trees=0).to_html()

    assert "<iframe" not in page
    assert "too large to explore here" in page


def test_cells_of_a_vector_that_are_not_known_are_left_out_and_classes_are_classes():
    size = np.where(X["a"] > 0, 10.0, 2.0) + rng.normal(size=90)
    size[::9] = np.nan
    kind = np.where(X["b"] > 0, "round", "long")
    y = {"size": size, "kind": kind}
    model = MultiTargetRegressor(max_depth=2).fit(X, y)

    found = model.report(X, y, n_folds=3, n_trees=2)

    numbers, classes = found.judged
    assert numbers.error.measure == "RMSE"
    assert len(numbers.residuals.observed) == 80
    off = numbers.residuals.values
    assert numbers.error.value == pytest.approx(np.sqrt(np.mean(off**2)))
    assert classes.confusion.weights.sum(axis=1).tolist() == [
        (kind == name).sum() for name in ("long", "round")
    ]
    assert classes.error.value == pytest.approx(1 - np.trace(classes.confusion.weights) / 90)
    assert [target.n_missing for target in found.targets] == [10, 0]
    assert not re.search(r">nan\b", found.to_html())


@pytest.mark.parametrize(
    ("model", "y"),
    [
        (MultiLabelClassifier(max_depth=2), LABELS),
        (HierarchicalClassifier(), [f"{a}/{b}" for a, b in LABELS[:, :2]]),
        (MultiTargetRegressor(max_depth=2), LABELS[:, :2] + rng.normal(size=(90, 2))),
    ],
)
def test_every_number_is_plain(model, y):
    found = model.fit(X, y).report(X, y, n_folds=2, n_trees=2).to_dict()

    assert json.loads(json.dumps(found, allow_nan=False)) == json.loads(json.dumps(found))
    assert len(found["together"]) == (1 if found["labels"] is None else 3)
