"""Advice about explaining, drawing, rules, files and reports works when it is followed."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.neighbors import KNeighborsRegressor

from arboretum import (
    CARTClassifier,
    M5Regressor,
    RuleClassifier,
    Tree,
    TreeClassifier,
    TreeRegressor,
    explain,
    show,
)
from arboretum.pruning import CostComplexity
from arboretum.rules import RuleSet
from tests.advice.case import NUMBERS, TREE, Case, X, Y, follow, numbers, tree

HEIGHTS = numbers()
NEIGHBOURS = TreeRegressor(leaf=KNeighborsRegressor(1)).fit(X, NUMBERS)
ARRAY = np.array(X["a"])[:, None]
PLAIN = TreeClassifier().fit({"a": X["a"]}, Y)
STUMP = TreeClassifier(max_depth=0).fit(X, Y)
WIDE = {"a": X["a"], "c": NUMBERS, "d": NUMBERS[::-1]}
SIX = list("pqrsttsrqppq")
LOSS = {"p": {"q": 3}}

EXPLAINED = {
    "class of a counterfactual": Case(
        lambda: explain.counterfactual(TREE, X, to="Q"),
        "Its classes: 'p', 'q'",
        lambda: explain.counterfactual(TREE, X, to="q"),
    ),
    "number of a counterfactual": Case(
        lambda: explain.counterfactual(HEIGHTS, X, to=3),
        "Pass to=(low, high)",
        lambda: explain.counterfactual(HEIGHTS, X, to=(3, 4)),
    ),
    "open range": Case(
        lambda: explain.counterfactual(HEIGHTS, X, to=3),
        "None leaves an end open",
        lambda: explain.counterfactual(HEIGHTS, X, to=(3, None)),
    ),
    "steps between categories": Case(
        lambda: explain.counterfactual(TREE, X, unit_costs={"b": 1}),
        "Use costs instead",
        lambda: explain.counterfactual(TREE, X, costs={"b": 1}),
    ),
    "immutable": Case(
        lambda: explain.counterfactual(TREE, X, immutable=["B"]),
        "It has: a, b",
        lambda: explain.counterfactual(TREE, X, immutable=["b"]),
    ),
    "counterfactual of models": Case(
        lambda: explain.counterfactual(M5Regressor().fit(X, NUMBERS), X, to=(3, 4)),
        "Use a tree without models",
        lambda: explain.counterfactual(HEIGHTS, X, to=(3, 4)),
    ),
    "kind of importance": Case(
        lambda: explain.importance(TREE, "gini"),
        "'impurity'",
        lambda: explain.importance(TREE, "impurity"),
    ),
    "samples to shuffle": Case(
        lambda: explain.importance(TREE, "permutation"),
        "pass X and y",
        lambda: explain.importance(TREE, "permutation", X, Y),
    ),
    "feature of a lecture": Case(
        lambda: explain.lecture(TREE, 0, X, Y, feature="B"),
        "It has: a, b",
        lambda: explain.lecture(TREE, 0, X, Y, feature="b"),
    ),
    "row": Case(
        lambda: explain.path(TREE, X, row=12), "the first is 0", lambda: explain.path(TREE, X, 0)
    ),
    "stability of others": Case(
        lambda: explain.stability(LinearRegression(), X, Y, n_trees=2),
        "CARTClassifier()",
        lambda: explain.stability(CARTClassifier(), X, Y, n_trees=2),
    ),
    "not fitted": Case(
        lambda: show.text(TreeClassifier()),
        "Call fit first",
        lambda: show.text(TreeClassifier().fit(X, Y)),
    ),
}
DRAWN = {
    "style": Case(
        lambda: show.text(TREE, style="boxes"), "'box'", lambda: show.text(TREE, style="box")
    ),
    "preset": Case(
        lambda: show.dot(TREE, preset="short"),
        "'summary'",
        lambda: show.dot(TREE, preset="summary"),
    ),
    "view": Case(
        lambda: show.html(TREE, view="trees"), "one of tree", lambda: show.html(TREE, view="tree")
    ),
    "target without samples": Case(
        lambda: show.html(TREE, y=Y),
        "Give the samples as well",
        lambda: show.html(TREE, X=X, y=Y),
    ),
    "no rows of a page": Case(
        lambda: show.html(TREE, X=X, max_rows=0),
        "Use 1 or more",
        lambda: show.html(TREE, X=X, max_rows=1),
    ),
    "sheet": Case(lambda: show.plot(TREE, fit="A9"), "'A4'", lambda: show.plot(TREE, fit="A4")),
    "two sizes": Case(
        lambda: show.plot(TREE, fit="A4", figsize=(5, 5)),
        "Pass only one",
        lambda: show.plot(TREE, figsize=(5, 5)),
    ),
    "path of many": Case(
        lambda: show.plot(TreeClassifier().fit(ARRAY, Y), path=ARRAY),
        "such as X[:1]",
        lambda: show.plot(TreeClassifier().fit(ARRAY, Y), path=ARRAY[:1]),
    ),
    "stability of another tree": Case(
        lambda: show.plot(
            TREE, stability=explain.stability(TreeClassifier(max_depth=1), X, Y, n_trees=2)
        ),
        "explain.stability(estimator, X, y)",
        lambda: show.plot(TREE, stability=explain.stability(TreeClassifier(), X, Y, n_trees=2)),
    ),
    "regions of three": Case(
        lambda: show.regions(TreeClassifier().fit(WIDE, SIX)),
        "Fit a tree on two columns",
        lambda: show.regions(TreeClassifier().fit({k: WIDE[k] for k in "ac"}, SIX)),
    ),
    "regions of a leaf": Case(
        lambda: show.regions(STUMP),
        "Name one or two by features=",
        lambda: show.regions(STUMP, features=["a"]),
    ),
    "regions of no feature": Case(
        lambda: show.regions(PLAIN, features=["A"]),
        "It has: a",
        lambda: show.regions(PLAIN, features=["a"]),
    ),
    "points without samples": Case(
        lambda: show.regions(PLAIN, y=Y),
        "Pass both",
        lambda: show.regions(PLAIN, {"a": X["a"]}, Y),
    ),
    "point": Case(
        lambda: show.regions(PLAIN, point={"A": 1}),
        "Pass a value for: a",
        lambda: show.regions(PLAIN, point={"a": 1}),
    ),
    "prices without a table": Case(
        lambda: show.cp(None),
        "pruning=CostComplexity(cv=10)",
        lambda: show.cp(tree(pruning=CostComplexity(cv=10))),
    ),
    "frame": Case(
        lambda: TREE.tree_.to_frame(backend="panda"),
        "'pandas'",
        lambda: TREE.tree_.to_frame(backend="pandas"),
    ),
}
WRITTEN = {
    "rules of no class": Case(
        lambda: TREE.rules().of_class("P"),
        "the classes are 'p', 'q'",
        lambda: TREE.rules().of_class("p"),
    ),
    "no rules": Case(
        lambda: TREE.rules().to_text(max_rules=0),
        "Use 1 or more, or None",
        lambda: [TREE.rules().to_text(max_rules=n) for n in (1, None)],
    ),
    "tree of rules": Case(
        lambda: RuleClassifier(tree=TreeRegressor()).fit(X, Y),
        "an estimator that grows a tree of classes",
        lambda: RuleClassifier(tree=TreeClassifier()).fit(X, Y),
    ),
    "rules with a loss": Case(
        lambda: RuleClassifier(tree=TreeClassifier(loss=LOSS)).fit(X, Y),
        "method='validation'",
        lambda: RuleClassifier(tree=TreeClassifier(loss=LOSS), method="validation").fit(X, Y),
    ),
    "rules of programs": Case(
        lambda: NEIGHBOURS.rules(),
        "Use linear models in the leaves",
        lambda: numbers(leaf="linear").rules(),
    ),
    "programs in a file": Case(
        lambda: NEIGHBOURS.tree_.to_dict(),
        "Pickle the fitted estimator",
        lambda: pickle.loads(pickle.dumps(NEIGHBOURS)).predict(X),
    ),
    "models in a file": Case(
        lambda: NEIGHBOURS.tree_.to_dict(),
        "use linear models in the leaves",
        lambda: Tree.from_dict(numbers(leaf="linear").tree_.to_dict()),
    ),
    "rules from a tree": Case(
        lambda: RuleSet.from_dict(TREE.tree_.to_dict()),
        "It is a saved tree: read it by Tree, and take its rules()",
        lambda: Tree.from_dict(TREE.tree_.to_dict()).rules(),
    ),
    "costs of no feature": Case(
        lambda: TREE.tree_.cost_report(feature_costs={"A": 1}),
        "The features are: a, b",
        lambda: TREE.tree_.cost_report(feature_costs={"a": 1}),
    ),
    "report of other samples": Case(
        lambda: TREE.report(X, Y[::-1], n_folds=2, n_trees=0),
        "pass the samples of fit",
        lambda: TREE.report(X, Y, n_folds=2, n_trees=0),
    ),
    "report of a pruned tree": Case(
        lambda: tree().prune(cp=0.9).report(X, Y, n_folds=2, n_trees=0),
        "prune by pruning=, not after fit",
        lambda: tree(pruning=CostComplexity(cp=0.9)).report(X, Y, n_folds=2, n_trees=0),
    ),
}


@pytest.mark.parametrize("case", EXPLAINED.values(), ids=EXPLAINED)
def test_the_advice_about_an_explanation_works_when_followed(case):
    follow(case)


@pytest.mark.parametrize("case", DRAWN.values(), ids=DRAWN)
def test_the_advice_about_a_picture_works_when_followed(case):
    follow(case)


@pytest.mark.parametrize("case", WRITTEN.values(), ids=WRITTEN)
def test_the_advice_about_rules_files_and_reports_works_when_followed(case):
    follow(case)


def test_the_ending_that_is_advised_for_a_picture_is_written(tmp_path):
    case = Case(
        lambda: show.plot(TREE, tmp_path / "tree.doc"),
        "End it in .svg",
        lambda: show.plot(TREE, tmp_path / "tree.svg"),
    )

    follow(case)

    assert (tmp_path / "tree.svg").exists()
