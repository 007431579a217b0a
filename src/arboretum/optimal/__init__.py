"""Trees that are proved best: no tree that asks such questions costs less."""

from arboretum.optimal.certificate import Certificate, gap_in_words
from arboretum.optimal.limits import Limits
from arboretum.optimal.near_trees import NearTrees, near_trees
from arboretum.optimal.ranked_trees import RankedTrees
from arboretum.optimal.recipe import recipe_of_found
from arboretum.optimal.solve import best_tree
from arboretum.optimal.wanted import Wanted

__all__ = [
    "Certificate",
    "Limits",
    "NearTrees",
    "RankedTrees",
    "Wanted",
    "best_tree",
    "gap_in_words",
    "near_trees",
    "recipe_of_found",
]
