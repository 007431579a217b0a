"""Trees that are proved best, instead of grown question by question."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import Gini, SquaredError
from arboretum.data import Dataset, Schema
from arboretum.data.contradictions import Contradictions, contradictions_in
from arboretum.exceptions import (
    ContradictionWarning,
    ParameterError,
    UnsupportedCombination,
    warn_the_user,
)
from arboretum.growing import Progress, Recipe
from arboretum.leaves import ClassDistribution, Mean
from arboretum.missing import Direction
from arboretum.optimal import Certificate, Limits, best_tree, recipe_of_found
from arboretum.part import is_number
from arboretum.pruning import Pruner
from arboretum.species.base import ClassSpecies, NumberSpecies, Species
from arboretum.species.parameters import refuse_greedy_folds, resolve_loss, whole_number
from arboretum.tree import Tree, n_threads

__all__ = ["Optimal", "OptimalClassifier", "OptimalRegressor"]

#: What is made small.
OBJECTIVES = {
    "cost": "what mistakes cost, with the price of the leaves",
    "smallest": "the number of leaves of a tree that makes no mistake",
}
#: This part of a cost is rounding.
ROUNDING = 1e-9
#: A search is worth its threads however few samples there are.
MANY_ROWS = 2**31


class Optimal(Species):
    """Looks for the tree that costs least on the training samples."""

    #: Missing values go where the best tree wants them.
    missing = Direction()

    certificate_: Certificate

    def chosen_pruner(self) -> Pruner | None:
        """A leaf has its price; nothing is cut back afterwards."""
        return None

    def _pruned(
        self, pruner: Pruner | None, tree: Tree, dataset: Dataset | None, progress: Progress | None
    ) -> Tree:
        refuse_greedy_folds(self, pruner, "are proved best")
        return super()._pruned(pruner, tree, dataset, progress)

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        if len(dataset.schema.targets) > 1:
            raise UnsupportedCombination(
                f"There are {len(dataset.schema.targets)} targets, but a tree is proved best for "
                "one. Fit one tree per target."
            )
        recipe = self._recipe(dataset.schema).fitted(dataset)
        tree, self.certificate_ = best_tree(dataset, recipe, self._limits(), progress)
        self.grower_ = "native: optimal"
        return tree

    @property
    def _is_smallest(self) -> bool:
        if self.objective not in OBJECTIVES:
            raise ParameterError(
                f"objective={self.objective!r} is unknown. Use one of {', '.join(OBJECTIVES)}."
            )
        return bool(self.objective == "smallest")

    @property
    def was_interrupted(self) -> bool:
        return self.certificate_.stopped == "interrupted"

    def counts_errors(self, dataset: Dataset) -> bool:
        """Whether what a tree costs is the number of samples that it gets wrong."""
        is_plain = self._nominal and self.loss is None and self.alpha == 0
        return is_plain and bool((dataset.weights == 1).all())

    def _max_depth(self) -> int | None:
        return whole_number(self, "max_depth", at_least=0)

    def _limits(self) -> Limits:
        return Limits(
            max_depth=self._max_depth(),
            max_leaves=whole_number(self, "max_leaves", at_least=1),
            min_samples_leaf=whole_number(self, "min_samples_leaf", at_least=1) or 1,
            alpha=self._amount("alpha", "the price of a leaf") or 0.0,
            seconds=self._amount("time_limit", "seconds"),
            megabytes=self._amount("memory_limit", "megabytes") or 1.0,
            work=whole_number(self, "work_limit", at_least=0),
            threads=n_threads(self.n_jobs, MANY_ROWS),
        )

    def _amount(self, name: str, meaning: str) -> float | None:
        value = getattr(self, name)
        if value is None and name in ("time_limit",):
            return None
        if not is_number(value) or not value >= 0:
            raise ParameterError(f"{name}={value!r} must be a number of at least 0: {meaning}.")
        return float(value)


class OptimalClassifier(Optimal, ClassSpecies):
    """The tree of classes that makes the fewest mistakes, or the cheapest, with a proof."""

    contradictions_: Contradictions

    def __init__(
        self,
        *,
        objective: str = "cost",
        max_depth: int | str | None = "auto",
        max_leaves: int | None = None,
        alpha: float = 0.0,
        min_samples_leaf: int = 1,
        loss: Any = None,
        class_weight: Any = None,
        kinds: Any = None,
        time_limit: float | None = 60.0,
        memory_limit: float = 1024.0,
        work_limit: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        loss = resolve_loss(self.loss, schema)
        return recipe_of_found(Gini(), ClassDistribution(), self._limits(), loss=loss)

    @property
    def _is_smallest(self) -> bool:
        is_smallest = super()._is_smallest
        if is_smallest and self.alpha != 0:
            raise ParameterError(
                f"alpha={self.alpha!r} is a price for leaves, but the smallest tree is the one "
                "with the fewest leaves of those without mistakes. Set no price, or use "
                "objective='cost'."
            )
        return is_smallest

    def _max_depth(self) -> int | None:
        if isinstance(self.max_depth, str) and self.max_depth == "auto":
            return None if self._is_smallest else 3
        return super()._max_depth()

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        is_smallest = self._is_smallest
        tree = super().grow_dataset(dataset, progress)
        if is_smallest:
            self._refuse_avoidable()
            self.contradictions_ = contradictions_in(
                dataset, resolve_loss(self.loss, dataset.schema)
            )
            if len(self.contradictions_):
                warn_the_user(
                    f"No tree is without mistakes. {self.contradictions_}\nThis is the smallest "
                    "tree that makes no others. Remove or correct the samples; contradictions_ "
                    "has all of them.",
                    ContradictionWarning,
                )
        return tree

    def _refuse_avoidable(self) -> None:
        found = self.certificate_
        avoidable = found.objective - found.unavoidable
        if found.has_fewest_leaves and avoidable > ROUNDING * found.objective:
            free = {"max_depth": self._max_depth() is None, "max_leaves": self.max_leaves is None}
            free["min_samples_leaf"] = self.min_samples_leaf == 1
            limits = [f"{name}={getattr(self, name)!r}" for name in free if not free[name]]
            raise ParameterError(
                f"No tree within {' and '.join(limits)} is without mistakes: the best one "
                f"pays {avoidable:.6g} for mistakes that larger trees avoid. Allow more, or use "
                "objective='cost'."
            )


class OptimalRegressor(Optimal, NumberSpecies):
    """The tree of numbers with the least squared error, with a proof."""

    def __init__(
        self,
        *,
        objective: str = "cost",
        max_depth: int | None = 3,
        max_leaves: int | None = None,
        alpha: float = 0.0,
        min_samples_leaf: int = 1,
        kinds: Any = None,
        time_limit: float | None = 60.0,
        memory_limit: float = 1024.0,
        work_limit: int | None = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        return recipe_of_found(SquaredError(), Mean(), self._limits())

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        if self._is_smallest:
            raise ParameterError(
                f"objective={self.objective!r} asks for a tree without mistakes, which has a leaf "
                "for each different number at least, but a regressor predicts numbers. Use "
                "objective='cost' and a price per leaf, such as alpha=0.01, or use a classifier."
            )
        return super().grow_dataset(dataset, progress)
