"""Decision trees that people can read.

Names are loaded when first used, so that ``import arboretum`` is quick and
pulls in neither scikit-learn nor any data frame library.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arboretum.data import Dataset, Prior, Schema
    from arboretum.estimators import (
        C45Classifier,
        CARTClassifier,
        CARTRegressor,
        CHAIDClassifier,
        CHAIDRegressor,
        HierarchicalClassifier,
        ID3Classifier,
        M5Regressor,
        MAUVERegressor,
        MultiLabelClassifier,
        MultiTargetRegressor,
        RETISRegressor,
        RuleClassifier,
        RuleRegressor,
        TreeClassifier,
        TreeRegressor,
    )
    from arboretum.growing import FeatureCosts
    from arboretum.judging import compare, compare_pruners
    from arboretum.tree import Tree

__version__ = "0.1.0"

#: Where each public name lives.
_HOMES = {
    "C45Classifier": "arboretum.estimators",
    "CARTClassifier": "arboretum.estimators",
    "CARTRegressor": "arboretum.estimators",
    "CHAIDClassifier": "arboretum.estimators",
    "CHAIDRegressor": "arboretum.estimators",
    "Dataset": "arboretum.data",
    "FeatureCosts": "arboretum.growing",
    "HierarchicalClassifier": "arboretum.estimators",
    "ID3Classifier": "arboretum.estimators",
    "MultiLabelClassifier": "arboretum.estimators",
    "MultiTargetRegressor": "arboretum.estimators",
    "M5Regressor": "arboretum.estimators",
    "MAUVERegressor": "arboretum.estimators",
    "Prior": "arboretum.data",
    "RETISRegressor": "arboretum.estimators",
    "RuleClassifier": "arboretum.estimators",
    "RuleRegressor": "arboretum.estimators",
    "Schema": "arboretum.data",
    "Tree": "arboretum.tree",
    "TreeClassifier": "arboretum.estimators",
    "TreeRegressor": "arboretum.estimators",
    "compare": "arboretum.judging",
    "compare_pruners": "arboretum.judging",
}

#: Public modules, reachable as attributes.
_MODULES = (
    "criteria",
    "data",
    "datasets",
    "estimators",
    "exceptions",
    "explain",
    "growing",
    "judging",
    "leaves",
    "measures",
    "missing",
    "model",
    "pruning",
    "report",
    "rules",
    "selectors",
    "show",
    "sources",
    "splits",
    "statistics",
    "stopping",
    "testing",
    "tree",
)

__all__ = [
    "C45Classifier",
    "CARTClassifier",
    "CARTRegressor",
    "CHAIDClassifier",
    "CHAIDRegressor",
    "Dataset",
    "FeatureCosts",
    "HierarchicalClassifier",
    "ID3Classifier",
    "M5Regressor",
    "MAUVERegressor",
    "MultiLabelClassifier",
    "MultiTargetRegressor",
    "Prior",
    "RETISRegressor",
    "RuleClassifier",
    "RuleRegressor",
    "Schema",
    "Tree",
    "TreeClassifier",
    "TreeRegressor",
    "__version__",
    "compare",
    "compare_pruners",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return import_module(f"arboretum.{name}")
    raise AttributeError(f"module 'arboretum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])
