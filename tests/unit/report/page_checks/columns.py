"""What a column holds, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arboretum.tree import category_text
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.reading import is_number
from tests.unit.report.page_checks.wording import Piece, Pieces

__all__ = ["known_of", "numbers_text", "quantiles_of", "values_text"]


def known_of(facts: Facts, f: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The values of a feature that are known, and the counts and weights of these samples."""
    held = np.asarray(facts.dataset.columns[f])
    known = ~np.isnan(held) if held.dtype.kind == "f" else held >= 0
    return held[known], facts.dataset.counts[known], facts.dataset.weights[known]


def quantiles_of(values: np.ndarray, weights: np.ndarray, shares: Sequence[float]) -> list[float]:
    """The least value that a share of the weight does not exceed."""
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weights[order])
    places = [int(np.searchsorted(below, share * below[-1] * (1 - 1e-12))) for share in shares]
    return [float(values[order][min(place, len(values) - 1)]) for place in places]


def values_text(facts: Facts, f: int) -> Pieces:
    """From what to what, or the commonest categories."""
    values, counts, weights = known_of(facts, f)
    feature = facts.schema.features[f]
    if len(values) == 0:
        return Pieces(("no value at all",))
    if feature.categories is None:
        return numbers_text(values, counts, feature.clock)
    whole = np.bincount(values, weights, minlength=feature.n_categories)
    order = [code for code in np.argsort(-whole, kind="stable").tolist() if whole[code] > 0]
    held: list[Piece] = []
    for code in order[:3]:
        n = float(whole[code])
        held += [", "] if held else []
        held += [f"{category_text(feature.categories[code])} ("]
        held += [lambda text, n=n: is_number(text, n), ")"]
    n_more = len(order) - 3
    return Pieces((*held, f" and {n_more} more" if n_more > 0 else ""))


def numbers_text(values: np.ndarray, counts: np.ndarray, clock=None) -> Pieces:
    """The least, the largest and the median of the samples."""

    def piece(value: float) -> Piece:
        return (lambda text: is_number(text, value)) if clock is None else clock.text(value)

    if len(np.unique(values)) == 1:
        return Pieces(("always ", piece(float(values[0]))))
    median = float(np.median(np.repeat(values, counts.astype(int))))
    low, high = piece(float(values.min())), piece(float(values.max()))
    return Pieces((low, " to ", high, ", median ", piece(median)))
