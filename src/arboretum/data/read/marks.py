"""Words that people write where they have no number."""

from __future__ import annotations

import re

__all__ = ["is_mark", "is_no_number", "is_sign"]

#: Signs that are not words: where they stand in a column of categories, the user is told.
_SIGNS = """
    ? ?? ??? - -- --- \u2013 \u2014 . .. ... * ** / n/a #n/a n.a. n.a n/d n.d. <na> (na) #null!
"""
#: Words that are missing among numbers, and categories among categories.
_WORDS = """
    na nan -nan null nil none unknown unk missing void blank empty undefined unavailable nodata
    tbd tba (null) (none) (blank) (missing) [null] <null> #na
    #div/0! #value! #ref! #num! #name? 1.#ind -1.#ind 1.#qnan -1.#qnan
"""
_PHRASES = (
    "#n/a n/a",
    "n / a",
    "don't know",
    "dont know",
    "missing value",
    "no answer",
    "no data",
    "no value",
    "not answered",
    "not applicable",
    "not available",
    "not given",
    "not known",
    "not measured",
    "not recorded",
    "not reported",
    "not stated",
    "not tested",
)
#: Where a laboratory found too little, and errors of spreadsheets that do not end in ! or ?.
_TOO_LITTLE = "nd bdl bql <lod <loq <dl lod loq"  # codespell:ignore nd,lod
_NO_NUMBERS = frozenset([*_TOO_LITTLE.split(), "#nv", "#n/d", "#n/b", "#н/д"])
#: Errors of spreadsheets in all languages, letters in brackets of statistical offices, the
#: colons of Eurostat, and the letters of Stata.
_CODED = re.compile(r"#\S{3,14}[!?]|[\[(][a-z]{1,4}[\])]|:(?: [a-z]{1,2})?|\.[a-z]")
SIGNS = frozenset(_SIGNS.split())
MARKS = SIGNS.union(_WORDS.split(), _PHRASES, [""])


def is_mark(text: str) -> bool:
    """Whether a text among numbers says that there is none, whatever its case and blanks.

    >>> is_mark(" N/A"), is_mark("Not available"), is_mark("12O")
    (True, True, False)
    """
    bare = " ".join(text.split()).casefold()
    return bare in MARKS


def is_no_number(text: str) -> bool:
    """Whether a text among numbers says why there is none; elsewhere it may say something.

    >>> is_no_number("#WERT!"), is_no_number("[c]"), is_no_number("?"), is_no_number("x")
    (True, True, True, False)
    """
    bare = " ".join(text.split()).casefold()
    return bare in MARKS or bare in _NO_NUMBERS or _CODED.fullmatch(bare) is not None


def is_sign(text: str) -> bool:
    """Whether a text hardly names a category either: a question mark, a dash, n/a.

    >>> is_sign("?"), is_sign("unknown")
    (True, False)
    """
    return text.strip().casefold() in SIGNS
