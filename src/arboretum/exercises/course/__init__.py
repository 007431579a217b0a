"""The exercises, topic by topic, in the order of a course."""

# Importing a topic puts its exercises into the catalogue, in this order.
from arboretum.exercises.course import purity  # noqa: F401, I001
from arboretum.exercises.course import gain  # noqa: F401
from arboretum.exercises.course import thresholds  # noqa: F401
from arboretum.exercises.course import numbers  # noqa: F401
from arboretum.exercises.course import stopping  # noqa: F401
from arboretum.exercises.course import codes  # noqa: F401
from arboretum.exercises.course import trees  # noqa: F401
