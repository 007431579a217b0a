"""The tree of classes that is grown where nobody chose another: small, pruned, honest shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.pruning import ErrorBased
from arboretum.species.base import ClassSpecies, Species
from arboretum.species.readable import Readable
from arboretum.species.tree import TreeClassifier
from arboretum.splits import Subset, Threshold

__all__ = ["ReadableTreeClassifier"]

#: How many standard errors above the least error a tree of each size may be.
SIZES = {"small": "0.5se", "best": "min", "smallest": "1se"}
#: Folds, and how often they are dealt, for at most so many samples; of all others a share is held
#: out once.  The more samples are held out, the less it matters which.
FOLDS = ((5000, 10, 3), (20_000, 5, 1), (50_000, 3, 1), (float("inf"), 1 / 3, 1))
#: Of several targets, which are pruned without folds: of what confidence errors are expected.
CONFIDENCES = {"small": 0.2, "best": 0.25, "smallest": 0.1}
#: How questions may be scored; of equally good trees that of the first is taken.
CRITERIA = ("entropy", "gini")
#: Sets of more categories than this are easily good by chance, so that trees are tried, too, that
#: ask only about categories of so many samples at a node; others go where missing values go.
MANY_CATEGORIES, SAMPLES_OF_A_CATEGORY = 10, 10


class ReadableTreeClassifier(Readable, ClassSpecies):
    """A small tree of classes, as good as a single tree gets, with shares that can be believed."""

    _dealings = FOLDS

    def __init__(
        self,
        *,
        size: str = "small",
        leaf: Any = "m_estimate",
        missing: Any = "direction",
        loss: Any = None,
        feature_costs: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_leaf: int | float = 2,
        class_weight: Any = None,
        groups: Any = None,
        random_state: int = 0,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def as_named(self, n_folds: int, seed: int) -> ReadableTreeClassifier:
        """With folds of its own, dealt by the seed; their number is part of the species."""
        return self.set_params(random_state=seed)

    def candidates(self, dataset: Dataset) -> Mapping[str, Species]:
        if not isinstance(self.size, str) or self.size not in SIZES:
            raise ParameterError(
                f"size={self.size!r} is not known. Known: {', '.join(map(repr, SIZES))}."
            )
        if len(dataset.schema.targets) > 1:
            pruner = ErrorBased(CONFIDENCES[self.size])
            together = {"pruning": pruner, "max_depth": self.max_depth}
            return {CRITERIA[0]: self._usual().set_params(criterion=CRITERIA[0], **together)}
        pruning = self._price_of_leaves(dataset, SIZES[self.size])
        shared = {"pruning": pruning, "max_depth": self.max_depth}
        found: dict[str, Species] = {
            name: self._usual().set_params(criterion=name, **shared) for name in CRITERIA
        }
        categorical = [it for it in dataset.schema.features if it.kind == "categorical"]
        if any(feature.n_categories > MANY_CATEGORIES for feature in categorical):
            splits = (Threshold(), Subset(min_samples_category=SAMPLES_OF_A_CATEGORY))
            found["entropy without rare categories"] = self._usual().set_params(
                criterion="entropy", splits=splits, **shared
            )
        return found

    def _usual(self) -> TreeClassifier:
        return TreeClassifier(
            leaf=self.leaf,
            missing=self.missing,
            loss=self.loss,
            feature_costs=self.feature_costs,
            max_depth=0,
            min_samples_leaf=self.min_samples_leaf,
            n_jobs=self.n_jobs,
        )
