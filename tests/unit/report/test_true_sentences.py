"""Nothing untrue: each sentence of a report is worked out once more."""

from __future__ import annotations

import re

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    HierarchicalClassifier,
    M5Regressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    TreeClassifier,
)
from arboretum.data import Notes, make_dataset, read_dataset
from arboretum.pruning import CostComplexity
from tests.shared_tables import SEVERAL
from tests.unit.report.sentences import untrue

rng = np.random.default_rng(0)
NOISE = {"a": rng.normal(size=120), "b": rng.normal(size=120)}
BENT = np.where(NOISE["a"] > 0, 3 * NOISE["b"] + 5, -4.0) + rng.normal(size=120) / 5


def told(model, X, y, n_trees=0, is_class=True):
    """A report, and the samples that it is about."""
    model = model.fit(X, y)
    return model.report(X, y, n_folds=3, n_trees=n_trees), make_dataset(X, y, nominal=is_class)


def test_reports_of_classes_are_true(penguins):
    assert untrue(*told(CARTClassifier(), *penguins, n_trees=4)) == []
    assert untrue(*told(TreeClassifier(), *penguins)) == []


def test_reports_of_numbers_and_of_model_trees_are_true():
    assert untrue(*told(CARTRegressor(), NOISE, BENT, is_class=False)) == []
    assert untrue(*told(M5Regressor(), NOISE, BENT, is_class=False)) == []
    assert untrue(*told(M5Regressor(), NOISE, 3 * NOISE["b"], is_class=False)) == []


def test_reports_of_nothing_and_of_worse_than_nothing_are_true():
    y = np.array(["no", "no", "yes"] * 40)

    assert untrue(*told(CARTClassifier(pruning=CostComplexity(cv=3)), NOISE, y)) == []
    assert untrue(*told(TreeClassifier(), NOISE, y)) == []


LABELS = np.column_stack([NOISE["a"] > 0, NOISE["b"] > 0.5, NOISE["a"] + NOISE["b"] > 1.5]) * 1
PATHS = [
    "x/y@z" if a > 0.8 else "x/w" if a > 0 else "z" for a in NOISE["a"] + rng.normal(size=120) / 9
]
MANY = np.column_stack([BENT, -BENT, NOISE["a"] ** 2, NOISE["b"], rng.normal(size=120)])


def several(model, y, n_trees=0):
    """A report about several targets, and the samples that it is about."""
    model = model.fit(NOISE, y)
    return model.report(NOISE, y, n_folds=3, n_trees=n_trees), clone(model).make_dataset(NOISE, y)


def test_reports_of_labels_of_hierarchies_and_of_vectors_are_true():
    prune = CostComplexity(cv=3, rule="1se")
    for model, y in (
        (MultiLabelClassifier(pruning=prune), LABELS),
        (MultiLabelClassifier(), LABELS),
        (HierarchicalClassifier(f_test=(0.01, 0.125)), PATHS),
        (MultiTargetRegressor(pruning=prune), MANY),
        (MultiTargetRegressor(max_depth=2), MANY[:, :2]),
        (CARTRegressor(), MANY),
    ):
        report, dataset = several(model, y, n_trees=3)

        assert untrue(report, dataset) == []
        assert not re.search(r"\bnan\b|\binf\b|\bNone\b", " ".join(report.summary))


def test_reports_of_labels_that_nothing_predicts_are_true():
    coins = (rng.random((120, 4)) > 0.7) * 1

    for model in (MultiLabelClassifier(max_depth=2), MultiLabelClassifier(min_samples_leaf=70)):
        assert untrue(*several(model, coins)) == []


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (r"gets (\d)", r"gets 1\1"),
        (r"right in every label for (\d)", r"right in every label for 9\1"),
        (r"curve of 0\.(\d)", r"curve of 0.0\1"),
        (r"Of 3 labels it predicts \d", "Of 3 labels it predicts 0"),
        (r"instead of (\d)", r"instead of 7\1"),
    ],
)
def test_the_checker_finds_what_is_untrue_of_labels(monkeypatch, true, false):
    report, dataset = several(MultiLabelClassifier(max_depth=3), LABELS)
    lines = [re.sub(true, false, line) for line in report.summary]
    assert lines != report.summary

    monkeypatch.setattr(type(report), "summary", property(lambda self: lines))

    assert len(untrue(report, dataset)) == 1


@pytest.mark.parametrize(
    ("true", "false"),
    [("with 4 leaves", "with 5 leaves"), ("of 7 features", "of 8 features"), ("5.2 %", "5.3 %"),
     ("wrong for 55.8", "wrong for 55.7"), (", the commonest class,", "")],
)  # fmt: skip
def test_the_checker_finds_what_is_untrue(penguins, monkeypatch, true, false):
    report, dataset = told(CARTClassifier(), *penguins)
    lines = [line.replace(true, false) for line in report.summary]
    assert lines != report.summary

    monkeypatch.setattr(type(report), "summary", property(lambda self: lines))

    assert len(untrue(report, dataset)) == 1


@pytest.mark.full
@pytest.mark.parametrize("table", SEVERAL, ids=lambda table: table.name)
def test_reports_of_real_tables_of_several_targets_are_true(table, shared_data):
    """What the command line makes of them without another word than the targets."""
    from arboretum.estimators import CLASSIFIERS, REGRESSORS
    from arboretum.report.make import report_on
    from arboretum.report.report import Origin

    dataset = read_dataset(table.path, target=table.targets, notes=Notes())
    assert (dataset.hierarchy is not None) == (table.task == "hierarchical")
    assert (dataset.label_sets is not None) == (table.task != "multi-target")
    species = CLASSIFIERS if table.task == "multi-label" else REGRESSORS
    model = species["cart"]().as_named(3, 0)
    if table.task == "hierarchical":
        model = HierarchicalClassifier()

    model.fit_dataset(dataset)
    report = report_on(dataset, model, Origin("", table.name), n_folds=3, n_trees=3, seed=0)

    assert untrue(report, dataset) == []
    assert not re.search(r"\bnan\b|\binf\b", " ".join(report.summary))
    page = report.to_html()
    assert len(page) < 3_000_000
    assert not re.search(r">(nan|inf|None)\b", page)
