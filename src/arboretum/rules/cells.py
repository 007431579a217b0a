"""Cells: products of sets of values, in which rules are compared exactly."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from arboretum.data.schema import Category, Schema
from arboretum.rules.condition import Condition, StandIn

__all__ = ["Cell", "settle", "whole_space"]


@dataclass(frozen=True)
class Cell:
    """The samples whose values lie in one set a feature; sets are conditions without shares."""

    schema: Schema
    sets: Mapping[int, Condition]

    def part(self, within: Condition) -> Cell:
        """The part of the cell where a feature lies in a smaller set."""
        return Cell(self.schema, {**self.sets, within.feature: within})

    def example(self) -> dict[str, Category | None]:
        """A sample of the cell by name; None is missing."""
        features = self.schema.features
        return {feature.name: self._value(i) for i, feature in enumerate(features)}

    def _value(self, index: int) -> Category | None:
        found = self.sets[index]
        categories = self.schema.columns[index].categories
        if found.codes and categories is not None:
            return categories[min(found.codes)]
        if not found.has_numbers:
            return None
        if math.isfinite(found.high):
            return found.high
        return 0.0 if found.low < 0 else max(found.low + 1, math.nextafter(found.low, math.inf))


def whole_space(schema: Schema, refuses: tuple[str, ...]) -> Cell:
    """The cell of all samples that are not refused."""
    sets = {}
    for index, feature in enumerate(schema.columns):
        if feature.kind == "numeric":
            sets[index] = Condition(index, missing="missing" not in refuses)
        else:
            every = frozenset(range(feature.n_categories))
            sets[index] = Condition(index, codes=every, missing="unseen" not in refuses)
    return Cell(schema, sets)


def settle(condition: Condition, within: Condition) -> tuple[float, tuple[Condition, ...]] | None:
    """What a condition comes to inside a set of values of its feature.

    The share that all samples of the set pass with, and what they must meet
    instead where the value is missing; None if the samples of the set differ.
    """
    shares = _shares(condition, within)
    if shares == {0.0}:
        return 0.0, ()
    asked = [it for it in condition.stand_ins if _asks(it, condition, within)]
    if len(shares) > 1 or not all(_asks_all(it, within) for it in asked):
        return None
    return shares.pop(), tuple(it.condition for it in asked)


def _shares(condition: Condition, within: Condition) -> set[float]:
    """The different shares that samples of the set pass with."""
    shares = {condition.share_of(code) for code in within.codes or ()}
    if within.missing:
        shares.add(condition.share_of_missing)
    if within.has_numbers:
        low, high = max(condition.low, within.low), min(condition.high, within.high)
        if low < high:
            shares.add(1.0)
        if (low, high) != (within.low, within.high):
            shares.add(0.0)
    return shares


def _asks(stand_in: StandIn, condition: Condition, within: Condition) -> bool:
    """Whether some sample of the set is asked the stand-in."""
    codes = stand_in.codes & (within.codes or frozenset())
    is_asked = within.missing and condition.missing
    return is_asked or any(condition.share_of(code) > 0 for code in codes)


def _asks_all(stand_in: StandIn, within: Condition) -> bool:
    return not within.has_numbers and (within.codes or frozenset()) <= stand_in.codes
