"""Trees as rules: sentences that people can check, defend and change."""

from arboretum.rules.checking import Check
from arboretum.rules.condition import Condition, Spread, StandIn
from arboretum.rules.from_tree import rules_of
from arboretum.rules.if_then_else import if_then_else
from arboretum.rules.reviewing import Explanation, Overlap, Review
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet

__all__ = [
    "Check",
    "Condition",
    "Explanation",
    "Origin",
    "Overlap",
    "Review",
    "Rule",
    "RuleSet",
    "Spread",
    "StandIn",
    "if_then_else",
    "rules_of",
]
