"""Nothing untrue on the pages of several targets, sets of labels and hierarchies."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    HierarchicalClassifier,
    MultiLabelClassifier,
    MultiTargetRegressor,
    TreeClassifier,
)
from arboretum.data import Notes, read_dataset
from arboretum.estimators import CLASSIFIERS, REGRESSORS
from arboretum.pruning import CostComplexity
from arboretum.report.make import report_on
from arboretum.report.report import Origin
from tests.examples import full
from tests.shared_tables import SEVERAL
from tests.unit.report.page_checks.check import untrue_on_page, untrue_when_printed
from tests.unit.report.page_checks.mutants import is_noticed, moved_in, mutants_of
from tests.unit.report.page_checks.page import parse
from tests.unit.report.page_checks.several.facts import SeveralFacts
from tests.unit.report.test_true_pages import SCORE, N, X

RNG = np.random.default_rng(8)
LABELS = 1 * np.column_stack(
    [SCORE > 0.5, X["visits"] > 6, SCORE + X["x"] > 1.5, RNG.random(N) > 0.8]
)
MANY_LABELS = 1 * (SCORE[:, None] + RNG.normal(size=(N, 36)) > np.linspace(0, 3.2, 36))
PATHS = np.where(SCORE > 0.8, "x/y@z", np.where(SCORE > 0, "x/w", "z"))
#: Below several others, and one that no sample has.
GRAPH = {"a": [], "b": [], "c": ["a", "b"], "d": ["c"], "e": ["b"], "never": ["e"]}
OF_GRAPH = [["d"] if s > 1.2 else ["c"] if s > 0.5 else ["e"] if s > 0 else ["a"] for s in SCORE]
NUMBERS = np.column_stack(
    [SCORE, 300 * RNG.normal(size=N) - 900 * SCORE, X["x"] ** 2, X["visits"], RNG.normal(size=N)]
)
MANY_NUMBERS = SCORE[:, None] * np.arange(33) + RNG.normal(size=(N, 33)) * 9
KIND = np.where(X["visits"] > 4, "many", np.where(X["visits"] > 2, "some", "few"))
CLASSES = np.column_stack([np.where(SCORE > 0.8, "yes", "no"), KIND])
MANY_CLASSES = np.column_stack(
    [CLASSES, KIND[::-1], np.where(X["x"] > 2, "rare", "usual"), CLASSES[::-1, 0]]
)
MIXED = {
    "size": np.where(RNG.random(N) > 0.9, np.nan, SCORE),
    "kind": KIND,
    "sort": np.where(RNG.random(N) > 0.95, None, np.where(SCORE > 0.4, "large", "small")),
}
CHOSEN = CostComplexity(cv=3)

PAGES = {
    "labels": (MultiLabelClassifier(pruning=CHOSEN), LABELS),
    "labels by thresholds": (
        MultiLabelClassifier(threshold=[0.2, 0.5, 0.9, 0.15], max_depth=2),
        LABELS,
    ),
    "one label": (MultiLabelClassifier(max_depth=2), LABELS[:, :1]),
    "many labels": (MultiLabelClassifier(max_depth=2), MANY_LABELS),
    "labels of nothing": (MultiLabelClassifier(min_samples_leaf=80), LABELS[:, 3:] + [[0, 0]]),
    "a hierarchy": (HierarchicalClassifier(f_test=(0.01, 0.125)), PATHS),
    "a graph": (HierarchicalClassifier(hierarchy=GRAPH, threshold=0.3), OF_GRAPH),
    "numbers": (CARTRegressor(complexity=0.001, pruning=CHOSEN), NUMBERS),
    "two numbers": (MultiTargetRegressor(max_depth=2), NUMBERS[:, :2]),
    "a vector": (MultiTargetRegressor(pruning=CHOSEN), NUMBERS),
    "many numbers": (CARTRegressor(max_depth=2), MANY_NUMBERS),
    "two classes": (CARTClassifier(pruning=CHOSEN), CLASSES),
    "many classes": (TreeClassifier(max_depth=3), MANY_CLASSES),
    "classes and numbers": (MultiTargetRegressor(max_depth=3), MIXED),
    "numbers of nothing": (CARTRegressor(pruning=CHOSEN), RNG.normal(size=(N, 4))),
    "classes of nothing": (CARTClassifier(pruning=CHOSEN), MANY_CLASSES[:, [2, 3]]),
    "numbers below": (CARTRegressor(closed="left", max_depth=3), NUMBERS),
}  # fmt: skip


def facts_of(model, X, y, n_trees=3, sample_weight=None):
    """A report, and what is true of its samples."""
    model = clone(model).fit(X, y, sample_weight)
    given = {} if sample_weight is None else {"sample_weight": sample_weight}
    report = model.report(X, y, n_folds=2, n_trees=n_trees, **given)
    return SeveralFacts(report, clone(model).make_dataset(X, y, sample_weight))


@cache
def facts_of_page(page):
    """Those of one of the pages above, for all tests that look at it."""
    model, y = PAGES[page]
    return facts_of(model, X, y)


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_several_targets_are_true(page):
    facts = facts_of_page(page)

    assert untrue_on_page(facts) == []
    assert untrue_when_printed(facts) == []


@pytest.mark.parametrize("page", ["labels", "a hierarchy", "numbers", "two classes"])
def test_pages_of_rows_that_stand_for_several_samples_are_true(page):
    weights = RNG.integers(1, 4, N)

    facts = facts_of(PAGES[page][0], X, PAGES[page][1], sample_weight=weights)

    assert untrue_on_page(facts) == []


# -- whether the checker sees what is wrong --------------------------------------------

CHANGED = ["labels", "a hierarchy", "numbers", *full("many classes", "classes and numbers")]


@pytest.mark.parametrize("page", CHANGED)
def test_every_number_or_sign_that_is_changed_is_noticed(page):
    facts = facts_of_page(page)
    sections = parse(facts.report.to_html())
    found, missed = Counter(), []

    for name, section in sections.items():
        for mutant in mutants_of(name, section):
            found[name] += 1
            if not is_noticed(mutant, section, facts):
                missed.append((name, mutant.what, mutant.before, mutant.after))

    assert len(missed) <= 0.01 * found.total(), missed
    assert set(sections) - set(found) <= {"choice", "caution"}  # where nothing is counted


@pytest.mark.parametrize("page", CHANGED)
def test_whatever_is_drawn_elsewhere_is_noticed(page):
    facts = facts_of_page(page)
    sections = parse(facts.report.to_html())
    missed, n = Counter(), 0

    for name, section in sections.items():
        for mutant in list(moved_in(name, section))[:: 1 + 9 * (name in ("features", "errors"))]:
            n += 1
            if not is_noticed(mutant, section, facts):
                missed[name, mutant.what] += 1

    assert missed.total() <= 0.05 * n, missed


@pytest.mark.parametrize(
    ("page", "true", "false"),
    [
        ("labels", "clearly better than no tree does", "clearly worse than no tree does"),
        ("labels", "1 of 4 labels is", "1 of 4 labels are"),
        ("numbers", "Off on samples", "Wrong on samples"),
        ("two classes", "Wrong on samples", "Off on samples"),
        ("classes and numbers", "Wrong or off on", "Wrong on"),
        ("classes and numbers", "Values of targets are missing: size", "Values are missing: town"),
        ("many classes", "least sure of", "most sure of"),
        ("a hierarchy", "All were grown by the level of the tree", "All were grown alike"),
        ("numbers", "<h3>y3</h3>", "<h3>y2</h3>"),
    ],
)
def test_what_the_checker_does_not_know_is_an_error(page, true, false):
    facts = facts_of_page(page)
    html = facts.report.to_html()
    assert true in html

    assert untrue_on_page(facts, html.replace(true, false, 1)) != []


# -- real tables -----------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("table", SEVERAL, ids=lambda table: table.name)
def test_pages_of_real_tables_of_several_targets_are_true(table, shared_data):
    """What the command line makes of them without another word than the targets."""
    dataset = read_dataset(table.path, target=table.targets, notes=Notes())
    assert (dataset.hierarchy is not None) == (table.task == "hierarchical")
    assert (dataset.label_sets is not None) == (table.task != "multi-target")
    species = CLASSIFIERS if table.task == "multi-label" else REGRESSORS
    model = species["cart"]().as_named(3, 0)
    if table.task == "hierarchical":
        model = HierarchicalClassifier()

    model.fit_dataset(dataset)
    report = report_on(dataset, model, Origin("", table.name), n_folds=3, n_trees=3, seed=0)

    facts = SeveralFacts(report, dataset)
    assert untrue_on_page(facts) == []
    assert untrue_when_printed(facts) == []
    page = report.to_html()
    assert len(page) < 3_000_000
    assert not re.search(r">(nan|inf|None)\b", page)
    assert not re.search(r"\bnan\b|\binf\b", " ".join(report.summary))
