"""Measures of label sets beside scikit-learn's, and areas beside their definition."""

import csv

import numpy as np
import pytest
from sklearn import metrics

from arboretum.exceptions import DataError
from arboretum.measures import (
    hamming_loss,
    macro_f1,
    micro_f1,
    precision_recall,
    ranking_loss,
    report_labels,
    subset_accuracy,
)


@pytest.fixture(scope="module")
def cells():
    rng = np.random.default_rng(0)
    truth = (rng.random((60, 7)) < 0.4).astype(int)
    scores = np.clip(0.35 * truth + 0.65 * rng.random((60, 7)), 0, 1)
    return truth, (scores > 0.5).astype(int), scores


def test_measures_are_those_of_scikit_learn(cells):
    truth, said, _ = cells

    assert hamming_loss(truth, said) == pytest.approx(metrics.hamming_loss(truth, said))
    assert subset_accuracy(truth, said) == pytest.approx(metrics.accuracy_score(truth, said))
    assert micro_f1(truth, said) == pytest.approx(metrics.f1_score(truth, said, average="micro"))
    assert macro_f1(truth, said) == pytest.approx(metrics.f1_score(truth, said, average="macro"))


def test_the_ranking_loss_is_that_of_scikit_learn_where_no_scores_tie(cells):
    truth, _, scores = cells
    some = truth.any(axis=1) & ~truth.all(axis=1)

    found = metrics.label_ranking_loss(truth[some], scores[some])

    assert ranking_loss(truth, scores) == pytest.approx(found)


def test_equal_scores_are_half_wrong():
    assert ranking_loss([[1, 0]], [[0.5, 0.5]]) == 0.5


def test_points_of_the_curve_are_those_of_scikit_learn(cells):
    truth, _, scores = cells

    curve = precision_recall(truth, scores)

    precision, recall, threshold = metrics.precision_recall_curve(truth.ravel(), scores.ravel())
    known = threshold >= curve.threshold[-1]
    np.testing.assert_allclose(curve.threshold[::-1], threshold[known])
    np.testing.assert_allclose(curve.precision[::-1], precision[:-1][known])
    np.testing.assert_allclose(curve.recall[::-1], recall[:-1][known])


def area_by_small_steps(curve, n=20_000):
    """The area with alarms spread evenly between the hits of neighbouring points."""
    hits = np.append(0.0, curve.hits)
    alarms = np.append(0.0, curve.alarms)
    middle = (np.arange(n) + 0.5) / n * curve.n_true
    where = np.searchsorted(hits, middle, side="left")
    first, last = hits[where - 1], hits[where]
    share = (middle - first) / (last - first)
    false = alarms[where - 1] + share * (alarms[where] - alarms[where - 1])
    return (middle / (middle + false)).mean()


def test_the_area_is_the_integral_of_precision_over_recall(cells):
    truth, _, scores = cells
    curve = precision_recall(truth, scores.round(1))  # many cells of one score

    assert curve.area == pytest.approx(area_by_small_steps(curve), abs=1e-5)


def test_a_constant_score_has_the_share_of_the_label_as_its_area():
    assert precision_recall([1, 0, 0, 1, 0], np.full(5, 0.3)).area == pytest.approx(0.4)


def test_a_label_that_is_nowhere_has_no_area():
    report = report_labels(["a", "b"], [[1, 0], [0, 0]], [[1, 0], [0, 0]], [[0.9, 0.2], [0.1, 0.3]])

    assert report.auprc[0] == 1.0
    assert np.isnan(report.auprc[1])
    assert report.average_auprc == report.weighted_auprc == 1.0


def test_the_weighted_area_counts_labels_by_their_samples(cells):
    truth, said, scores = cells
    report = report_labels(range(7), truth, said, scores)

    n = truth.sum(axis=0)
    assert report.weighted_auprc == pytest.approx((report.auprc * n).sum() / n.sum())


def test_curves_are_written_point_by_point(cells, tmp_path):
    truth, said, scores = cells
    report = report_labels([f"label {k}" for k in range(7)], truth, said, scores)

    report.write_curves(tmp_path / "curves.csv")

    with open(tmp_path / "curves.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(report.pooled_curve.hits) + sum(len(c.hits) for c in report.curves)
    third = [row for row in rows if row["label"] == "label 2"]
    assert [float(row["recall"]) for row in third] == report.curves[2].recall.tolist()
    assert [float(row["precision"]) for row in third] == report.curves[2].precision.tolist()


def test_arrays_that_do_not_fit_are_refused():
    with pytest.raises(DataError, match="one column for each of the 2 labels"):
        report_labels(["a", "b"], [[1, 0]], [[1]], [[0.5, 0.5]])
