"""Measures of predicted label sets, and of an order of labels.

All take (n_samples, n_labels) arrays: what is true and what is predicted, 0 or 1, or scores.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["hamming_loss", "macro_f1", "micro_f1", "ranking_loss", "subset_accuracy"]

BoolArray = npt.NDArray[np.bool_]


def hamming_loss(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The share of all cells, samples by labels, that are wrong.

    >>> hamming_loss([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    0.25
    """
    return float((_truths(truth) != _truths(said)).mean())


def subset_accuracy(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The share of samples whose set is right in every label.

    >>> subset_accuracy([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    0.5
    """
    return float((_truths(truth) == _truths(said)).all(axis=1).mean())


def micro_f1(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """F1 of all cells together: 2 hits / (labels there + labels predicted); 1 if there are none."""
    return float(_f1(_truths(truth).reshape(-1, 1), _truths(said).reshape(-1, 1))[0])


def macro_f1(truth: npt.ArrayLike, said: npt.ArrayLike) -> float:
    """The mean over the labels of the F1 of each; 1 for a label that is nowhere.

    >>> macro_f1([[1, 0], [1, 1]], [[1, 1], [1, 1]]), micro_f1([[1, 0], [1, 1]], [[1, 1], [1, 1]])
    (0.8333333333333333, 0.8571428571428571)
    """
    return float(_f1(_truths(truth), _truths(said)).mean())


def ranking_loss(truth: npt.ArrayLike, scores: npt.ArrayLike) -> float:
    """The share of pairs, a label there and one not, that the scores put in the wrong order.

    The mean over samples; equal scores are half wrong; a sample with all labels or none has
    no pair and is left out.

    >>> ranking_loss([[1, 0, 0]], [[0.6, 0.9, 0.1]])
    0.5
    """
    losses = []
    for there, score in zip(_truths(truth), np.asarray(scores, dtype=np.float64), strict=True):
        if there.any() and not there.all():
            away = score[there][:, None] - score[~there]
            losses.append(((away < 0) + 0.5 * (away == 0)).mean())
    return float(np.mean(losses)) if losses else 0.0


def _truths(cells: Any) -> BoolArray:
    return np.asarray(cells) != 0


def _f1(truth: BoolArray, said: BoolArray) -> npt.NDArray[np.float64]:
    hits = (truth & said).sum(axis=0).astype(np.float64)
    both = truth.sum(axis=0) + said.sum(axis=0)
    return np.divide(2 * hits, both, out=np.ones_like(hits), where=both > 0)
