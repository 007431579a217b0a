"""Shorter rules from those of a tree: conditions dropped, rules chosen and put in order."""

from arboretum.rules.post_pruning.adjusted import AdjustedRules
from arboretum.rules.post_pruning.base import PostPruning
from arboretum.rules.post_pruning.c45rules import C45Rules
from arboretum.rules.post_pruning.draft import Samples
from arboretum.rules.post_pruning.post_prune import post_prune
from arboretum.rules.post_pruning.validation import ValidatedRules

__all__ = [
    "KNOWN",
    "AdjustedRules",
    "C45Rules",
    "PostPruning",
    "Samples",
    "ValidatedRules",
    "post_prune",
]

#: Methods by short name.
KNOWN: dict[str, type[PostPruning]] = {
    method.name: method for method in (C45Rules, AdjustedRules, ValidatedRules)
}
