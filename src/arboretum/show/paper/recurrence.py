"""How often the questions of a tree recur in trees of other samples, node by node."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arboretum.exceptions import ParameterError
from arboretum.explain import SplitStability, Stability
from arboretum.explain.stability import bounds_text
from arboretum.tree import Tree
from arboretum.tree.words.format import percent

__all__ = ["Recurrence", "recurrence_of"]


@dataclass(frozen=True)
class Recurrence:
    """What a picture or page says at its nodes about their stability.

    Attributes
    ----------
    brief : a few words for each inner node: how often, and between which thresholds
    whole : the same in full, for those who do not see the picture
    questions : what the nodes ask
    meaning : what the few words mean
    """

    brief: Mapping[int, str]
    whole: Mapping[int, str]
    questions: Mapping[int, str]
    meaning: str

    def in_words(self, nodes: Iterable[int]) -> str:
        """One sentence per question of some nodes."""
        asked = [node for node in nodes if node in self.whole]
        return "\n".join(f"{self.questions[node]}: {self.whole[node]}." for node in asked)


def recurrence_of(card: Stability | None, tree: Tree) -> Recurrence | None:
    """What a measurement of stability says about the nodes of its tree."""
    if card is None:
        return None
    if not isinstance(card, Stability):
        raise ParameterError(
            f"stability={card!r} is not a Stability. Pass explain.stability(estimator, X, y)."
        )
    if card.tree != tree:
        raise ParameterError(
            "stability was measured for another tree. Pass explain.stability(estimator, X, y) "
            "with the estimator and the samples of this one."
        )
    return Recurrence(
        {one.node: _brief(one, card) for one in card.splits},
        {one.node: _whole(one, card) for one in card.splits},
        {one.node: one.question for one in card.splits},
        f"In percent: how many of {card.how}, ask about the same feature there; "
        "then where 90 % of their thresholds lie.",
    )


def _brief(one: SplitStability, card: Stability) -> str:
    bounds = _between(one, card)
    return percent(one.same_way, 0) + (f", {bounds}" if bounds else "")


def _whole(one: SplitStability, card: Stability) -> str:
    bounds = _between(one, card)
    again = f"in {percent(one.same_way, 0)} of {card.n_trees} trees of other samples"
    return again + (f", 90 % of thresholds {bounds}" if bounds else "")


def _between(one: SplitStability, card: Stability) -> str:
    return " to ".join(dict.fromkeys(bounds_text(card.tree, one)))
