"""Species of trees: each makes a recipe of its parameters and grows trees by it.

``arboretum.estimators`` has the same with scikit-learn's manners, which growing does without.
"""

from collections.abc import Mapping

from arboretum.species.base import ClassSpecies, NumberSpecies, Species
from arboretum.species.c45 import C45Classifier
from arboretum.species.c50 import C50Classifier
from arboretum.species.cart import CARTClassifier, CARTRegressor
from arboretum.species.chaid import CHAIDClassifier, CHAIDRegressor
from arboretum.species.id3 import ID3Classifier
from arboretum.species.m5 import M5Regressor
from arboretum.species.mauve import MAUVERegressor
from arboretum.species.optimal import OptimalClassifier, OptimalRegressor
from arboretum.species.readable_classes import ReadableTreeClassifier
from arboretum.species.readable_numbers import ReadableTreeRegressor
from arboretum.species.retis import RETISRegressor
from arboretum.species.tree import TreeClassifier, TreeRegressor

__all__ = [
    "CLASSIFIERS",
    "ON_REQUEST",
    "REGRESSORS",
    "TOGETHER",
    "ClassSpecies",
    "NumberSpecies",
    "Species",
]

#: Species that predict classes, by name.
CLASSIFIERS: Mapping[str, type[ClassSpecies]] = {
    "auto": ReadableTreeClassifier,
    "tree": TreeClassifier,
    "id3": ID3Classifier,
    "c45": C45Classifier,
    "c50": C50Classifier,
    "cart": CARTClassifier,
    "chaid": CHAIDClassifier,
    "optimal": OptimalClassifier,
}

#: Species that predict numbers, by name.
REGRESSORS: Mapping[str, type[NumberSpecies]] = {
    "auto": ReadableTreeRegressor,
    "tree": TreeRegressor,
    "cart": CARTRegressor,
    "chaid": CHAIDRegressor,
    "m5": M5Regressor,
    "retis": RETISRegressor,
    "mauve": MAUVERegressor,
    "optimal": OptimalRegressor,
}

#: Species that a comparison takes only where they are named: their search takes much longer.
ON_REQUEST: frozenset[str] = frozenset({"optimal"})

#: Species of several targets at once by name, and their estimators, which need scikit-learn.
TOGETHER: Mapping[str, str] = {
    "vector": "MultiTargetRegressor",
    "hierarchy": "HierarchicalClassifier",
}
