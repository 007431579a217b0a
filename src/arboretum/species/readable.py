"""A species that tries several others and keeps the one that is least wrong."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from functools import reduce
from typing import Any, Self

import numpy as np

from arboretum.data import Dataset, Schema
from arboretum.data.folds import make_folds, some_samples
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing import Progress, Recipe
from arboretum.growing.many import side_by_side, step_of, threads_of_each, unfitted
from arboretum.pruning import CostComplexity, Pruner
from arboretum.pruning.cross_validated_risk import FloatArray, risk_at_prices, shares_of_root
from arboretum.pruning.error_unit import unit_of
from arboretum.pruning.folds_words import folds_words
from arboretum.pruning.risk import node_risks
from arboretum.species.base import Species
from arboretum.species.choose_limit import uncut
from arboretum.species.recipe_choice import RecipeChoice, Tried
from arboretum.tree import n_threads

__all__ = ["Readable"]


class Readable(Species):
    """Grows a tree by each of several candidates and keeps the one of least error.

    All are judged on the same folds.  A candidate that chooses its size by cost-complexity
    pruning on these folds has its error from the table of that; of any other, trees are
    grown without each fold as it grows them.

    Subclasses say what is tried by :meth:`candidates`, and what each may be pruned by with
    :meth:`_price_of_leaves`.

    Attributes
    ----------
    choice_ : RecipeChoice, or None
        What was tried, how wrong it is, and what was taken; printed, it says so in words.
        None if there was nothing to choose by: a single sample, or one candidate.
    """

    choice_: RecipeChoice | None
    groups: Any = None
    random_state: int = 0
    _taken: Species
    #: How at most so many samples are held out, ``cv`` and ``repeats``.
    _dealings: tuple[tuple[float, float, int], ...] = ((float("inf"), 10, 3),)

    @abstractmethod
    def candidates(self, dataset: Dataset) -> Mapping[str, Species]:
        """What is tried, by what a reader calls it; of equally good ones the first is taken."""

    @abstractmethod
    def _usual(self) -> Species:
        """The species that asks nothing: the risk of its tree is what errors are shares of."""

    def _folds(self, dataset: Dataset) -> dict[str, Any]:
        """How samples are held out: ``cv``, ``repeats``, ``groups`` and ``random_state``."""
        n_samples = int(dataset.counts.sum())
        cv, repeats = next(it[1:] for it in self._dealings if n_samples <= it[0])
        how = {"groups": self.groups, "random_state": self.random_state}
        return {"cv": cv, "repeats": repeats, **how}

    def _folds_words(self, dataset: Dataset) -> str:
        folds = self._folds(dataset)
        return folds_words(folds["cv"], folds["repeats"])

    def _price_of_leaves(self, dataset: Dataset, rule: str) -> CostComplexity | None:
        """Cost-complexity pruning on the folds of the choice; None of a single sample."""
        if dataset.counts.sum() < 2:
            return None
        return CostComplexity(rule=rule, **self._folds(dataset))

    def _pick(self, tried: tuple[Tried, ...]) -> int:
        """Which of those that were tried is taken."""
        return int(np.argmin([one.error for one in tried]))

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        dataset = self.training_samples(dataset)
        candidates = self.candidates(dataset)
        grown, tried = [], []
        for k, (name, species) in enumerate(candidates.items()):
            report = step_of(progress, k, len(candidates))
            if len(candidates) == 1 or dataset.counts.sum() < 2:
                return self._take(species.fit_dataset(dataset, report), None)
            fitted, error, std = self._judged(species, dataset, report)
            grown.append(fitted)
            tried.append(Tried(name, fitted.tree_.n_leaves, error, std))
        taken = self._pick(tuple(tried))
        fitted, root = grown[taken], self._root(dataset) / float(dataset.weights.sum())
        unit = unit_of(fitted.tree_, root)
        choice = RecipeChoice(tuple(tried), taken, unit, self._folds_words(dataset))
        return self._take(fitted, choice)

    def _take(self, fitted: Species, choice: RecipeChoice | None) -> Self:
        """Be the tree of a candidate."""
        self.choice_, self._taken = choice, fitted
        self.tree_, self._cp_table, self.grower_ = fitted.tree_, fitted._cp_table, fitted.grower_
        return self

    def _root(self, dataset: Dataset) -> float:
        """The risk of no tree."""
        return float(node_risks(unfitted(self._usual()).fit_dataset(dataset).tree_)[0])

    def _judged(
        self, species: Species, dataset: Dataset, progress: Progress | None
    ) -> tuple[Species, float, float]:
        """A candidate with its tree, and how wrong that is, as shares of the risk of no tree."""
        if species.n_folds_to_prune():
            fitted = species.fit_dataset(dataset, progress)
            table = fitted.cp_table_
            row = table["nsplit"].index(fitted.tree_.n_leaves - 1)
            return fitted, table["xerror"][row], table["xstd"][row]
        folds = self._folds(dataset)
        seed = folds.pop("random_state")
        held = make_folds(dataset, **folds, seed=seed)
        n_steps = len(held) + 1
        threads = n_threads(self.n_jobs, dataset.n_rows * len(held))
        one = unfitted(species).set_params(n_jobs=threads_of_each(threads, len(held)))

        def of_fold(k: int, report: Progress | None) -> FloatArray:
            growing = some_samples(dataset, held[k].growing)
            tree = unfitted(one).fit_dataset(growing, report).tree_
            return risk_at_prices(tree, some_samples(dataset, held[k].held_out), *uncut(tree))

        fitted = species.fit_dataset(dataset, step_of(progress, 0, n_steps))
        rest = step_of(progress, 1, n_steps, len(held))
        sums = reduce(np.add, side_by_side(of_fold, len(held), threads, rest))
        error, std = shares_of_root(sums, dataset, held, self._root(dataset))
        return fitted, float(error[0]), float(std[0])

    # What others ask of a species that was fitted ---------------------------------

    def chosen_pruner(self) -> Pruner | None:
        """What made the tree of the candidate that was taken smaller, if anything."""
        taken = getattr(self, "_taken", None)
        return None if taken is None else taken.chosen_pruner()

    def pruned_by(self, pruner: Pruner) -> Species:
        return self._taken.pruned_by(pruner)

    def settled(self) -> Species:
        found: Species = unfitted(self._taken)
        return found

    def _recipe(self, schema: Schema) -> Recipe:
        """That of the candidate that was taken."""
        if not hasattr(self, "_taken"):
            raise UnsupportedCombination(
                f"{type(self).__name__} chooses by its samples how trees are grown, and prunes "
                "them itself. Pass a species that grows one kind of tree, such as "
                f"{type(self._usual()).__name__}."
            )
        return self._taken._recipe(schema)
