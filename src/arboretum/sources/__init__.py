"""Sources: where counts come from."""

from arboretum.data import Dataset
from arboretum.sources.base import Route, Source, Totals, Wanted
from arboretum.sources.memory import MemorySource, check_n_rows
from arboretum.statistics import Statistics

__all__ = [
    "KNOWN",
    "MemorySource",
    "Route",
    "Source",
    "Totals",
    "Wanted",
    "check_n_rows",
    "open_source",
    "source_of",
]

#: Sources by name, in the order in which they are asked; memory, which takes any, is the last.
KNOWN: dict[str, type[Source]] = {
    "memory": MemorySource,
}


def source_of(dataset: Dataset) -> type[Source]:
    """The kind of source that reads a dataset where it is."""
    return next(source for source in KNOWN.values() if source.takes(dataset))


def open_source(dataset: Dataset, statistics: Statistics) -> Source:
    """The source of a dataset; all rows are at the root."""
    return source_of(dataset)(dataset, statistics)
