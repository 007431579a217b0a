"""Advice about growing, pruning and judging works when it is followed."""

from __future__ import annotations

import math

import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    ID3Classifier,
    RuleClassifier,
    RuleRegressor,
    TreeClassifier,
    TreeRegressor,
    compare,
    compare_pruners,
)
from arboretum.pruning import CostComplexity, ReducedError
from arboretum.stopping import ChiSquare, FTest, MaxDepth
from tests.advice.case import NUMBERS, TREE, Case, X, Y, follow, tree

CASES = {
    "criterion misspelt": Case(
        lambda: tree(criterion="ginni"), "'gini'", lambda: tree(criterion="gini")
    ),
    "splits unknown": Case(
        lambda: tree(splits="two_way"), "'binary'", lambda: tree(splits="binary")
    ),
    "missing misspelt": Case(
        lambda: tree(missing="fractionl"), "'fractional'", lambda: tree(missing="fractional")
    ),
    "pruning misspelt": Case(
        lambda: tree(pruning="pesimistic"), "'pessimistic'", lambda: tree(pruning="pessimistic")
    ),
    "stopping misspelt": Case(
        lambda: tree(stopping="purty"), "'purity'", lambda: tree(stopping="purity")
    ),
    "rule without number": Case(
        lambda: tree(stopping="max_depth"), "max_depth=3", lambda: tree(stopping="max_depth=3")
    ),
    "rule without number, object": Case(
        lambda: tree(stopping="max_depth"), "MaxDepth(3)", lambda: tree(stopping=MaxDepth(3))
    ),
    "max_depth": Case(
        lambda: tree(max_depth=-1), "whole number of at least 0", lambda: tree(max_depth=0)
    ),
    "min_samples_leaf": Case(
        lambda: tree(min_samples_leaf=0),
        "whole number of at least 1",
        lambda: tree(min_samples_leaf=1),
    ),
    "min_samples_split": Case(
        lambda: tree(min_samples_split=1.5),
        "between 0.0 and 1.0",
        lambda: tree(min_samples_split=0.5),
    ),
    "chi-square of numbers": Case(
        lambda: TreeRegressor(stopping=ChiSquare()).fit(X, NUMBERS),
        "FTest",
        lambda: TreeRegressor(stopping=FTest()).fit(X, NUMBERS),
    ),
    "f-test of classes": Case(
        lambda: tree(stopping=FTest()), "ChiSquare", lambda: tree(stopping=ChiSquare())
    ),
    "id3 of numbers, buckets": Case(
        lambda: ID3Classifier().fit(X, Y),
        "numeric='buckets'",
        lambda: ID3Classifier(numeric="buckets").fit(X, Y),
    ),
    "id3 of numbers, kinds": Case(
        lambda: ID3Classifier().fit(X, Y),
        "kinds={'a': 'categorical'}",
        lambda: ID3Classifier(kinds={"a": "categorical"}).fit(X, Y),
    ),
    "id3 of numbers, c45": Case(
        lambda: ID3Classifier().fit(X, Y), "C45Classifier", lambda: C45Classifier().fit(X, Y)
    ),
    "prune by nothing": Case(
        lambda: TREE.prune(), "Pass one of the two", lambda: TREE.prune(cp=0.1)
    ),
    "prune by both": Case(
        lambda: TREE.prune("pessimistic", cp=0.1),
        "Pass one of the two",
        lambda: TREE.prune("pessimistic"),
    ),
    "two prices": Case(
        lambda: tree(pruning=CostComplexity(0.1, cp=0.1)),
        "Pass one",
        lambda: tree(pruning=CostComplexity(cp=0.1)),
    ),
    "rule of cost-complexity": Case(
        lambda: tree(pruning=CostComplexity(cv=3, rule="best")),
        "'min'",
        lambda: tree(pruning=CostComplexity(cv=3, rule="min")),
    ),
    "standard errors": Case(
        lambda: tree(pruning=CostComplexity(cv=3, rule="se")),
        "'1se'",
        lambda: tree(pruning=CostComplexity(cv=3, rule="1se")),
    ),
    "cross-validation after fit": Case(
        lambda: TREE.prune(CostComplexity(cv=3)),
        "pruning=CostComplexity(cv=...)",
        lambda: tree(pruning=CostComplexity(cv=3)),
    ),
    "plotcp": Case(
        lambda: TREE.cp_table_.plotcp(),
        "CostComplexity(cv=10)",
        lambda: tree(pruning=CostComplexity(cv=10)).cp_table_.plotcp(),
    ),
    "folds": Case(
        lambda: compare(X, Y, ["tree"], n_folds=1),
        "at least 2",
        lambda: compare(X, Y, ["tree"], n_folds=2),
    ),
    "species": Case(
        lambda: compare(X, Y, ["oak"]), "tree", lambda: compare(X, Y, ["tree"], n_folds=2)
    ),
    "order of arguments": Case(
        lambda: compare_pruners(TREE, X, Y),
        "compare_pruners(X, y, estimator)",
        lambda: compare_pruners(X, Y, TREE, n_folds=2),
    ),
    "class weights compared": Case(
        lambda: compare(X, Y, {"w": TreeClassifier(class_weight="balanced")}, n_folds=2),
        "sample_weight",
        lambda: compare(X, Y, {"w": TreeClassifier()}, sample_weight=[1.0, 2.0] * 6, n_folds=2),
    ),
    "complexity": Case(
        lambda: CARTClassifier(complexity=math.nan).fit(X, Y),
        "negative",
        lambda: CARTClassifier(complexity=-1).fit(X, Y),
    ),
    "shrink": Case(
        lambda: CARTRegressor(criterion="poisson", shrink=-1).fit(X, NUMBERS),
        "at least 0",
        lambda: CARTRegressor(criterion="poisson", shrink=0).fit(X, NUMBERS),
    ),
    "rules of numbers": Case(
        lambda: RuleRegressor(method="c45rules").fit(X, NUMBERS),
        "'adjusted'",
        lambda: RuleRegressor(method="adjusted").fit(X, NUMBERS),
    ),
    "rules of classes": Case(
        lambda: RuleClassifier(method="adjusted").fit(X, Y),
        "'c45rules'",
        lambda: RuleClassifier(method="c45rules").fit(X, Y),
    ),
    "node": Case(
        lambda: TREE.tree_.node(999),
        f"0 to {TREE.tree_.n_nodes - 1}",
        lambda: TREE.tree_.node(TREE.tree_.n_nodes - 1),
    ),
    "exposure of classes": Case(
        lambda: TREE.report(X, Y, exposure=[1.0] * 12),
        "Leave it out",
        lambda: TREE.report(X, Y, n_folds=2, n_trees=0),
    ),
    "trees of a report": Case(
        lambda: TREE.report(X, Y, n_folds=2, n_trees=-1),
        "at least 0",
        lambda: TREE.report(X, Y, n_folds=2, n_trees=0),
    ),
    "missing target": Case(
        lambda: TreeClassifier().fit(X, [None, *Y[1:]]),
        "Drop these samples",
        lambda: TreeClassifier().fit({name: column[1:] for name, column in X.items()}, Y[1:]),
    ),
    "held-out pruning after fit": Case(
        lambda: TREE.prune(ReducedError()),
        "prune while fitting",
        lambda: tree(pruning=ReducedError()),
    ),
    "held-out pruning, other samples": Case(
        lambda: TREE.prune(ReducedError()),
        "model.prune(pruner, X, y)",
        lambda: TREE.prune(ReducedError(), X, Y),
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_advice_of_an_error_works_when_followed(case):
    follow(case)
