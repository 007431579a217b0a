"""How far chance may move a share."""

from __future__ import annotations

import math

__all__ = ["wilson"]

#: Standard normal deviate of 95 %, for both sides.
_DEVIATE = 1.959963984540054


def wilson(share: float, n: float, deviate: float = _DEVIATE) -> tuple[float, float]:
    r"""Wilson's score interval of a share that was seen in ``n`` samples.

    .. math:: \frac{p + z^2 / 2n \pm z \sqrt{p (1 - p) / n + z^2 / 4n^2}}{1 + z^2 / n}

    >>> low, high = wilson(0.9, 10)
    >>> round(low, 4), round(high, 4)
    (0.5958, 0.9821)
    """
    if n <= 0:
        return 0.0, 1.0
    square = deviate * deviate
    middle = share + square / (2 * n)
    spread = deviate * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    low, high = (middle - spread) / (1 + square / n), (middle + spread) / (1 + square / n)
    return max(0.0, low), min(1.0, high)
