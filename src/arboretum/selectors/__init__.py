"""Selectors: which feature is asked about, once each has offered its best split."""

from arboretum.selectors.above_mean_gain import AboveMeanGain
from arboretum.selectors.base import Best, Selector

__all__ = ["KNOWN", "AboveMeanGain", "Best", "Selector"]

#: Selectors by short name.
KNOWN: dict[str, type[Selector]] = {selector.name: selector for selector in (Best, AboveMeanGain)}
