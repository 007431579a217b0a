"""Linear models by NumPy's least squares, one fit at a time."""

from __future__ import annotations

from itertools import pairwise

import numpy as np


def squared_residuals(X, y, w, ridge=0.0):
    """What the best linear fit leaves, with its price of standardised coefficients."""
    if len(y) == 0:
        return 0.0
    away = X - np.average(X, axis=0, weights=w)
    target = y - np.average(y, weights=w)
    root = np.sqrt(w)
    rows = np.vstack([away * root[:, None], np.sqrt(ridge) * np.eye(X.shape[1])])
    values = np.concatenate([target * root, np.zeros(X.shape[1])])
    found = np.linalg.lstsq(rows, values, rcond=1e-10)[0]
    return float(np.square(values - rows @ found).sum())


def best_single_residuals(X, y, w, ridge=0.0):
    """The same by one column alone, the best of all."""
    return min(squared_residuals(X[:, [k]], y, w, ridge) for k in range(X.shape[1]))


def remains(X, y, w, ridge=0.0):
    """What the best linear fit leaves of each target."""
    away = X - np.average(X, axis=0, weights=w)
    target = y - np.average(y, weights=w)
    gram = away.T @ (away * w[:, None]) + ridge * np.eye(X.shape[1])
    return target - away @ np.linalg.lstsq(gram, away.T @ (w * target), rcond=1e-12)[0]


def every_cut(X, y, w, order, fit, ridge=0.0):
    """What both sides of each cut of the rows in an order leave, (n - 1, 2)."""
    return np.array(
        [
            [fit(X[side], y[side], w[side], ridge) for side in (order[:i], order[i:])]
            for i in range(1, len(order))
        ]
    )


def best_split(X, y, w, fit, min_samples_leaf, ridge=0.0):
    """(total, feature, threshold) of the threshold of least residuals; the first of equals."""
    best = (np.inf, -1, np.nan)
    for feature in range(X.shape[1]):
        values = np.unique(X[:, feature])
        for low, high in pairwise(values):
            is_left = X[:, feature] <= low
            if min(is_left.sum(), (~is_left).sum()) < min_samples_leaf:
                continue
            total = sum(fit(X[side], y[side], w[side], ridge) for side in (is_left, ~is_left))
            if total < best[0] * (1 - 1e-9):
                best = (total, feature, low / 2 + high / 2)
    return best


def ordered_indicators(categories, y, w):
    """One column of 0 and 1 per cut of the order of the mean targets of known categories."""
    known = sorted({category for category in categories if category is not None})

    def mean(category):
        there = [i for i, other in enumerate(categories) if other == category]
        return sum(w[i] * y[i] for i in there) / sum(w[i] for i in there)

    order = sorted(known, key=mean)
    columns = []
    for cut in range(1, len(order)):
        above = set(order[cut:])
        known_rows = [i for i, category in enumerate(categories) if category is not None]
        held = sum(w[i] for i in known_rows if categories[i] in above)
        fill = held / sum(w[i] for i in known_rows)
        columns.append([fill if c is None else float(c in above) for c in categories])
    return np.array(columns).reshape(-1, len(categories)).T


def n_independent(X):
    """How many columns none of those before them explains, with an intercept before all."""
    kept = [np.ones(len(X))]
    for column in X.T:
        design = np.column_stack(kept)
        left = column - design @ np.linalg.lstsq(design, column, rcond=None)[0]
        if left @ left > 1e-9 * max(np.square(column - column.mean()).sum(), 1e-300):
            kept.append(column)
    return len(kept) - 1


def kept_terms(X, y, w, rule):
    """The columns that stay when those that explain least are dropped one by one."""
    kept, n = list(range(X.shape[1])), len(y)

    def left(columns):
        return (
            squared_residuals(X[:, columns], y, w)
            if columns
            else squared_residuals(np.zeros((n, 1)), y, w)
        )

    def without_least():
        return min(([k for k in kept if k != gone] for gone in kept), key=left)

    noise = left(kept) / (n - len(kept) - 1)
    while kept:
        fewer = without_least()
        v = len(kept) + 1
        if rule == "akaike":
            if left(fewer) - left(kept) > 2 * noise:
                break
        else:
            now = np.sqrt(left(kept)) * (n + v) / (n - v)
            if np.sqrt(left(fewer)) * (n + v - 1) / (n - v + 1) > now:
                break
        kept = fewer
    return kept
