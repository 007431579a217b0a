"""What the columns are called and what they may hold.

The schema travels with the tree, so that every printed rule, picture, query
and error message speaks of columns, categories and classes by name.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from arboretum.data.clock import Clock
from arboretum.exceptions import UnsupportedCombination

__all__ = [
    "Category",
    "Closed",
    "Combination",
    "Feature",
    "Kind",
    "Schema",
    "Target",
    "VectorTarget",
]

Kind = Literal["numeric", "ordered", "categorical"]

#: On which side an interval of numbers has its end: "right" is ``x <= t``, "left" is ``x < t``.
Closed = Literal["right", "left"]

#: What a category or a class may be: all of these survive a round trip through JSON.
Category = str | int | float | bool


@dataclass(frozen=True)
class Feature:
    """An input column.  ``categories`` is None for a numeric feature.

    ``clock`` says how the numbers of dates and times are written; None for other numbers.

    ``closed`` says how numbers are cut: "right" asks ``x <= t`` or ``x > t``, "left" asks ``x < t``
    or ``x >= t``.  Whatever routes samples asks ``x <= threshold`` in either case: the threshold of
    ``x < t`` is the next number below t, and t is what is ``said``.
    """

    name: str
    kind: Kind
    categories: tuple[Category, ...] | None = None
    clock: Clock | None = None
    closed: Closed = "right"

    @property
    def n_categories(self) -> int:
        return 0 if self.categories is None else len(self.categories)

    @property
    def has_no_value(self) -> bool:
        """Whether it was missing in every sample of training, so that no tree asks about it."""
        return self.categories == ()

    @property
    def says_below(self) -> bool:
        """Whether people read ``x < t``; of dates and times they read the last that belongs."""
        return self.closed == "left" and self.clock is None

    def said(self, threshold: float) -> float:
        """The number that a question names, of the one that routing compares with.

        >>> Feature("age", "numeric", closed="left").said(50.99999999999999)
        51.0
        """
        return math.nextafter(threshold, math.inf) if self.closed == "left" else threshold

    def asked(self, number: float) -> float:
        """The number that routing compares with, of the one that a question names."""
        return math.nextafter(number, -math.inf) if self.closed == "left" else number


@dataclass(frozen=True)
class Combination:
    """A column made of features: a weighted sum of numbers, missing if one of them is.

    ``weights`` has the position and the weight of each feature.
    """

    name: str
    weights: tuple[tuple[int, float], ...]

    def values(self, features: Sequence[Any]) -> Any:
        """The sum, of numbers or of arrays of them; one entry per feature is given."""
        (first, weight), *others = self.weights
        total = weight * features[first]
        for feature, weight in others:
            total = total + weight * features[feature]
        return total


@dataclass(frozen=True)
class Target:
    """A column to predict.  ``classes`` is None for a numeric target."""

    name: str
    classes: tuple[Category, ...] | None = None

    @property
    def is_nominal(self) -> bool:
        return self.classes is not None


@dataclass(frozen=True)
class VectorTarget:
    """One target and where its numbers stand in the vector; ``classes`` is None for a number."""

    name: str
    classes: tuple[Category, ...] | None
    place: slice

    @property
    def columns(self) -> tuple[Target, ...]:
        """The numbers of the vector by name: the target itself, or ``"name = class"``."""
        if self.classes is None:
            return (Target(self.name),)
        return tuple(Target(f"{self.name} = {label}") for label in self.classes)


@dataclass(frozen=True)
class Schema:
    """The features and targets of a dataset, in order.

    A tree may also ask about ``combinations`` of features.  What it asks about are
    *columns*: the features, then the combinations.
    """

    features: tuple[Feature, ...]
    targets: tuple[Target, ...] = ()
    combinations: tuple[Combination, ...] = ()

    @property
    def columns(self) -> tuple[Feature, ...]:
        """All that can be asked about; a combination is a number."""
        if not self.combinations:
            return self.features
        return (*self.features, *(Feature(one.name, "numeric") for one in self.combinations))

    def refuse_combinations(self, what: str) -> None:
        """Refuse what can only be worked out of questions about one feature each."""
        if self.combinations:
            raise UnsupportedCombination(
                f"The tree asks about {self.combinations[0].name!r}, a combination of features, "
                f"and {what} is only known for questions about one feature. "
                f"Use a tree without combinations."
            )

    def cut(self, closed: Closed) -> Schema:
        """The same, with numbers cut in this way."""
        if all(one.kind != "numeric" or one.closed == closed for one in self.features):
            return self
        features = (
            replace(one, closed=closed) if one.kind == "numeric" else one for one in self.features
        )
        return replace(self, features=tuple(features))

    @cached_property
    def closed_left(self) -> tuple[int, ...]:
        """The positions of the numbers that are cut at ``x < t``."""
        return tuple(i for i, one in enumerate(self.features) if one.closed == "left")

    def features_of(self, column: int) -> tuple[int, ...]:
        """The features that one must know to answer a question about a column."""
        if column < self.n_features:
            return (column,)
        return tuple(feature for feature, _ in self.combinations[column - self.n_features].weights)

    def value_of(self, column: int, features: Sequence[Any]) -> Any:
        """What a column holds, given what each feature does: a value or an array of them."""
        if column < self.n_features:
            return features[column]
        return self.combinations[column - self.n_features].values(features)

    def all_columns(self, features: Sequence[Any]) -> tuple[Any, ...]:
        """Encoded features with the combinations behind them."""
        return (*features, *(one.values(features) for one in self.combinations))

    @cached_property
    def feature_index(self) -> dict[str, int]:
        """Position of each feature by name."""
        return {feature.name: i for i, feature in enumerate(self.features)}

    @cached_property
    def is_all_numeric(self) -> bool:
        """Whether no feature needs its values looked up."""
        return all(one.kind == "numeric" and one.clock is None for one in self.features)

    @property
    def n_features(self) -> int:
        return len(self.features)

    @property
    def feature_names(self) -> tuple[str, ...]:
        return tuple(feature.name for feature in self.features)

    @property
    def classes(self) -> tuple[Category, ...] | None:
        """The classes of a single nominal target, else None."""
        return self.targets[0].classes if len(self.targets) == 1 else None

    @cached_property
    def are_labels(self) -> bool:
        """Whether there are several targets, each of which is there or not: 1 or 0."""
        return len(self.targets) > 1 and all(
            target.classes == (0, 1) and type(target.classes[0]) is int for target in self.targets
        )

    @property
    def is_classification(self) -> bool:
        return bool(self.targets) and self.targets[0].is_nominal
