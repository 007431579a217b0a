"""Trees that are proved best: no tree that asks such questions costs less."""

from arboretum.optimal.certificate import Certificate, gap_in_words
from arboretum.optimal.limits import Limits
from arboretum.optimal.solve import best_tree

__all__ = ["Certificate", "Limits", "best_tree", "gap_in_words"]
