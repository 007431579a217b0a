"""What is said about numbers that were not written plainly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.column import describe_values
from arboretum.data.read.notes import Note
from arboretum.data.read.number_notation import Style, Written, possible_styles
from arboretum.data.read.texts import Texts, holds

__all__ = [
    "garbage_notes",
    "in_the_way",
    "keeps_zeros",
    "mark_notes",
    "numbers_as_text",
    "style_notes",
]


#: The signs of bounds; other numbers that are not exact are estimates.
_BOUNDS = "<>=≤≥+"


def keeps_zeros(texts: Texts, codes: Sequence[str]) -> Note:
    """That zeros in front make codes of digits."""
    return Note(
        f"{texts.label} holds codes with leading zeros such as {codes[0]!r}: they are categories, "
        f"not numbers.",
        f"To read numbers: kinds={{{texts.name!r}: 'numeric'}}.",
    )


def in_the_way(texts: Texts, garbage: Sequence[int], n_known: int, what: str = "numbers") -> Note:
    """What keeps a column from being numbers, or dates."""
    n = texts.n_cells(garbage)
    shown = describe_values([texts.values[i] for i in garbage], 3)
    remedy = f"To read these as missing: kinds={{{texts.name!r}: 'numeric'}}."
    if what != "numbers":
        remedy = f"If {texts.values[garbage[0]]!r} stands for a missing value: "
        remedy += f"na=({texts.values[garbage[0]]!r},)."
    return Note(
        f"{texts.label} holds {what}, but {n} of {n_known} cells hold something else, such as "
        f"{shown}: all of it is read as categories.",
        remedy,
    )


def style_notes(
    texts: Texts,
    written: Mapping[int, Written],
    values: npt.NDArray[np.float64],
    style: Style,
    is_ambiguous: bool,
    is_mixed: bool,
) -> list[Note]:
    """An example of each way in which numbers are not written as programs write them."""
    read = [i for i in written if not np.isnan(values[i])]
    odd = [i for i in read if not _is_plain(texts.values[i], values[i])]
    shown: dict[object, int] = {}
    for i in sorted(odd, key=lambda i: (-len(texts.values[i]), i)):
        shown.setdefault(_oddity(texts.values[i], written[i], is_mixed), i)
    bounds = [i for i in odd if written[i].is_bound]
    found = []
    examples = [
        f"{texts.values[i]!r} is read as {values[i]:.15g}"
        for i in shown.values()
        if not written[i].is_bound
    ]
    if examples and is_ambiguous:
        a_sign = "comma" if any("," in texts.values[i] for i in shown.values()) else "point"
        found = [
            Note(
                f"{texts.label}: {' and '.join(examples)}; the file does not show whether its "
                f"{a_sign} is a decimal sign.",
                f"If it is otherwise: decimal={',' if style.decimal == '.' else '.'!r}.",
            )
        ]
    elif examples:
        found = [Note(f"{texts.label}: {' and '.join(examples)}.")]
    if bounds:
        kinds = describe_values([texts.values[i] for i in bounds], 3)
        is_sharp = any(texts.values[i].strip(_BOUNDS) != texts.values[i] for i in bounds)
        found.append(
            Note(
                f"{texts.label}: {holds(texts.n_cells(bounds))} "
                f"{'a bound' if is_sharp else 'an estimate'} such as {kinds}, read as "
                f"the number in it.",
                f"To read categories: kinds={{{texts.name!r}: 'categorical'}}.",
            )
        )
    return found


def _oddity(text: str, one: Written, is_mixed: bool) -> object:
    """How a number is written that is not written plainly: one of each sort is shown."""
    decimal = sorted({style.decimal for style in possible_styles(one.pattern)}) if is_mixed else ()
    return one.is_bound, "(" in text, one.shift, one.body == "0" and "0" not in text, *decimal


def _is_plain(text: str, number: float) -> bool:
    """Whether a program would have written the number so."""
    if text.strip("0123456789.eE+-") or text.startswith("+") or text.endswith(("-", "+")):
        return False
    return float(text) == number


def mark_notes(texts: Texts, marks: Sequence[int], among: str) -> list[Note]:
    """That some words stand for no value, except those that always do."""
    marks = [i for i in marks if texts.counts[i]]
    if not marks:
        return []
    n = texts.n_cells(marks)
    words = describe_values([texts.values[i] for i in marks], 4)
    return [Note(f"{texts.label}: {holds(n)} {words}, read as missing among {among}.")]


def garbage_notes(texts: Texts, garbage: Sequence[int], what: str) -> list[Note]:
    """Which cells are read as missing since they are something else."""
    if not garbage:
        return []
    n = texts.n_cells(garbage)
    shown = ", ".join(f"{texts.values[i]!r} ({texts.where(i)})" for i in garbage[:5])
    more = f" and {len(garbage) - 5} more" if len(garbage) > 5 else ""
    many = what.removeprefix("a ").replace(" or ", "s or ") + "s"
    verb = f"1 cell is not {what}" if n == 1 else f"{n} cells are not {many}"
    return [
        Note(
            f"{texts.label}: {verb}, read as missing: {shown}{more}.",
            f"To keep them as categories: kinds={{{texts.name!r}: 'categorical'}}.",
        )
    ]


def numbers_as_text(texts: Texts) -> Note:
    """That a program stored numbers as text."""
    return Note(
        f"{texts.label} holds numbers as text, such as {texts.values[0]!r}; they are read as "
        f"numbers.",
        f"To keep them as categories: kinds={{{texts.name!r}: 'categorical'}}.",
    )
