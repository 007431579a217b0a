"""Slow twins of what is measured of predicted shares: sample by sample, bin by bin."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

__all__ = ["brier", "calibration", "logarithmic"]


def brier(actual, shares, weights):
    """Weighted mean of the sum over classes of squared differences."""
    total = 0.0
    for code, given, weight in zip(actual, shares, weights, strict=True):
        for k, share in enumerate(given):
            total += weight * (share - (1.0 if k == code else 0.0)) ** 2
    return total / sum(weights)


def logarithmic(actual, shares, weights):
    """Weighted mean of -ln p, and how many samples have p = 0, which count as 2^-52."""
    total, n_impossible = 0.0, 0
    for code, given, weight in zip(actual, shares, weights, strict=True):
        n_impossible += given[code] == 0
        total -= weight * math.log(max(given[code], 2.0**-52))
    return total / sum(weights), n_impossible


def calibration(happened, shares, weights, edges):
    """Of each bin with a sample: mean share, share that happened, weight; and the error of all.

    A bin holds what is above its lower end and not above its upper one; the first holds 0 too.
    """
    rows, off = [], 0.0
    for b, (low, high) in enumerate(pairwise(edges)):
        last = b == len(edges) - 2
        held = [
            i
            for i, share in enumerate(shares)
            if (share > low + 1e-12 or b == 0) and (share <= high + 1e-12 or last)
        ]
        whole = sum(weights[i] for i in held)
        if not held:
            continue
        given = sum(weights[i] * shares[i] for i in held) / whole
        so = sum(weights[i] for i in held if happened[i]) / whole
        rows.append((given, so, whole))
        off += whole * abs(given - so)
    return np.array(rows), off / sum(weights)
