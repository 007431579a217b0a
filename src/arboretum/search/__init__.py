"""The words of growing: a node that is open, the splits found there, and which of them tie."""

from arboretum.search.choice import Choice, OpenSplit, Searched
from arboretum.search.node import OpenNode
from arboretum.search.ties import rank_choices, tie_tolerance

__all__ = ["Choice", "OpenNode", "OpenSplit", "Searched", "rank_choices", "tie_tolerance"]
