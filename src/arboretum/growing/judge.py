"""What the rules say of the splits found at a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arboretum.growing.recipe import Recipe
from arboretum.search import Choice, OpenNode, Searched
from arboretum.statistics import Statistics
from arboretum.stopping import SplitTest, StoppingRule
from arboretum.tree import PValue

__all__ = ["Verdict", "judge"]


@dataclass(frozen=True, eq=False)
class Verdict:
    """The choices that stand, best first, or the rule that rejects.

    No choice and no rule: the selector takes none.
    ``p`` is the outcome of that rule's test, else of the last test; None if no
    rule tests.
    """

    ranked: list[Choice]
    rejected_by: StoppingRule | None
    p: PValue | None


def judge(
    recipe: Recipe,
    node: OpenNode,
    choices: Sequence[Choice],
    statistics: Statistics,
    searched: Searched,
) -> Verdict:
    """Ask the rules and the selector about the best split of each feature."""
    p: PValue | None = None
    for rule in recipe.stopping:
        if isinstance(rule, SplitTest) and rule.as_filter:
            tested = [(rule.test(node, choice, searched), choice) for choice in choices]
            choices = [choice for found, choice in tested if rule.is_significant(found)]
            p = min((found for found, _ in tested), key=lambda found: found.p)
            if not choices:
                return Verdict([], rule, p)
    ranked = recipe.selector.rank(choices, node, statistics)
    if not ranked:
        return Verdict([], None, p)
    best = ranked[0]
    for rule in recipe.stopping:
        is_enough = True
        if isinstance(rule, SplitTest):
            p = rule.test(node, best, searched)
            is_enough = rule.is_significant(p)
        if not is_enough or rule.rejects(node, best):
            return Verdict(ranked, rule, p)
    return Verdict(ranked, None, p)
