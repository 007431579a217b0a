"""What is wanted of a file: which columns, as what, under which assumptions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from arboretum.data.column import describe_values
from arboretum.data.read.notes import Notes
from arboretum.data.read.options import ReadOptions
from arboretum.exceptions import DataError

__all__ = ["Request", "require_columns"]


@dataclass(frozen=True)
class Request:
    """What is wanted of a file.

    Parameters
    ----------
    what : the file, in messages
    columns : names of those to read; all if None
    text : those to read as text
    numeric : those that must be numbers
    options : what the user says of the file
    notes : told what was assumed
    """

    what: str
    columns: Sequence[str] | None
    text: Collection[str]
    numeric: Collection[str]
    options: ReadOptions
    notes: Notes

    def require(self, names: Sequence[str]) -> None:
        """Refuse if the file has not the columns that are wanted."""
        require_columns(self.what, self.columns or (), names)

    def note(self, said: str, otherwise: str = "") -> None:
        """Note something about the file."""
        self.notes.add(f"{self.what}: {said}", otherwise)


def require_columns(what: str, columns: Iterable[str], known: Sequence[str]) -> None:
    """Refuse columns that a file does not have."""
    unknown = [name for name in columns if name not in known]
    if unknown:
        folded = {name.casefold(): name for name in reversed(known)}
        close = get_close_matches(unknown[0].casefold(), folded, n=1, cutoff=0.8)
        meant = f"Did you mean {folded[close[0]]!r}? " if close else ""
        raise DataError(
            f"{what} has no column {describe_values(unknown)}. {meant}"
            f"It has: {describe_values(known, 30)}."
        )
