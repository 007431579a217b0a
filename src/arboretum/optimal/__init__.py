"""Trees that are proved best: no tree that asks such questions costs less."""

from arboretum.optimal.ahead import Ahead, ahead_tree
from arboretum.optimal.certificate import Certificate, gap_in_words
from arboretum.optimal.columns import MOST_CATEGORIES
from arboretum.optimal.limits import Limits
from arboretum.optimal.near_trees import NearTrees, near_trees
from arboretum.optimal.ranked_trees import RankedTrees
from arboretum.optimal.recipe import recipe_of_found
from arboretum.optimal.solve import best_tree, find_best
from arboretum.optimal.wanted import Wanted

__all__ = [
    "MOST_CATEGORIES",
    "Ahead",
    "Certificate",
    "Limits",
    "NearTrees",
    "RankedTrees",
    "Wanted",
    "ahead_tree",
    "best_tree",
    "find_best",
    "gap_in_words",
    "near_trees",
    "recipe_of_found",
]
