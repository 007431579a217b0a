"""Reasons to stop, numbered so that equal trees have equal codes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["by_first_appearance"]

Codes = npt.NDArray[np.int16]


def by_first_appearance(codes: Codes, reasons: tuple[str, ...]) -> tuple[Codes, tuple[str, ...]]:
    """The same reasons, each once, in the order in which nodes first give them; -1 stays."""
    first = {}
    for code in range(len(reasons)):
        is_it = codes == code
        place = int(is_it.argmax())
        if is_it[place]:
            first[place] = code
    used = [first[place] for place in sorted(first)]
    names = [reasons[code] for code in used]
    unique = tuple(dict.fromkeys(names))
    recode = np.full(len(reasons) + 1, -1, dtype=np.int16)
    recode[used] = [unique.index(name) for name in names]
    return recode[codes], unique
