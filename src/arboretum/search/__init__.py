"""The words of growing: an open node, the splits found there, which tie, what mistakes cost."""

from arboretum.search.choice import Choice, OpenNode, OpenSplit, Searched
from arboretum.search.ties import rank_choices, tie_tolerance

__all__ = ["Choice", "OpenNode", "OpenSplit", "Searched", "rank_choices", "tie_tolerance"]
