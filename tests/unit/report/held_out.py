"""What trees say of samples that they were not grown from, the slow way."""

from __future__ import annotations

import numpy as np
from sklearn.base import clone

from arboretum.data.folds import deal_folds

__all__ = ["predicted_by_others", "some"]


def some(X, rows):
    return {name: column[rows] for name, column in X.items()}


def predicted_by_others(model, X, y, n_folds, seed):
    """What a tree fitted without each sample says of it, and the same of no tree."""
    folds = deal_folds(model.make_dataset(X, y, None), n_folds, seed)
    said, usual = np.empty_like(y), np.empty_like(y)
    for fold in folds:
        is_held = fold.held_out == 1
        said[is_held] = clone(model).fit(some(X, ~is_held), y[~is_held]).predict(some(X, is_held))
        if y.dtype.kind == "f":
            usual[is_held] = y[~is_held].mean()
        else:
            values, counts = np.unique(y[~is_held], return_counts=True)
            usual[is_held] = values[counts.argmax()]
    return said, usual
