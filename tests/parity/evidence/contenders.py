"""Who is measured on the shared tables: our estimators as they come, and what can be run here.

To have another one measured, add a line here and run ``python -m tests.parity.evidence.record``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

import arboretum as a
from arboretum.data import Schema
from arboretum.growing import Recipe
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity

__all__ = ["CONTENDERS", "LEFT_OUT", "TWINS"]

#: An estimator for so many training samples.
Make = Callable[[int], Any]


def usual(kind: type, **given: Any) -> Make:
    """An estimator as it comes, but for what is given."""
    return lambda n_samples: kind(**given)


def rpart_one_se(n_samples: int) -> Any:
    """As rpart was told to prune: to one standard error, sample i in inner fold i mod 10."""
    pruning = CostComplexity(cv=np.arange(n_samples) % 10, rule="1se")
    return a.CARTClassifier(closed="left", complexity=0.0, pruning=pruning)


class SmoothedC50(a.C50Classifier):
    """C5.0's tree with shares as after one more sample, in case the program smooths its own."""

    def __init__(self) -> None:
        super().__init__()

    def _recipe(self, schema: Schema) -> Recipe:
        return replace(super()._recipe(schema), leaf=MEstimate(m=1))


def scikit_learn(kind: str) -> Make:
    """Its tree with its defaults; categories have a column of 0 and 1 each."""

    def make(n_samples: int) -> Any:
        from sklearn import compose, pipeline, preprocessing, tree

        encoder = preprocessing.OneHotEncoder(handle_unknown="ignore", sparse_output=False)
        categories = compose.make_column_selector(dtype_include=["category", "object"])
        columns = compose.make_column_transformer(
            (encoder, categories), remainder="passthrough", verbose_feature_names_out=False
        )
        return pipeline.make_pipeline(columns, getattr(tree, kind)(random_state=0))

    return make


#: Those of classes that all tables can be given to.
OF_CLASSES = {
    "readable": usual(a.ReadableTreeClassifier, n_jobs=1),
    "TreeClassifier": usual(a.TreeClassifier),
    "CART": usual(a.CARTClassifier),
    "C4.5": usual(a.C45Classifier),
    "C50": usual(a.C50Classifier),
    "scikit-learn": scikit_learn("DecisionTreeClassifier"),
}
CONTENDERS: Mapping[str, Mapping[str, Make]] = {
    "classes": {
        **OF_CLASSES,
        "readable, smallest": usual(a.ReadableTreeClassifier, size="smallest", n_jobs=1),
        "CHAID": usual(a.CHAIDClassifier),
        "C50, smoothed": usual(SmoothedC50),
        "as rpart": usual(a.CARTClassifier, closed="left"),
        "as rpart 1-SE": rpart_one_se,
    },
    "others": OF_CLASSES,
    "rules": {
        "RuleClassifier": usual(a.RuleClassifier),
        "RuleClassifier, c5rules": usual(a.RuleClassifier, method="c5rules"),
    },
    "numbers": {
        "readable": usual(a.ReadableTreeRegressor, n_jobs=1),
        "RuleRegressor": usual(a.RuleRegressor),
        "M5'": usual(a.M5Regressor),
        "MAUVE": usual(a.MAUVERegressor),
        "RETIS": usual(a.RETISRegressor),
        "CART": usual(a.CARTRegressor),
        "TreeRegressor": usual(a.TreeRegressor),
        "scikit-learn": scikit_learn("DecisionTreeRegressor"),
    },
    "targets": {"MultiTargetRegressor": usual(a.MultiTargetRegressor)},
    "labels": {
        "vector": usual(a.MultiLabelClassifier),
        "binary_relevance": usual(a.MultiLabelClassifier, strategy="binary_relevance"),
        "label_powerset": usual(a.MultiLabelClassifier, strategy="label_powerset"),
    },
}
#: Table and contender: equations of so many terms that ten folds take many minutes; a feature of
#: more categories than are grouped, which is refused.
LEFT_OUT = {("ames_housing", "RETIS"), ("cylinder_bands", "C50")}
#: Contenders that stand for a program whose shares of classes were not recorded.
TWINS = {"rpart": "as rpart", "rpart 1-SE": "as rpart 1-SE", "J48": "C4.5", "C5.0": "C50"}
