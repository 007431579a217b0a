"""A nasty file, and what a careful analyst would get from it by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arboretum.data import ReadOptions


@dataclass(frozen=True)
class Case:
    """One file.

    ``columns`` are the values by name, None for missing; ``notes`` are patterns, one for each
    line that must be said, and no other may be.
    """

    content: bytes | str
    columns: dict[str, list[Any]]
    notes: list[str] = field(default_factory=list)
    name: str = "data.csv"
    options: ReadOptions = field(default_factory=ReadOptions)

    @property
    def data(self) -> bytes:
        return self.content if isinstance(self.content, bytes) else self.content.encode()


def column(name: str, cells: list[Any]) -> str:
    """A file with that column and one of letters, so that the table has two."""
    lines = [f"{name};z", *(f"{cell};{'ab'[i % 2]}" for i, cell in enumerate(cells))]
    return "\n".join(lines) + "\n"


def letters(n: int) -> list[str]:
    return ["ab"[i % 2] for i in range(n)]
