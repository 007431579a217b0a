"""Stop where splits do not help on samples that were held out."""

from __future__ import annotations

from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.part import is_number, require_whole
from arboretum.statistics import Statistics
from arboretum.stopping.base import StoppingRule

__all__ = ["Validation", "check_validation"]


class Validation(StoppingRule):
    """Cautious splitting: a split stays only if it lowers the error on validation samples.

    The samples of a node that were held out are predicted by the node and by
    its children; if the children do not make a smaller error, or there are no such
    samples, the node is a leaf.  The error is the weight of wrong classes, the
    loss where there is a loss matrix, or for numbers the squared error (the
    absolute error or the deviance if that is what the tree is grown by).

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
    reason = "the best split does not lower the error on the validation samples"

    def __init__(self, share: float = 0.3, random_state: int = 0, data: Any = None) -> None:
        self.share = share
        self.random_state = random_state
        self.data = data

    @property
    def held_out(self) -> tuple[float, int, Any]:
        return self.share, self.random_state, self.data

    def check(self, statistics: Statistics) -> None:
        check_validation(self)


def check_validation(part: Any) -> None:
    """Refuse parameters that do not say which samples to judge by.

    ``part`` has the parameters ``share``, ``random_state`` and ``data``.
    """
    owner, share, data = type(part).__name__, part.share, part.data
    if not is_number(share) or not 0 < share < 1:
        raise ParameterError(
            f"share={share!r} of {owner} must be a share of the samples between 0 and 1."
        )
    require_whole(part, "random_state", at_least=0)
    if data is not None and not (isinstance(data, tuple | list) and len(data) in (2, 3)):
        raise ParameterError(
            f"data of {owner} must be (X, y) or (X, y, sample_weight), "
            f"but it is a {type(data).__name__}."
        )
