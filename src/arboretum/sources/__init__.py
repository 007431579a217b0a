"""Sources: where counts come from."""

from arboretum.sources.base import Route, Source, Totals, Wanted
from arboretum.sources.memory import MemorySource, check_n_rows
from arboretum.sources.open_source import open_source

__all__ = ["MemorySource", "Route", "Source", "Totals", "Wanted", "check_n_rows", "open_source"]
