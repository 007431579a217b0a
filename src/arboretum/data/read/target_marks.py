"""Marks such as ``?`` in a target of classes: rows without a target, or one more class."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Column, describe_values
from arboretum.data.read.marks import is_mark, is_sign
from arboretum.data.read.notes import Notes
from arboretum.data.read.texts import holds, sign_note

__all__ = ["marked_rows"]

#: A sign in more than this share of the rows is a class: a dash that says "no".
_MOST_SIGNS = 0.5


def marked_rows(
    name: str, column: Column, notes: Notes, known: Collection[object] = ()
) -> npt.NDArray[np.bool_] | None:
    """The rows in which a target of classes holds a sign that there is none; None if no row.

    A question mark, a dash or n/a hardly names a class, but if no two others are left, or
    most rows hold it, it does.  A word such as "unknown" stays a class, which is said.

    Parameters
    ----------
    name, column : the target
    notes : told what is not plain about it; what rows are left out is for the caller to say
    known : classes, whatever they look like
    """
    if not isinstance(column, Codes) or column.is_declared:
        return None
    counts = np.bincount(column.codes[column.codes >= 0], minlength=len(column.categories))
    held = {i: text for i, text in enumerate(column.categories) if counts[i] and text not in known}
    signs = [i for i, text in held.items() if isinstance(text, str) and is_sign(text)]
    _note_words(name, [(str(text), int(counts[i])) for i, text in held.items()], notes)
    others = int(np.count_nonzero(counts)) - len(signs)
    n_signs = int(counts[signs].sum())
    if not signs or others < 2 or "+" in held.values() or n_signs > _MOST_SIGNS * counts.sum():
        return None
    for i in signs:
        for is_typed in (False, True):
            notes.withdraw(sign_note(name, str(held[i]), int(counts[i]), is_typed))
    shown = describe_values([held[i] for i in signs])
    notes.add(
        f"target {name!r}: {holds(n_signs)} {shown}, read as missing.",
        f"If that is a class: keep={name!r}.",
    )
    is_marked: npt.NDArray[np.bool_] = np.isin(column.codes, signs)
    return is_marked


def _note_words(name: str, held: list[tuple[str, int]], notes: Notes) -> None:
    for text, n in held:
        if is_mark(text) and not is_sign(text):
            notes.add(
                f"target {name!r}: {holds(n)} {text!r}, which is read as a class.",
                f"If it stands for a missing value: na=({text!r},).",
            )
