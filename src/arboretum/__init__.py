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
        C50Classifier,
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
        NeighbourCorrection,
        OptimalClassifier,
        OptimalRegressor,
        ReadableTreeClassifier,
        ReadableTreeRegressor,
        RETISRegressor,
        RuleClassifier,
        RuleRegressor,
        TreeClassifier,
        TreeRegressor,
    )
    from arboretum.growing import FeatureCosts
    from arboretum.judging import compare, compare_missing, compare_pruners, stopping_path
    from arboretum.tree import Tree

__version__ = "0.1.0"

#: Where public names live that are not estimators.
_HOMES = {
    "Dataset": "data",
    "FeatureCosts": "growing",
    "Prior": "data",
    "Schema": "data",
    "Tree": "tree",
    "compare": "judging",
    "compare_missing": "judging",
    "compare_pruners": "judging",
    "stopping_path": "judging",
}

#: Public modules, reachable as attributes.
_MODULES = (
    "certifying",
    "criteria",
    "data",
    "datasets",
    "estimators",
    "exceptions",
    "exercises",
    "explain",
    "growing",
    "information",
    "judging",
    "leaves",
    "measures",
    "missing",
    "model",
    "optimal",
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
    "C50Classifier",
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
    "NeighbourCorrection",
    "OptimalClassifier",
    "OptimalRegressor",
    "Prior",
    "RETISRegressor",
    "ReadableTreeClassifier",
    "ReadableTreeRegressor",
    "RuleClassifier",
    "RuleRegressor",
    "Schema",
    "Tree",
    "TreeClassifier",
    "TreeRegressor",
    "__version__",
    "compare",
    "compare_missing",
    "compare_pruners",
    "stopping_path",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        value = getattr(import_module(f"arboretum.{_HOMES.get(name, 'estimators')}"), name)
        globals()[name] = value
        return value
    if name in _MODULES:
        return import_module(f"arboretum.{name}")
    raise AttributeError(f"module 'arboretum' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_MODULES])
