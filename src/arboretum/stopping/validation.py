"""Stop where samples that were held out say so."""

from __future__ import annotations

from numbers import Real
from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.statistics import Statistics
from arboretum.stopping.base import StoppingRule
from arboretum.stopping.split_test import require_whole

__all__ = ["Validation"]


class Validation(StoppingRule):
    """Cautious splitting: a split stays only if it lowers the error on validation samples.

    The samples of a node that were held out are predicted by the node and by
    its children; if the children make no smaller error, or there are no such
    samples, the node is a leaf.  The error is the weight of wrong classes, the
    loss where there is a loss matrix, or for numbers the squared error (the
    absolute error if that is what the tree is grown by).

    Parameters
    ----------
    share : float
        The share of the samples to hold out; the tree is grown from the others.
    random_state : int
        Seed of the draw of these samples.
    data : tuple (X, y) or (X, y, sample_weight), optional
        Samples to validate on, instead of a share: then the tree is grown from all others.
    """

    name = "validation"

    def __init__(self, share: float = 0.3, random_state: int = 0, data: Any = None) -> None:
        self.share = share
        self.random_state = random_state
        self.data = data

    @property
    def reason(self) -> str:
        return "the best split does not lower the error on the validation samples"

    def check(self, statistics: Statistics) -> None:
        share = self.share
        if not isinstance(share, Real) or isinstance(share, bool) or not 0 < share < 1:
            raise ParameterError(
                f"share={share!r} of Validation must be a share of the samples between 0 and 1."
            )
        require_whole(self, "random_state", at_least=0)
        if self.data is not None and not (
            isinstance(self.data, tuple | list) and len(self.data) in (2, 3)
        ):
            raise ParameterError(
                "data of Validation must be (X, y) or (X, y, sample_weight), "
                f"but it is a {type(self.data).__name__}."
            )
