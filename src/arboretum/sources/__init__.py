"""Sources: where counts come from."""

from arboretum.sources.base import Source
from arboretum.sources.memory import MemorySource, check_n_rows

__all__ = ["MemorySource", "Source", "check_n_rows"]
