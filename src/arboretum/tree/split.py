"""The question a node asks.

One value covers every kind of question on one feature, of any arity:

* ``interval``: numbers or the positions of ordered categories, cut at
  ascending ``thresholds``; branch ``b`` holds ``thresholds[b-1] < x <=
  thresholds[b]``.  One threshold is the familiar ``x <= t``.
* ``category``: ``branches[code]`` is the branch of each category, -1 for a
  category that no training sample at the node had.
* ``presence``: branch 0 if the value is known, 1 if it is missing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["STAYS", "Split", "SplitKind"]

SplitKind = Literal["interval", "category", "presence"]

#: As ``missing_branch``: a sample that cannot answer stays at the node.
STAYS = -1


@dataclass(frozen=True)
class Split:
    """A question on one feature.

    ``missing_branch`` is where a sample goes that cannot answer: its value is
    missing, was never seen in training, or was not at this node in training.
    """

    feature: int
    kind: SplitKind
    arity: int
    thresholds: tuple[float, ...] = ()
    branches: tuple[int, ...] = ()
    missing_branch: int = STAYS
