"""When a node becomes a leaf."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.part import Part
from arboretum.search import Choice, OpenNode
from arboretum.statistics import Statistics

__all__ = ["StoppingRule"]

FloatArray = npt.NDArray[np.float64]


class StoppingRule(Part):
    """Decides that a node is a leaf, at three moments; override what applies.

    The first rule that says so is remembered as the reason why the node
    stopped.
    """

    @property
    def reason(self) -> str:
        """Why a node stopped, for people."""
        return repr(self)

    @property
    def admits_some_only(self) -> bool:
        """Whether this rule keeps some candidates from competing."""
        return type(self).admits is not StoppingRule.admits

    @property
    def held_out(self) -> tuple[float, int, Any] | None:
        """The share of the samples to hold out, the seed of that draw, and samples to take instead.

        None, as of most rules: it does not judge by samples held out.  A tree is grown
        without such a rule, then cut back to the splits that help on those samples.
        """
        return None

    def at_price(self, price: float) -> StoppingRule:
        """The rule where no tree is asked for at which a leaf costs less than ``price``."""
        return self

    def check(self, statistics: Statistics) -> None:
        """Refuse, before any work is done, statistics this rule cannot read."""

    def stops(self, node: OpenNode) -> bool:
        """Whether to stop before looking for a split."""
        return False

    def admits(
        self, node: OpenNode, counts: FloatArray, weights: FloatArray
    ) -> npt.NDArray[np.bool_]:
        """Which candidates may compete.

        ``counts`` and ``weights`` have shape (n_candidates, arity): how many
        samples each branch would hold, and what they weigh.
        """
        return np.ones(len(counts), dtype=bool)

    def rejects(self, node: OpenNode, choice: Choice) -> bool:
        """Whether the best split found is not good enough."""
        return False
