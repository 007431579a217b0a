"""The door from an estimator up to the report.

``estimators`` lies below the layers that judge them and may not import them.  What a user asks
of an estimator, but only they can answer, goes through here; nothing is imported before it is
asked for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arboretum.estimators.base import TreeEstimator
    from arboretum.report import Report

__all__ = ["report"]


def report(
    estimator: TreeEstimator, X: Any, y: Any, path: str | os.PathLike[str] | None, **options: Any
) -> Report:
    """All that is known about a fitted estimator."""
    from arboretum.report import report_of

    return report_of(estimator, X, y, path, **options)
