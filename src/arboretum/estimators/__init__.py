"""Estimators: recipes with scikit-learn's manners."""

from arboretum.estimators.tree_classifier import TreeClassifier
from arboretum.estimators.tree_regressor import TreeRegressor

__all__ = ["TreeClassifier", "TreeRegressor"]
