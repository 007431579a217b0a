"""Shorter rules from those of a tree: conditions dropped, rules chosen and put in order."""

from arboretum.rules.post_pruning.base import PostPruning
from arboretum.rules.post_pruning.expectation import Samples
from arboretum.rules.post_pruning.methods import (
    AdjustedRules,
    AveragedRules,
    C5Rules,
    C45Rules,
    ValidatedRules,
)
from arboretum.rules.post_pruning.post_prune import post_prune

__all__ = [
    "KNOWN",
    "AdjustedRules",
    "AveragedRules",
    "C5Rules",
    "C45Rules",
    "PostPruning",
    "Samples",
    "ValidatedRules",
    "post_prune",
]

#: Methods by short name.
KNOWN: dict[str, type[PostPruning]] = {
    method.name: method
    for method in (C45Rules, C5Rules, AdjustedRules, AveragedRules, ValidatedRules)
}
