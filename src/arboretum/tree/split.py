"""The question a node asks.

One value covers every kind of question about one column, of any arity.  A column is a
feature or a combination of features (:class:`~arboretum.data.Schema` has them in order):

* ``interval``: numbers or the positions of ordered categories, cut at
  ascending ``thresholds``; branch ``b`` holds ``thresholds[b-1] < x <=
  thresholds[b]``.  One threshold is the familiar ``x <= t``.
* ``category``: ``branches[code]`` is the branch of each category, -1 for a
  category that no training sample at the node had.
* ``presence``: branch 0 if the value is known, 1 if it is missing.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

__all__ = ["SPREADS", "STAYS", "Split", "SplitKind"]

SplitKind = Literal["interval", "category", "presence"]

#: As ``missing_branch``: a sample that cannot answer stays at the node.
STAYS = -1
#: As ``missing_branch``: it goes down every branch, with the share of each in the weight below.
SPREADS = -2


@dataclass(frozen=True)
class Split:
    """A question about one column.

    ``missing_branch`` is where a sample goes that cannot answer: its value is
    missing, was never seen in training, or was not at this node in training.
    It may be ``STAYS`` or ``SPREADS``.
    """

    column: int
    kind: SplitKind
    arity: int
    thresholds: tuple[float, ...] = ()
    branches: tuple[int, ...] = ()
    missing_branch: int = STAYS

    def branch(self, value: float | int) -> int:
        """The branch of a number (a float) or of the code of a category (an int).

        ``missing_branch`` if the value is missing, or not known at this node.

        >>> split = Split(0, "interval", 2, thresholds=(4.5,), missing_branch=SPREADS)
        >>> split.branch(3.0), split.branch(5.0), split.branch(float("nan"))
        (0, 1, -2)
        """
        is_missing = math.isnan(value) if isinstance(value, float) else value < 0
        if self.kind == "presence":
            return int(is_missing)
        if is_missing:
            return self.missing_branch
        if self.kind == "interval":
            return bisect_left(self.thresholds, value)
        branch = self.branches[int(value)]
        return branch if branch >= 0 else self.missing_branch
