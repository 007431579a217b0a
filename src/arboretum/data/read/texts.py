"""The distinct texts of a column, which are looked at once each to find what the column means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Numbers
from arboretum.data.read.notes import Note, name_rows

__all__ = ["Reading", "Texts", "holds", "sign_note"]

#: At most this share of the cells may be something else, if they are few texts.
GARBAGE_SHARE = 0.02
GARBAGE_TEXTS = 10
#: One cell may be something else if there are so many.
ENOUGH_FOR_ONE = 20


def holds(n: int) -> str:
    """The beginning of what is said about so many cells.

    >>> holds(1), holds(14)
    ('1 cell holds', '14 cells hold')
    """
    return "1 cell holds" if n == 1 else f"{n} cells hold"


def sign_note(name: str, text: str, n: int, is_typed: bool) -> Note:
    """What is said of a sign such as a question mark that is read as a category."""
    return Note(
        f"column {name!r}: {holds(n)} {text!r}, which is a category.",
        "If it stands for a missing value, replace it by None."
        if is_typed
        else f"If it stands for a missing value: na=({text!r},).",
    )


@dataclass(frozen=True, eq=False)
class Texts:
    """The texts of a column: each once, and which of them every row holds.

    Parameters
    ----------
    name : of the column
    values : the distinct texts, without blanks around them
    codes : (n,) the place of each row's text among them; negative where there is none
    is_typed : whether a program stored them as text, as in a data frame
        In a text file everything is text, and says nothing.
    name_rows : how rows, counted from 0, are named in a message
    """

    name: str
    values: Sequence[str]
    codes: npt.NDArray[np.integer]
    is_typed: bool = False
    name_rows: Callable[[Sequence[int]], str] = name_rows

    @property
    def label(self) -> str:
        """The column in a message."""
        return f"column {self.name!r}"

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How many rows hold each text."""
        known = self.codes[self.codes >= 0]
        return np.bincount(known, minlength=len(self.values))

    def n_cells(self, places: Sequence[int]) -> int:
        """How many rows hold one of some texts."""
        return int(self.counts[list(places)].sum())

    def are_few(self, places: Sequence[int], n_known: int) -> bool:
        """Whether some texts stand in so few of the known cells that they are slips."""
        n = self.n_cells(places)
        is_small = n <= GARBAGE_SHARE * n_known or (n == 1 and n_known >= ENOUGH_FOR_ONE)
        return is_small and len(places) <= GARBAGE_TEXTS

    def where(self, place: int, limit: int = 3) -> str:
        """The first rows that hold a text, in words."""
        rows = np.flatnonzero(self.codes == place)
        more = f" and {len(rows) - limit} more" if len(rows) > limit else ""
        return self.name_rows(rows[:limit].tolist()) + more


@dataclass(frozen=True, eq=False)
class Reading:
    """What the texts of a column mean if they are read in one way.

    Parameters
    ----------
    numbers : one per text, NaN where it stands for none; with a clock if they are times
        None if the texts cannot be read in this way.
    notes : what was assumed; or what is in the way, if that is worth a word
    """

    numbers: Numbers | None = None
    notes: tuple[Note, ...] = field(default=())
