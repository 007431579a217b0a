"""What users ask of near-optimal trees, by names, as positions and plain numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arboretum.data import Schema
from arboretum.exceptions import ParameterError
from arboretum.part import is_number, is_whole

__all__ = ["amount", "directions_of", "positions", "prices_of", "whole"]


def whole(name: str, value: Any, least: int) -> int | None:
    """A parameter that is a whole number or None."""
    if value is None:
        return None
    if not is_whole(value) or value < least:
        raise ParameterError(
            f"{name}={value!r} must be a whole number of at least {least}, or None."
        )
    return int(value)


def amount(name: str, value: Any) -> float:
    """A parameter that is a number of at least 0."""
    if not is_number(value) or not value >= 0:
        raise ParameterError(f"{name}={value!r} must be a number of at least 0.")
    return float(value)


def positions(argument: str, names: Sequence[str] | str, schema: Schema) -> tuple[int, ...]:
    """Features by their names."""
    listed = [names] if isinstance(names, str) else list(names)
    for name in listed:
        if name not in schema.feature_index:
            raise ParameterError(
                f"{argument} names {name!r}, which is not a feature. "
                f"The features are: {', '.join(schema.feature_names)}."
            )
    return tuple(sorted({schema.feature_index[name] for name in listed}))


def prices_of(costs: Mapping[str, float] | None, schema: Schema) -> tuple[float, ...]:
    """What it costs to observe each feature, 1 if it is not named; nothing without costs."""
    if costs is None:
        return ()
    prices = [1.0] * schema.n_features
    for name, cost in costs.items():
        (feature,) = positions("feature_costs", name, schema)
        prices[feature] = amount(f"feature_costs[{name!r}]", cost)
    return tuple(prices)


def directions_of(monotone: Mapping[str, int], schema: Schema) -> dict[int, int]:
    """In which direction classes go as features grow."""
    found: dict[int, int] = {}
    for name, direction in monotone.items():
        (feature,) = positions("monotone", name, schema)
        if schema.features[feature].kind == "categorical":
            raise ParameterError(
                f"monotone names {name!r}, whose categories have no order. Name a number, or "
                f"give them one with kinds={{{name!r}: [...]}}."
            )
        if direction not in (1, -1):
            raise ParameterError(f"monotone[{name!r}]={direction!r} must be 1 or -1.")
        found[feature] = int(direction)
    return found
