"""Growing: the readable loop, the native one, and which of the two grows a tree."""

from arboretum.growing.count_work import count_work
from arboretum.growing.feature_costs import FeatureCosts
from arboretum.growing.in_memory import grow_in_memory
from arboretum.growing.loop import Progress, grow
from arboretum.growing.recipe import Recipe
from arboretum.growing.replay import questions_of, replay
from arboretum.growing.work import Level, WorkDone

__all__ = [
    "FeatureCosts",
    "Level",
    "Progress",
    "Recipe",
    "WorkDone",
    "count_work",
    "grow",
    "grow_in_memory",
    "questions_of",
    "replay",
]
