"""Trees for the eye."""

from arboretum.show.text import text

__all__ = ["text"]
