"""Choosing a limit by cross-validation: the table, and the species that has the chosen one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from math import isnan
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.folds import Fold, make_folds, some_samples
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress
from arboretum.growing.frontier import keep_best_splits
from arboretum.growing.many import side_by_side, step_of, threads_of_each, unfitted
from arboretum.growing.recipe import recipe_of
from arboretum.leaves import LeafModel
from arboretum.part import is_number
from arboretum.pruning.cross_validated_risk import risk_at_prices, shares_of_root
from arboretum.pruning.stopping_path import StoppingPath
from arboretum.species.base import Species
from arboretum.species.limits import KNOWN, Limit
from arboretum.stopping import Automatic
from arboretum.stopping.automatic import without_automatic
from arboretum.tree import Tree, n_threads

__all__ = ["limited", "path_on", "uncut"]

FloatArray = npt.NDArray[np.float64]
S = TypeVar("S", bound=Species)


def path_on(
    species: Species, dataset: Dataset, automatic: Automatic, progress: Progress | None = None
) -> StoppingPath:
    """How wrong the trees of a species are at each value of each limit."""
    names = automatic.limits  # which refuses what has no meaning
    seed, repeats = automatic.random_state, automatic.repeats
    folds = make_folds(dataset, automatic.cv, automatic.groups, seed, repeats)
    n_steps = len(folds) + 1
    threads = n_threads(species.n_jobs, dataset.n_rows * len(folds))
    work = _Trees(species, threads_of_each(threads, len(folds)))
    tree = work.whole(dataset, step_of(progress, 0, n_steps))
    values = [_values(automatic, name, tree, work.species) for name in names]
    limits = list(zip((KNOWN[name] for name in names), values, strict=True))

    def of_fold(k: int, report: Progress | None) -> FloatArray:
        return work.costs(limits, dataset, folds[k], report)

    rest = step_of(progress, 1, n_steps, len(folds))
    sums = reduce(np.add, side_by_side(of_fold, len(folds), threads, rest))
    targets = dataset.schema.targets if dataset.schema.is_classification else (None,)
    error, std = shares_of_root(sums, dataset, folds, float(dataset.weights.sum()))
    return StoppingPath(
        limit=tuple(limit.name for limit, values in limits for _ in values),
        value=tuple(value for _, values in limits for value in values),
        leaves=np.concatenate([work.leaves(*one, tree, dataset) for one in limits]),
        error=error / len(targets),
        std=std / len(targets),
        rule=automatic.rule,
        n_folds=len(folds) // repeats,
        repeats=repeats,
    )


def limited(species: S, limit: str, value: Any) -> S:
    """An unfitted species with this limit, and nothing left to choose."""
    return KNOWN[limit].set(_plain(species), value)


def _plain(species: S) -> S:
    plain: S = unfitted(species)
    if "stopping" in plain.get_params(deep=False):
        plain.set_params(stopping=without_automatic(plain.stopping)[0])
    return plain


def _values(automatic: Automatic, name: str, tree: Tree, species: Species) -> list[Any]:
    """The values of a limit to try."""
    parameter = "stopping" if name == "min_score" else name
    if parameter not in species.get_params(deep=False):
        raise ParameterError(
            f"{type(species).__name__} has no {parameter}, so there is no {name} to choose. Choose "
            "from its own limits, as in over='max_depth'."
        )
    if automatic.values is None:
        return KNOWN[name].values(tree, species)
    values: Any = automatic.values
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ParameterError(f"values={values!r} must be a list of {name} to try.")
    for value in (values := list(values)):
        if not is_number(value) or isnan(value):
            raise ParameterError(f"values={values!r} holds {value!r}, which is not a {name}.")
        KNOWN[name].set(unfitted(species), value)._recipe(tree.schema)  # which refuses it
    if not values:
        raise ParameterError(f"values={values!r} is empty. Pass one {name} at least.")
    return sorted(values, reverse=not name.startswith("max"))


class _Trees:
    """The trees of a species at each value of a limit: cut from one, or else grown again."""

    def __init__(self, species: Species, n_threads: int) -> None:
        self.species = _plain(species).set_params(n_jobs=n_threads)

    def whole(self, dataset: Dataset, progress: Progress | None) -> Tree:
        """The tree without any of the limits that are to be chosen."""
        tree: Tree = unfitted(self.species).fit_dataset(dataset, progress).tree_
        return tree

    def costs(
        self,
        limits: Sequence[tuple[Limit, Sequence[Any]]],
        dataset: Dataset,
        fold: Fold,
        progress: Progress | None,
    ) -> FloatArray:
        """What the held-out samples cost at each value, as sums; see ``risk_at_prices``."""
        growing = some_samples(dataset, fold.growing)
        held_out = some_samples(dataset, fold.held_out)
        n_steps = 1 + len(limits)
        tree = self.whole(growing, step_of(progress, 0, n_steps))
        found = []
        for step, (limit, values) in enumerate(limits, start=1):
            prices = self._prices(limit, values, tree)
            if prices is not None:
                asked = limit.asked(np.array(values, dtype=np.float64))
                found.append(risk_at_prices(tree, held_out, prices, asked))
                continue
            report = step_of(progress, step, n_steps)
            trees = self._trees(limit, values, tree, growing, report)
            found += [risk_at_prices(one, held_out, *uncut(one)) for one in trees]
        return np.concatenate(found, axis=1)

    def leaves(
        self, limit: Limit, values: Sequence[Any], tree: Tree, dataset: Dataset
    ) -> npt.NDArray[np.int64]:
        """How many leaves the tree of all samples has at each value."""
        prices = self._prices(limit, values, tree)
        if prices is None:
            trees = self._trees(limit, values, tree, dataset, None)
            return np.array([one.n_leaves for one in trees])
        more = np.diff(tree.child_start) - 1
        asked = limit.asked(np.array(values, dtype=np.float64))
        return np.array([1 + more[prices > price].sum() for price in asked])

    def _prices(self, limit: Limit, values: Sequence[Any], tree: Tree) -> FloatArray | None:
        """Prices of the nodes of a tree that holds those of all values; None if none does."""
        is_nested = limit.has_price(values) and self._is_nested(tree)
        prices = limit.prices(tree) if is_nested else None
        return None if prices is None else np.where(tree.is_leaf, np.nan, prices)

    def _is_nested(self, tree: Tree) -> bool:
        """Whether a limit cuts a grown tree off and changes nothing else."""
        own = self.species
        if not own.limits_are_nested or own.chosen_pruner() is not None:
            return False
        leaf = type(recipe_of(tree).leaf)
        return own.max_leaf_nodes is None and leaf.after_growth is LeafModel.after_growth

    def _trees(
        self,
        limit: Limit,
        values: Sequence[Any],
        tree: Tree,
        dataset: Dataset,
        progress: Progress | None,
    ) -> list[Tree]:
        if limit.name == "max_leaf_nodes" and self._is_nested(tree):
            return [keep_best_splits(tree, value) for value in values]
        return [
            limit.set(unfitted(self.species), value)
            .fit_dataset(dataset, step_of(progress, k, len(values)))
            .tree_
            for k, value in enumerate(values)
        ]


def uncut(tree: Tree) -> tuple[FloatArray, FloatArray]:
    """Prices of the nodes, and the one that is asked, at which a tree is as it is."""
    return np.where(tree.is_leaf, np.nan, 1.0), np.zeros(1)
