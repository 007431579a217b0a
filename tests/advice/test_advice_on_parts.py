"""Advice about parameters, and about parts that do not go together, works when it is followed."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.neighbors import KNeighborsRegressor

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    FeatureCosts,
    HierarchicalClassifier,
    ID3Classifier,
    M5Regressor,
    MAUVERegressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.criteria import InformationGain, WeightOfEvidence
from arboretum.exceptions import UnknownPartError
from arboretum.missing import Fractional
from arboretum.pruning import CostComplexity, ErrorBased
from arboretum.splits import Buckets, Grouped, Subset, Threshold
from arboretum.stopping import ChiSquare, MinScore, Permutation, Purity, Validation
from tests.advice.case import NUMBERS, TREE, Case, X, Y, follow, numbers, tree

GAPS = {"a": [None, *X["a"][1:]]}
LETTERS = {"b": [None, *X["b"][1:]]}
MANY = {"b": [f"c{i}" for i in range(30)] * 2}
LABELS = [{"r"}, {"s"}, {"r", "s"}] * 4
TWO = np.array([NUMBERS, NUMBERS[::-1]]).T
NEIGHBOUR = KNeighborsRegressor(1)
COSTS = {"a": 2, "b": 1}


def labels(**parameters):
    return MultiLabelClassifier(**parameters).fit(X, LABELS)


PARAMETERS = {
    "max_features": Case(
        lambda: tree(max_features=9), "from 1 to the 2 features", lambda: tree(max_features=2)
    ),
    "max_features misspelt": Case(
        lambda: tree(max_features="sqr"), "'sqrt'", lambda: tree(max_features="sqrt")
    ),
    "min_weight_fraction_leaf": Case(
        lambda: tree(min_weight_fraction_leaf=0.9),
        "from 0.0 to 0.5",
        lambda: tree(min_weight_fraction_leaf=0.5),
    ),
    "n_jobs": Case(
        lambda: tree(n_jobs=0).predict(X),
        "-1 for all cores",
        lambda: tree(n_jobs=-1).predict(X),
    ),
    "base of a logarithm": Case(
        lambda: tree(criterion=InformationGain(base=1)),
        "'e' (nats)",
        lambda: tree(criterion=InformationGain(base="e")),
    ),
    "odds": Case(
        lambda: tree(criterion=WeightOfEvidence(max_odds=1)),
        "such as 1000",
        lambda: tree(criterion=WeightOfEvidence(max_odds=1000)),
    ),
    "confidence": Case(
        lambda: tree(pruning=ErrorBased(confidence=0)),
        "C4.5 uses 0.25",
        lambda: tree(pruning=ErrorBased(confidence=0.25)),
    ),
    "confidence of J48": Case(
        lambda: tree(pruning=ErrorBased(confidence=0.7, limit="j48")),
        "at most 0.5",
        lambda: tree(pruning=ErrorBased(confidence=0.5, limit="j48")),
    ),
    "one fold": Case(
        lambda: tree(pruning=CostComplexity(cv=1)),
        "at least 2 folds",
        lambda: tree(pruning=CostComplexity(cv=2)),
    ),
    "folds of some": Case(
        lambda: tree(pruning=CostComplexity(cv=[0, 1])),
        "Pass one per sample",
        lambda: tree(pruning=CostComplexity(cv=[0, 1] * 6)),
    ),
    "permutations": Case(
        lambda: tree(stopping=Permutation(alpha=0.005, n_permutations=99)),
        "Use more permutations",
        lambda: tree(stopping=Permutation(alpha=0.005, n_permutations=199)),
    ),
    "validation by X": Case(
        lambda: tree(stopping=Validation(data=X)),
        "must be (X, y)",
        lambda: tree(stopping=Validation(data=(X, Y))),
    ),
    "exhaustive search": Case(
        lambda: tree(splits=(Threshold(), Subset(max_exhaustive=99))),
        "Use at most 20",
        lambda: tree(splits=(Threshold(), Subset(max_exhaustive=20))),
    ),
    "too many categories": Case(
        lambda: TreeClassifier(splits=Subset(search="exhaustive")).fit(MANY, list("pqr") * 20),
        "search='auto'",
        lambda: TreeClassifier(splits=Subset(search="auto")).fit(MANY, list("pqr") * 20),
    ),
    "alpha_resplit": Case(
        lambda: CHAIDClassifier(alpha_resplit=0.5).fit(X, Y),
        "below alpha_merge=0.05",
        lambda: CHAIDClassifier(alpha_resplit=0.04).fit(X, Y),
    ),
    "alpha_resplit of all steps": Case(
        lambda: CHAIDClassifier(alpha_resplit=0.04, exhaustive=True).fit(X, Y),
        "leave alpha_resplit=None",
        lambda: CHAIDClassifier(alpha_resplit=None, exhaustive=True).fit(X, Y),
    ),
    "prior of one class": Case(
        lambda: CARTClassifier(prior=[1]).fit(X, Y),
        "Pass one per class in the order 'p', 'q'",
        lambda: CARTClassifier(prior=[0.5, 0.5]).fit(X, Y),
    ),
    "prior by class": Case(
        lambda: CARTClassifier(prior=[1]).fit(X, Y),
        "a mapping from class to share",
        lambda: CARTClassifier(prior={"p": 0.5, "q": 0.5}).fit(X, Y),
    ),
    "method of rpart": Case(
        lambda: CARTClassifier.from_rpart(method="anova"),
        "the other CART estimator",
        lambda: CARTRegressor.from_rpart(method="anova"),
    ),
    "parameter of rpart": Case(
        lambda: CARTClassifier.from_rpart(maxdept=3),
        "'maxdepth'",
        lambda: CARTClassifier.from_rpart(maxdepth=3),
    ),
    "lines": Case(
        lambda: MAUVERegressor(lines="target").fit(X, NUMBERS),
        "'targets'",
        lambda: MAUVERegressor(lines="targets").fit(X, NUMBERS),
    ),
    "features of models": Case(
        lambda: M5Regressor(model_features=["A"]).fit(X, NUMBERS),
        "The features are 'a', 'b'",
        lambda: M5Regressor(model_features=["a"]).fit(X, NUMBERS),
    ),
    "cost of no feature": Case(
        lambda: tree(feature_costs={"A": 2}),
        "The features are: a, b",
        lambda: tree(feature_costs={"a": 2}),
    ),
    "rule of costs": Case(
        lambda: tree(feature_costs=FeatureCosts(COSTS, rule="ratios")),
        "'ratio'",
        lambda: tree(feature_costs=FeatureCosts(COSTS, rule="ratio")),
    ),
    "weights of targets": Case(
        lambda: MultiTargetRegressor(weights="same").fit(X, TWO),
        "'equal'",
        lambda: MultiTargetRegressor(weights="equal").fit(X, TWO),
    ),
    "strategy": Case(
        lambda: labels(strategy="powerset"),
        "'label_powerset'",
        lambda: labels(strategy="label_powerset"),
    ),
    "path of a label": Case(
        lambda: HierarchicalClassifier(hierarchy=["1/1/"]).fit(X, ["1/1"] * 12),
        "Write it as '1/1'",
        lambda: HierarchicalClassifier(hierarchy=["1/1"]).fit(X, ["1/1"] * 12),
    ),
    "label of no hierarchy": Case(
        lambda: HierarchicalClassifier(hierarchy=["1/1"]).fit(X, ["1/1", "1/2"] * 6),
        "Add the label to the hierarchy",
        lambda: HierarchicalClassifier(hierarchy=["1/1", "1/2"]).fit(X, ["1/1", "1/2"] * 6),
    ),
}
TOGETHER = {
    "criterion of numbers": Case(
        lambda: tree(criterion="squared_error"), "'gini'", lambda: tree(criterion="gini")
    ),
    "criterion of classes": Case(
        lambda: numbers(criterion="gini"),
        "'squared_error'",
        lambda: numbers(criterion="squared_error"),
    ),
    "rates below 0": Case(
        lambda: TreeRegressor(criterion="poisson").fit(X, [-1.0, *NUMBERS[1:]]),
        "criterion='squared_error'",
        lambda: TreeRegressor(criterion="squared_error").fit(X, [-1.0, *NUMBERS[1:]]),
    ),
    "leaf of numbers": Case(lambda: tree(leaf="mean"), "'majority'", lambda: tree(leaf="majority")),
    "leaf of classes": Case(
        lambda: numbers(leaf="majority"), "'median'", lambda: numbers(leaf="median")
    ),
    "pruner of numbers": Case(
        lambda: tree(pruning="m5"), "'reduced_error'", lambda: tree(pruning="reduced_error")
    ),
    "pruner of classes": Case(
        lambda: numbers(pruning="pessimistic"),
        "'cost_complexity'",
        lambda: numbers(pruning="cost_complexity"),
    ),
    "errors of majorities": Case(
        lambda: tree(leaf="majority", pruning="error_based"),
        "leaf='distribution'",
        lambda: tree(leaf="distribution", pruning="error_based"),
    ),
    "raised branches": Case(
        lambda: tree(missing=Fractional(by_class=True), pruning=ErrorBased(raising=True)),
        "raising=False",
        lambda: tree(missing=Fractional(by_class=True), pruning=ErrorBased(raising=False)),
    ),
    "raised branches, other samples": Case(
        lambda: TREE.prune("error_based", {k: v[:6] for k, v in X.items()}, Y[:6]),
        "Pass X, y and sample_weight as in fit",
        lambda: TREE.prune("error_based", X, Y),
    ),
    "purity of numbers": Case(
        lambda: numbers(stopping=Purity(0.9)),
        "Use MinScore",
        lambda: numbers(stopping=MinScore(0.1)),
    ),
    "any test": Case(
        lambda: numbers(stopping=ChiSquare()),
        "Permutation for any",
        lambda: numbers(stopping=Permutation()),
    ),
    "surrogates, splits": Case(
        lambda: tree(splits="multiway", missing="surrogate"),
        "splits='binary'",
        lambda: tree(splits="binary", missing="surrogate"),
    ),
    "surrogates, missing": Case(
        lambda: tree(splits="multiway", missing="surrogate"),
        "missing='direction'",
        lambda: tree(splits="multiway", missing="direction"),
    ),
    "values missing": Case(
        lambda: TreeClassifier(missing="error").fit(GAPS, Y),
        "missing='direction'",
        lambda: TreeClassifier(missing="direction").fit(GAPS, Y),
    ),
    "values missing for ID3": Case(
        lambda: ID3Classifier().fit(LETTERS, Y),
        "such as C4.5",
        lambda: C45Classifier().fit(LETTERS, Y),
    ),
    "shares by class": Case(
        lambda: numbers(missing=Fractional(by_class=True)),
        "by_class=False",
        lambda: numbers(missing=Fractional(by_class=False)),
    ),
    "models of shares": Case(
        lambda: M5Regressor(missing="fractional").fit(GAPS, NUMBERS),
        "such as 'direction'",
        lambda: M5Regressor(missing="direction").fit(GAPS, NUMBERS),
    ),
    "intervals by classes": Case(
        lambda: numbers(splits=(Buckets(method="mdl"), Subset())),
        "method='frequency'",
        lambda: numbers(splits=(Buckets(method="frequency"), Subset())),
    ),
    "groups by gain ratio": Case(
        lambda: numbers(splits=(Threshold(), Grouped())),
        "splits='binary'",
        lambda: numbers(splits="binary"),
    ),
    "share of classes": Case(
        lambda: numbers(splits=(Threshold(class_share=0.1), Subset())),
        "Use class_share=0 and min_samples_leaf",
        lambda: numbers(splits=(Threshold(class_share=0), Subset()), min_samples_leaf=2),
    ),
    "kind without a splitter": Case(
        lambda: tree(splits=(Subset(),)),
        "Add one that does, such as Threshold()",
        lambda: tree(splits=(Subset(), Threshold())),
    ),
    "bits of information": Case(
        lambda: tree(feature_costs=FeatureCosts(COSTS, rule="eg2")),
        "criterion='entropy'",
        lambda: tree(criterion="entropy", feature_costs=FeatureCosts(COSTS, rule="eg2")),
    ),
    "weights of a model": Case(
        lambda: TreeRegressor(leaf=NEIGHBOUR).fit(X, NUMBERS, sample_weight=[1.0, 2.0] * 6),
        "no weights",
        lambda: TreeRegressor(leaf=NEIGHBOUR).fit(X, NUMBERS),
    ),
    "targets of a model": Case(
        lambda: M5Regressor().fit(X, TWO),
        "Fit one tree per target",
        lambda: [M5Regressor().fit(X, target) for target in TWO.T],
    ),
    "weights of labels": Case(
        lambda: labels(strategy="binary_relevance", weights=[1, 2]),
        "strategy='vector'",
        lambda: labels(strategy="vector", weights=[1, 2]),
    ),
    "tree of many": Case(
        lambda: labels(strategy="binary_relevance").tree_,
        "Look at trees_",
        lambda: labels(strategy="binary_relevance").trees_,
    ),
}


@pytest.mark.parametrize("case", PARAMETERS.values(), ids=PARAMETERS)
def test_the_advice_about_a_parameter_works_when_followed(case):
    follow(case)


@pytest.mark.parametrize("case", TOGETHER.values(), ids=TOGETHER)
def test_the_advice_about_parts_together_works_when_followed(case):
    follow(case)


@pytest.mark.parametrize("argument", ["criterion", "leaf", "missing"])
@pytest.mark.parametrize("grow", [tree, numbers])
def test_every_name_that_is_offered_for_a_part_is_taken(grow, argument):
    with pytest.raises(UnknownPartError) as caught:
        grow(**{argument: "unknown"})

    offered = str(caught.value).split("Known names: ")[1].split(";")[0].split(", ")
    assert len(offered) == len(set(offered)) > 1
    for name in offered:
        grow(**{argument: name.strip("'")})
