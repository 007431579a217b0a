"""How samples are held out, in words."""

from __future__ import annotations

from numbers import Integral, Real
from typing import Any

from arboretum.tree.words.format import percent, plural

__all__ = ["folds_words"]


def folds_words(cv: Any, repeats: int = 1) -> str:
    """What follows "cross-validation with", of what ``CostComplexity`` takes as ``cv``.

    >>> folds_words(10, 3), folds_words(1 / 3)
    ('10 folds, dealt 3 times,', '33 % of the samples held out')
    """
    if isinstance(cv, Integral):
        words = plural(int(cv), "fold")
    elif isinstance(cv, Real):
        words = f"{percent(float(cv), 0)} of the samples held out"
    else:
        return "given folds"
    return words if repeats == 1 else f"{words}, dealt {repeats} times,"
