"""Estimators: recipes with scikit-learn's manners."""

from collections.abc import Mapping

from arboretum.estimators.c45 import C45Classifier
from arboretum.estimators.cart import CARTClassifier, CARTRegressor
from arboretum.estimators.chaid import CHAIDClassifier, CHAIDRegressor
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.hierarchical import HierarchicalClassifier
from arboretum.estimators.id3 import ID3Classifier
from arboretum.estimators.m5 import M5Regressor
from arboretum.estimators.mauve import MAUVERegressor
from arboretum.estimators.multi_label import MultiLabelClassifier
from arboretum.estimators.multi_target import MultiTargetRegressor
from arboretum.estimators.regressor import Regressor
from arboretum.estimators.retis import RETISRegressor
from arboretum.estimators.rules import RuleClassifier, RuleRegressor
from arboretum.estimators.tree import TreeClassifier, TreeRegressor

__all__ = [
    "CLASSIFIERS",
    "REGRESSORS",
    "C45Classifier",
    "CARTClassifier",
    "CARTRegressor",
    "CHAIDClassifier",
    "CHAIDRegressor",
    "HierarchicalClassifier",
    "ID3Classifier",
    "M5Regressor",
    "MAUVERegressor",
    "MultiLabelClassifier",
    "MultiTargetRegressor",
    "RETISRegressor",
    "RuleClassifier",
    "RuleRegressor",
    "TreeClassifier",
    "TreeRegressor",
]

#: Estimators of classes, by the name of their species.
CLASSIFIERS: Mapping[str, type[Classifier]] = {
    "tree": TreeClassifier,
    "id3": ID3Classifier,
    "c45": C45Classifier,
    "cart": CARTClassifier,
    "chaid": CHAIDClassifier,
}

#: Estimators of numbers, by the name of their species.
REGRESSORS: Mapping[str, type[Regressor]] = {
    "tree": TreeRegressor,
    "cart": CARTRegressor,
    "chaid": CHAIDRegressor,
    "m5": M5Regressor,
    "retis": RETISRegressor,
    "mauve": MAUVERegressor,
}
