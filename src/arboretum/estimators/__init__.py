"""Estimators: species with scikit-learn's manners."""

from collections.abc import Mapping

from arboretum import species
from arboretum.estimators.c45 import C45Classifier
from arboretum.estimators.c50 import C50Classifier
from arboretum.estimators.cart import CARTClassifier, CARTRegressor
from arboretum.estimators.chaid import CHAIDClassifier, CHAIDRegressor
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.hierarchical import HierarchicalClassifier
from arboretum.estimators.id3 import ID3Classifier
from arboretum.estimators.m5 import M5Regressor
from arboretum.estimators.mauve import MAUVERegressor
from arboretum.estimators.multi_label import MultiLabelClassifier
from arboretum.estimators.multi_target import MultiTargetRegressor
from arboretum.estimators.neighbours import NeighbourCorrection
from arboretum.estimators.optimal import OptimalClassifier, OptimalRegressor
from arboretum.estimators.readable import ReadableTreeClassifier, ReadableTreeRegressor
from arboretum.estimators.regressor import Regressor
from arboretum.estimators.retis import RETISRegressor
from arboretum.estimators.rules import RuleClassifier, RuleRegressor
from arboretum.estimators.stages import grow_in_stages
from arboretum.estimators.tree import TreeClassifier, TreeRegressor

__all__ = [
    "CLASSIFIERS",
    "REGRESSORS",
    "C45Classifier",
    "C50Classifier",
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
    "NeighbourCorrection",
    "OptimalClassifier",
    "OptimalRegressor",
    "RETISRegressor",
    "ReadableTreeClassifier",
    "ReadableTreeRegressor",
    "RuleClassifier",
    "RuleRegressor",
    "TreeClassifier",
    "TreeRegressor",
    "grow_in_stages",
]

#: Estimators of classes, and of numbers, by the name of their species.
CLASSIFIERS: Mapping[str, type[Classifier]] = {
    name: globals()[one.__name__] for name, one in species.CLASSIFIERS.items()
}
REGRESSORS: Mapping[str, type[Regressor]] = {
    name: globals()[one.__name__] for name, one in species.REGRESSORS.items()
}
