"""Checks for custom parts: they say, in words, what is wrong."""

from arboretum.testing.criterion import check_criterion
from arboretum.testing.leaf_model import check_leaf_model
from arboretum.testing.missing_policy import check_missing_policy
from arboretum.testing.splitter import check_splitter
from arboretum.testing.stopping_rule import check_stopping_rule

__all__ = [
    "check_criterion",
    "check_leaf_model",
    "check_missing_policy",
    "check_splitter",
    "check_stopping_rule",
]
