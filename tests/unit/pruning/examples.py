"""Samples whose trees are worth pruning."""

from __future__ import annotations

import numpy as np


def noisy(seed, n, classes):
    """Features, targets that depend on two of them and on chance, and weights."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 4)).round(1)
    signal = X[:, 0] + X[:, 1] * (X[:, 0] > 0) + rng.normal(scale=0.8, size=n)
    if classes is None:
        return X, signal, rng.uniform(0.5, 3.0, size=n)
    y = np.digitize(signal, np.quantile(signal, np.linspace(0, 1, classes + 1)[1:-1]))
    return X, np.array([f"class {k}" for k in y]), rng.uniform(0.5, 3.0, size=n)
