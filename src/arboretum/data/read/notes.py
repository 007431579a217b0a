"""What reading a table assumed or left out, in one line each.

A real table is rarely as its reader would like it.  Whoever reads one takes a
:class:`Notes` and adds a line for everything that was not plain; at the end
the notes are told to the user, or, if the user asked to be strict, become one
error that names all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from arboretum.exceptions import DataError, IntakeWarning, warn_the_user

__all__ = ["Note", "Notes", "large_integers", "name_rows", "taking_notes"]


def name_rows(rows: Sequence[int]) -> str:
    """Rows of a table in memory, counted from 0, in a message.

    >>> name_rows([3]), name_rows([3, 5])
    ('row 3', 'rows 3, 5')
    """
    return f"row{'s' if len(rows) != 1 else ''} {', '.join(map(str, rows))}"


@dataclass(frozen=True)
class Note:
    """One assumption: what was assumed, and what to write to get something else.

    ``otherwise`` speaks of parameters as the library names them; the command
    line turns it into its own words.
    """

    said: str
    otherwise: str = ""

    def __str__(self) -> str:
        return f"{self.said} {self.otherwise}".rstrip()


def large_integers(name: str) -> Note:
    """What is said of a column of integers that float64 would round."""
    return Note(
        f"column {name!r} holds integers too large to be held exactly: they are read as text.",
        f"If they are amounts: kinds={{{name!r}: 'numeric'}}.",
    )


@dataclass
class Notes:
    """Collects notes; an empty one that is not strict costs nothing.

    >>> notes = Notes()
    >>> notes.add("column 'age': 14 cells hold 'n/a', which is read as missing.")
    >>> [str(note) for note in notes]
    ["column 'age': 14 cells hold 'n/a', which is read as missing."]
    """

    strict: bool = False
    #: How rows are named in a message; a file's reader knows on which lines they stand.
    name_rows: Callable[[Sequence[int]], str] = name_rows
    _found: dict[Note, None] = field(default_factory=dict)

    def add(self, said: str, otherwise: str = "") -> None:
        """Note something, once however often it is said."""
        self._found[Note(said, otherwise)] = None

    def withdraw(self, note: Note) -> None:
        """Unsay what turned out to be otherwise, if it was said."""
        self._found.pop(note, None)

    def __iter__(self) -> Iterator[Note]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def refuse(self, what: str) -> None:
        """If strict, one error with everything that was noted about ``what``."""
        if self.strict and self._found:
            listed = "\n".join(f"  - {note}" for note in self)
            raise DataError(f"{what} is not plain, and strict reading was asked for:\n{listed}")

    def warn(self) -> None:
        """Each note as a warning, for callers that have no other place to tell them."""
        for note in self:
            warn_the_user(str(note), IntakeWarning)


class taking_notes:
    """The notes to add to: those given; or new ones, which become warnings at the end."""

    def __init__(self, notes: Notes | None) -> None:
        self._are_ours = notes is None
        self._notes = Notes() if notes is None else notes

    def __enter__(self) -> Notes:
        return self._notes

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._are_ours and kind is None:
            self._notes.warn()
