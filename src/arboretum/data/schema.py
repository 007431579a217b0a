"""What the columns are called and what they may hold.

The schema travels with the tree, so that every printed rule, picture, query
and error message speaks of columns, categories and classes by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

__all__ = ["Category", "Feature", "Kind", "Schema", "Target"]

Kind = Literal["numeric", "ordered", "categorical"]

#: What a category or a class may be: all of these survive a round trip through JSON.
Category = str | int | float | bool


@dataclass(frozen=True)
class Feature:
    """An input column.  ``categories`` is None for a numeric feature."""

    name: str
    kind: Kind
    categories: tuple[Category, ...] | None = None

    @property
    def n_categories(self) -> int:
        return 0 if self.categories is None else len(self.categories)


@dataclass(frozen=True)
class Target:
    """A column to predict.  ``classes`` is None for a numeric target."""

    name: str
    classes: tuple[Category, ...] | None = None

    @property
    def is_nominal(self) -> bool:
        return self.classes is not None


@dataclass(frozen=True)
class Schema:
    """The features and targets of a dataset, in order."""

    features: tuple[Feature, ...]
    targets: tuple[Target, ...] = ()

    @cached_property
    def feature_index(self) -> dict[str, int]:
        """Position of each feature by name."""
        return {feature.name: i for i, feature in enumerate(self.features)}

    @cached_property
    def is_all_numeric(self) -> bool:
        """Whether no feature needs its values looked up."""
        return all(feature.kind == "numeric" for feature in self.features)

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
        """Whether there are several targets that are all there or not: 1 or 0."""
        return len(self.targets) > 1 and all(
            target.classes == (0, 1) and type(target.classes[0]) is int for target in self.targets
        )

    @property
    def is_classification(self) -> bool:
        return bool(self.targets) and self.targets[0].is_nominal
