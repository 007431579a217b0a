"""Sources: where counts come from."""

from arboretum.sources.base import Source
from arboretum.sources.memory import MemorySource

__all__ = ["MemorySource", "Source"]
