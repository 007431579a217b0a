"""Which source has the rows of some data."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.sources.memory import MemorySource
from arboretum.statistics import Statistics

__all__ = ["open_source"]


def open_source(data: Dataset, statistics: Statistics) -> MemorySource:
    """The source of some data; a dataset is in memory."""
    return MemorySource(data, statistics)
