"""Nothing untrue: each sentence of a report is worked out once more."""

from __future__ import annotations

import re

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, M5Regressor, TreeClassifier
from arboretum.data import make_dataset
from arboretum.pruning import CostComplexity
from tests.shared_tables import TABLES
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
@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_reports_of_real_tables_are_true(table, shared_data):
    from arboretum.estimators import CLASSIFIERS, REGRESSORS

    X, y = table.read()
    model = (REGRESSORS if table.is_numeric else CLASSIFIERS)["cart"]().as_named(3, 0)

    report, dataset = told(model, X, y, is_class=not table.is_numeric)

    assert untrue(report, dataset) == []
    assert not re.search(r"\bnan\b|\binf\b", " ".join(report.summary))


@pytest.mark.full
@pytest.mark.parametrize("species", ["m5", "retis", "mauve"])
@pytest.mark.parametrize(
    "table", [one for one in TABLES if one.is_numeric], ids=lambda table: table.name
)
def test_reports_of_model_trees_of_real_tables_are_true(table, species, shared_data):
    from arboretum.estimators import REGRESSORS

    X, y = table.read()
    if len(y) > 5000:
        pytest.skip("the smaller tables show it")

    report, dataset = told(REGRESSORS[species](), X, y, is_class=False)

    assert untrue(report, dataset) == []
