"""How many examples and values are tried, in proportion to the run."""

from __future__ import annotations

import pytest
from hypothesis import settings

#: So many are tried even in a short run, and not more.
FEWEST, MOST = 10, 50


def examples(n: int) -> settings:
    """``@examples(120)``: 120 in the full suite, and in the quick one as many fewer as its profile.

    What ``@settings(max_examples=120)`` says holds whatever the profile.
    """
    share = settings().max_examples / settings.get_profile("full").max_examples
    few = min(max(FEWEST, round(n * share)), MOST)
    return settings(max_examples=n if share >= 1 else min(n, few))


def full(*values: object) -> list:
    """``[30, 700, *full(6000)]``: values of a parameter that the quick suite leaves out."""
    return [pytest.param(value, marks=pytest.mark.full) for value in values]
