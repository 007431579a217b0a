"""Exercises for a course on trees, with a check that says which step went wrong."""

from arboretum.exercises import course as _course  # noqa: F401 - fills the catalogue
from arboretum.exercises.answers.choice import Choice, Members
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.tree_answer import ConsistentTree, GreedyTree
from arboretum.exercises.answers.verdict import Slip, Verdict
from arboretum.exercises.catalogue import exercise, exercises
from arboretum.exercises.exercise import Exercise, Expected

__all__ = [
    "Choice",
    "ConsistentTree",
    "Exercise",
    "Expected",
    "GreedyTree",
    "Members",
    "Number",
    "Numbers",
    "Slip",
    "Verdict",
    "exercise",
    "exercises",
]
