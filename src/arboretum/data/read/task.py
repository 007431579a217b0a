"""Whether a target names classes or measures something, where nobody says so.

Text and booleans are classes.  Of numbers nobody can tell for certain: two whole numbers are
the codes of two classes, and so are a few that lie close together and come again and again.
Ranks from 1 to 5 are read as classes too, which loses their order but no truth; what was
assumed is noted, with the way to overrule it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data.column import Codes, Column, Numbers, describe_values
from arboretum.data.read.kinds import is_integral
from arboretum.data.read.notes import Notes

__all__ = ["are_classes", "guess_task"]

#: More whole numbers than this are counts or amounts.
MOST_CODES = 10
#: Codes of classes leave few gaps, so that the largest is less than twice their number; unlike
#: years and sizes they begin near 0, where some are negative.
WIDEST, LOWEST = 2, -10
#: Each comes so often on average; of two numbers it takes less.
LEAST_REPEATS, LEAST_OF_TWO = 5, 2
#: Up to so many whole numbers might be codes after all, which is worth a note.
MANY_CODES = 30
#: Classes that come less often than this on average are hardly classes.
LEAST_SAMPLES = 2


def guess_task(targets: Mapping[str, Column], notes: Notes) -> bool:
    """Whether the targets are classes; what is not plain about that is noted."""
    found = {name: _distinct(column) for name, column in targets.items()}
    is_nominal = all(
        isinstance(column, Codes) or _are_codes(found[name], len(column), len(targets) == 1)
        for name, column in targets.items()
    ) or any(isinstance(column, Codes) for column in targets.values())
    alike: dict[str, list[str]] = {}
    for name, column in targets.items():
        if isinstance(column, Codes):
            _note_many_classes(name, column, notes)
        else:
            alike.setdefault(_listed(found[name]), []).append(name)
    for listed, names in alike.items():
        if listed:
            _note(names, listed, is_nominal, notes)
    return is_nominal


def are_classes(column: Column, n_rows: int, *, is_only: bool) -> bool:
    """Whether a target, the only one or one of several, is text or codes of classes."""
    return isinstance(column, Codes) or _are_codes(_distinct(column), n_rows, is_only)


def _distinct(column: Column) -> npt.NDArray[np.floating]:
    """The distinct numbers of a complete target; of text nothing."""
    return np.unique(column.values) if isinstance(column, Numbers) else np.empty(0)


def _are_codes(values: npt.NDArray[np.floating], n_rows: int, is_only: bool) -> bool:
    """Whether numbers are codes of classes; of several targets only two each are taken for such.

    Where several columns are predicted at once, a few whole numbers are mostly counts or ranks.
    """
    n = len(values)
    if not is_integral(values) or not 2 <= n <= MOST_CODES:
        return False
    if n == 2:
        return n_rows >= LEAST_OF_TWO * n
    is_near = values[0] >= LOWEST and values[-1] < WIDEST * n
    return is_only and is_near and n_rows >= LEAST_REPEATS * n


def _listed(values: npt.NDArray[np.floating]) -> str:
    """Whole numbers that may be classes or not, in words; nothing if they plainly are not."""
    if not is_integral(values) or not 2 <= len(values) <= MANY_CODES:
        return ""
    numbers = [f"{value:.0f}" for value in values]
    if len(numbers) > MOST_CODES:
        return f"{len(numbers)} whole numbers from {numbers[0]} to {numbers[-1]}"
    return f"{', '.join(numbers[:-1])} and {numbers[-1]}"


def _note(names: Sequence[str], listed: str, is_nominal: bool, notes: Notes) -> None:
    holds = f"target {names[0]!r} holds"
    if len(names) > 1:
        holds = f"targets {describe_values(names)} hold"
    if is_nominal:
        said, otherwise = "classes", "If they measure something: nominal=False."
    else:
        said, otherwise = "numbers", "If they stand for classes: nominal=True."
    notes.add(f"{holds} {listed}, read as {said}.", otherwise)


def _note_many_classes(name: str, column: Codes, notes: Notes) -> None:
    n_distinct = len(np.unique(column.codes))
    if len(column) >= MOST_CODES and len(column) < LEAST_SAMPLES * n_distinct:
        notes.add(
            f"target {name!r} holds {n_distinct} different texts in {len(column)} rows, read as "
            f"as many classes.",
            "If they are numbers, see how they are written; if they are names, choose another "
            "target.",
        )
