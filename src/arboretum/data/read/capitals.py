"""One category that people wrote with capitals here and without there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from arboretum.data.column import Codes, Column, describe_values, look_up
from arboretum.data.dataset import UNSEEN
from arboretum.data.read.notes import Notes
from arboretum.data.schema import Category

__all__ = ["as_known", "merge_spellings"]

#: Shorter words may be codes, in which capitals matter, as in the genes Aa; except these.
_SHORTEST = 3
_SHORT_WORDS = "y n j o m f w no ja si sí da ne nu ok xs s l xl"
_SHORT = frozenset(_SHORT_WORDS.split())
#: With more categories they are names or codes.
_MOST = 1000


def merge_spellings(column: Column, label: str, otherwise: str, notes: Notes) -> Column:
    """A column of text in which yes, Yes and YES are one category, called by the most usual.

    Parameters
    ----------
    column, label : the column, and what messages call it
    otherwise : how to keep them apart
    notes : told which were merged
    """
    if not isinstance(column, Codes) or not column.is_text or len(column.categories) > _MOST:
        return column
    groups = [group for group in _spellings(column.categories).values() if len(group) > 1]
    if not groups:
        return column
    counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.categories))
    one_of = {place: max(group, key=lambda i: counts[i]) for group in groups for place in group}
    names = [column.categories[one_of.get(i, i)] for i in range(len(column.categories))]
    shown = "; ".join(
        f"{describe_values([column.categories[i] for i in group])} are read as "
        f"{column.categories[one_of[group[0]]]!r}"
        for group in groups[:3]
    )
    more = f"; and {len(groups) - 3} more alike" if len(groups) > 3 else ""
    notes.add(f"{label}: {shown}{more}.", otherwise)
    return Codes.of_values(label, column.codes, names, is_text=True)


def as_known(codes: Codes, known: Sequence[Category], label: str, notes: Notes) -> Codes:
    """New samples' categories under the names of training, where only capitals differ."""
    place = {name: i for i, name in enumerate(known)}
    unseen = [name for name in codes.categories if name not in place]
    places = _spellings(known) if unseen else {}
    renamed = {}
    for name in unseen:
        same = places.get(_spelling(name) or "", [])
        if len(same) == 1:
            renamed[name] = known[same[0]]
    if not renamed:
        return codes
    shown = "; ".join(f"{one!r} is read as {other!r}" for one, other in list(renamed.items())[:3])
    notes.add(f"{label}: {shown}, as it was written in training.")
    moved = [place.get(renamed.get(name, name), UNSEEN) for name in codes.categories]
    return Codes(look_up(moved, codes.codes), tuple(known))


def _spellings(categories: Sequence[Category]) -> dict[str, list[int]]:
    """The places of the categories that are written alike except for capitals."""
    places = defaultdict(list)
    for i, name in enumerate(categories):
        spelling = _spelling(name)
        if spelling is not None:
            places[spelling].append(i)
    return places


def _spelling(name: Category) -> str | None:
    """A word without capitals; None for what is no word, or one such as McDonald."""
    if not isinstance(name, str) or name not in (
        name.lower(),
        name.upper(),
        name.capitalize(),
        name.title(),
    ):
        return None
    small = name.lower()
    is_word = len(small) >= _SHORTEST and small[0].isalpha() and not any(map(str.isdigit, small))
    return small if is_word or small in _SHORT else None
