"""Estimators: recipes with scikit-learn's manners."""

from arboretum.estimators.c45 import C45Classifier
from arboretum.estimators.cart_classifier import CARTClassifier
from arboretum.estimators.cart_regressor import CARTRegressor
from arboretum.estimators.chaid_classifier import CHAIDClassifier
from arboretum.estimators.chaid_regressor import CHAIDRegressor
from arboretum.estimators.hierarchical import HierarchicalClassifier
from arboretum.estimators.id3 import ID3Classifier
from arboretum.estimators.m5 import M5Regressor
from arboretum.estimators.mauve import MAUVERegressor
from arboretum.estimators.multi_label import MultiLabelClassifier
from arboretum.estimators.multi_target import MultiTargetRegressor
from arboretum.estimators.retis import RETISRegressor
from arboretum.estimators.rule_classifier import RuleClassifier
from arboretum.estimators.rule_regressor import RuleRegressor
from arboretum.estimators.species import CLASSIFIERS, REGRESSORS
from arboretum.estimators.tree_classifier import TreeClassifier
from arboretum.estimators.tree_regressor import TreeRegressor

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
