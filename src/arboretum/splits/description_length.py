"""Recursive entropy cuts that stop by description length (Fayyad & Irani 1993)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["description_length_cuts"]

FloatArray = npt.NDArray[np.float64]


def _bits(weights: FloatArray) -> FloatArray:
    """Total bits to name the classes of all samples: weight times entropy."""
    total = weights.sum(axis=-1)
    logs = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    log_total = np.log2(total, out=np.zeros_like(total), where=total > 0)
    return total * log_total - (weights * logs).sum(axis=-1)


def _n_classes(weights: FloatArray) -> npt.NDArray[np.integer]:
    return (weights > 0).sum(axis=-1)


def _accepted_cut(table: FloatArray) -> int | None:
    """The cut of least class entropy, if it pays for its own description.

    With N samples, k classes and entropy E, and the same for both sides, a cut
    is accepted when its gain in bits a sample exceeds
    ``(log2(N-1) + log2(3^k - 2) - (k E - k1 E1 - k2 E2)) / N``.
    """
    first = np.cumsum(table, axis=0)[:-1]
    whole = table.sum(axis=0)
    second = whole - first
    bits_first, bits_second = _bits(first), _bits(second)
    cut = int(np.argmin(bits_first + bits_second))
    total = whole.sum()
    gain = _bits(whole) - bits_first[cut] - bits_second[cut]
    if total <= 1 or gain <= 0:
        return None
    k, k1, k2 = _n_classes(whole), _n_classes(first[cut]), _n_classes(second[cut])
    mean_bits = k * _bits(whole) / total
    mean_bits_1 = k1 * bits_first[cut] / first[cut].sum()
    mean_bits_2 = k2 * bits_second[cut] / second[cut].sum()
    price = np.log2(total - 1) + np.log2(3.0**k - 2) - (mean_bits - mean_bits_1 - mean_bits_2)
    return cut if gain > price else None


def description_length_cuts(table: FloatArray) -> npt.NDArray[np.integer]:
    """Positions after which to cut the bins of a (n_bins, n_classes) table, ascending."""
    cuts: list[int] = []
    pending = [(0, len(table))]
    while pending:
        start, stop = pending.pop()
        if stop - start < 2:
            continue
        cut = _accepted_cut(table[start:stop])
        if cut is not None:
            cuts.append(start + cut)
            pending += [(start, start + cut + 1), (start + cut + 1, stop)]
    return np.array(sorted(cuts), dtype=np.int64)
