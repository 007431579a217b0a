"""The species by short name: which estimator grows classes and which numbers."""

from __future__ import annotations

from collections.abc import Mapping

from arboretum.estimators.c45 import C45Classifier
from arboretum.estimators.cart_classifier import CARTClassifier
from arboretum.estimators.cart_regressor import CARTRegressor
from arboretum.estimators.chaid_classifier import CHAIDClassifier
from arboretum.estimators.chaid_regressor import CHAIDRegressor
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.id3 import ID3Classifier
from arboretum.estimators.m5 import M5Regressor
from arboretum.estimators.mauve import MAUVERegressor
from arboretum.estimators.regressor import Regressor
from arboretum.estimators.retis import RETISRegressor
from arboretum.estimators.tree_classifier import TreeClassifier
from arboretum.estimators.tree_regressor import TreeRegressor

__all__ = ["CLASSIFIERS", "REGRESSORS"]

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
