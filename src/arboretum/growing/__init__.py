"""Growing: the readable loop and what it asks of the parts."""

from arboretum.growing.grow import Progress, grow
from arboretum.growing.recipe import Recipe

__all__ = ["Progress", "Recipe", "grow"]
