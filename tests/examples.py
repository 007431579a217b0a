"""How many examples hypothesis tries, in proportion to the run."""

from __future__ import annotations

from hypothesis import settings

#: Fewer than this find nothing.
FEWEST = 10


def examples(n: int) -> settings:
    """``@examples(120)``: 120 in the full suite, and in the quick one as many fewer as its profile.

    What ``@settings(max_examples=120)`` says holds whatever the profile.
    """
    whole = settings.get_profile("full").max_examples
    share = settings().max_examples / whole
    return settings(max_examples=min(n, max(FEWEST, round(n * share))))
