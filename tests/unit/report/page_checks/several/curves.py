"""The area under a precision-recall curve, added up in small steps."""

from __future__ import annotations

import numpy as np

__all__ = ["area_under"]


def area_under(
    truth: np.ndarray, scores: np.ndarray, weights: np.ndarray, n_steps: int = 20_000
) -> float:
    """Between two thresholds alarms are spread evenly over the hits; not a number without hits."""
    order = np.argsort(-scores, kind="stable")
    last = np.append(np.diff(scores[order]) != 0, True)
    is_true = truth[order] > 0
    hits, alarms = (
        np.append(0.0, np.cumsum(weights[order] * chosen)[last]) for chosen in (is_true, ~is_true)
    )
    if hits[-1] == 0:
        return float("nan")
    middle = (np.arange(n_steps) + 0.5) / n_steps * hits[-1]
    return float((middle / (middle + np.interp(middle, hits, alarms))).mean())
