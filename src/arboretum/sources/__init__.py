"""Sources: where counts come from."""

from arboretum.data import Dataset
from arboretum.sources.base import Route, Source, Totals, Wanted
from arboretum.sources.memory import MemorySource, check_n_rows
from arboretum.statistics import Statistics

__all__ = ["MemorySource", "Route", "Source", "Totals", "Wanted", "check_n_rows", "open_source"]


def open_source(data: Dataset, statistics: Statistics) -> MemorySource:
    """The source of some data; a dataset is in memory."""
    return MemorySource(data, statistics)
