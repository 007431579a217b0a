"""How a file is to be read, where the user knows better than the file shows."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from arboretum.exceptions import ParameterError

__all__ = ["MISSING_WORDS", "ReadOptions"]

#: What stands for a missing value in every column, apart from an empty cell.
MISSING_WORDS = ("NA", "N/A", "NaN", "nan", "null", "NULL", r"\N")


@dataclass(frozen=True)
class ReadOptions:
    """What to assume of a table; whatever is None is found out, and said where it is not plain.

    Parameters
    ----------
    na : more words that stand for a missing value, in every column
        Numbers too: ``na=("-999",)``.
    missing : words that always do, apart from an empty cell
        Pass ``()`` where "NA" is a category, such as Namibia.
    decimal : "." or ",", the decimal sign of numbers
    thousands : ",", ".", " " or "'", the sign between groups of three digits
    encoding : how the characters of a text file are stored, such as "latin-1"
    delimiter : what stands between cells; " " means any run of blanks
    skip : lines of a text file, or rows of a sheet, above the column names
    header : whether the first line that is read holds the column names
    sheet : name of the sheet of a workbook; the first if None

    Examples
    --------
    >>> ReadOptions(na=("?",), decimal=",").decimal
    ','
    """

    na: tuple[str, ...] = ()
    missing: tuple[str, ...] = MISSING_WORDS
    decimal: str | None = None
    thousands: str | None = None
    encoding: str | None = None
    delimiter: str | None = None
    skip: int | None = None
    header: bool | None = None
    sheet: str | None = None

    def __post_init__(self) -> None:
        for name in ("na", "missing"):
            words = getattr(self, name)
            if isinstance(words, str):
                raise ParameterError(
                    f"{name}={words!r} must be several words: {name}=({words!r},)."
                )
            object.__setattr__(self, name, tuple(map(str, words)))
        if self.decimal not in (None, ".", ","):
            raise ParameterError(f"decimal={self.decimal!r} must be '.' or ','.")
        if self.thousands not in (None, ".", ",", " ", "'"):
            raise ParameterError(
                f"thousands={self.thousands!r} must be one of ',', '.', ' ', \"'\"."
            )
        if self.decimal is not None and self.decimal == self.thousands:
            raise ParameterError(
                f"decimal={self.decimal!r} and thousands={self.thousands!r} must differ."
            )
        if self.delimiter is not None and len(self.delimiter) != 1:
            raise ParameterError(f"delimiter={self.delimiter!r} must be one character.")
        if self.skip is not None and self.skip < 0:
            raise ParameterError(f"skip={self.skip} must be 0 or more lines.")
        if self.encoding is not None:
            try:
                codecs.lookup(self.encoding)
            except LookupError:
                raise ParameterError(
                    f"encoding={self.encoding!r} is not known. Usual ones: 'utf-8', 'cp1252', "
                    f"'latin-1', 'utf-16', 'cp437', 'shift_jis'."
                ) from None

    @property
    def missing_words(self) -> tuple[str, ...]:
        """All words that stand for a missing value in every column."""
        return tuple(dict.fromkeys((*self.missing, *self.na)))
