"""Bars and boxes of features, counted once more sample by sample."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier
from arboretum.report import Report


@pytest.fixture(scope="module")
def found(penguins) -> Report:
    return CARTClassifier().fit(*penguins).report(*penguins, n_folds=2, n_trees=0)


def of(report: Report, name: str):
    return next(one for one in report.distributions if report.columns[one.feature].name == name)


def test_bars_of_numbers_hold_the_samples_of_each_class(found, penguins):
    X, y = penguins
    one, column = of(found, "flipper_length_mm"), X["flipper_length_mm"]

    for k, name in enumerate(found.tree.schema.classes):
        for low, high, n in zip(one.edges[:-1], one.edges[1:], one.counts[:, k], strict=True):
            # Bars end as questions do: "at most" belongs to the left.
            held = (column > low) & (column <= high) | (column == low) & (low == one.edges[0])
            assert n == ((y == name) & held).sum()
    assert one.thresholds[0] == found.tree.root.split.thresholds[0]
    written = found.to_dict()["data"]["distributions"]
    assert [each["counts"] for each in written if each["feature"] == "flipper_length_mm"] == [
        one.counts.tolist()
    ]


def test_features_of_the_tree_come_first_and_the_most_important_of_them_leads(found):
    order = [one.feature for one in found.distributions]
    asked = set(found.tree.splits.column.tolist()) - {-1}

    assert set(order[: len(asked)]) == asked
    assert order[0] == found.importance.order[0]
    assert sorted(order) == list(range(7))


def test_categories_stand_as_the_tree_sorts_them(found, penguins):
    X, _ = penguins
    one = of(found, "island")
    names = [found.tree.schema.features[one.feature].categories[code] for code in one.codes]

    assert one.counts.sum(axis=1).tolist() == [(X["island"] == name).sum() for name in names]
    assert list(one.group) == sorted(one.group)


def test_few_samples_far_away_count_in_the_last_bar_and_are_told():
    x = np.concatenate([np.linspace(0.0, 10.0, 999), [1e6]])
    y = np.where(x > 4.0, "a", "b")

    report = TreeClassifier(max_depth=1).fit({"x": x}, y).report({"x": x}, y, n_trees=0)

    (one,) = report.distributions
    assert one.edges[-1] < 11.0
    assert one.beyond == (0.0, (x > one.edges[-1]).sum())
    assert one.counts.sum() == 1000
    assert " · 10 above " in report.to_html()


def test_boxes_are_quantiles_of_the_target_in_each_bar(penguins):
    X, _ = penguins
    is_known = ~np.isnan(X["body_mass_g"])
    x, y = X["flipper_length_mm"][is_known], X["body_mass_g"][is_known]

    report = CARTRegressor().fit({"x": x}, y).report({"x": x}, y, n_folds=2, n_trees=0)

    (one,) = report.distributions
    for i, (low, high) in enumerate(zip(one.edges[:-1], one.edges[1:], strict=True)):
        held = np.sort(y[(x > low) & (x <= high) | (x == low) & (i == 0)])
        ranks = np.ceil(np.array([0.1, 0.25, 0.5, 0.75, 0.9]) * len(held)).astype(int) - 1
        assert one.boxes[i].tolist() == held[ranks].tolist()


def test_whole_numbers_that_are_few_have_a_bar_each():
    x, y = np.repeat([1, 2, 5], 20), np.repeat(["a", "b", "a"], 20)

    report = TreeClassifier().fit({"x": x}, y).report({"x": x}, y, n_folds=2, n_trees=0)

    assert report.distributions[0].edges.tolist() == [0.5, 1.5, 2.5, 3.5, 4.5, 5.5]
    assert report.distributions[0].counts.sum(axis=1).tolist() == [20, 20, 0, 0, 20]
