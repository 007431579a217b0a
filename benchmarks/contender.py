"""What every library is asked to do, and how ours does it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from benchmarks.data import Problem


class Contender(ABC):
    """Grows one tree on one problem, as like the trees of the others as its library can.

    ``prepare`` is everything a user has to do or the library does before the tree grows
    (binning, its own dataset); its time counts as part of the fit and is shown separately.
    """

    name: str
    package: str
    is_threaded = True
    #: A second setting of a library that differs only in what it does with categories.
    is_about_categories = False
    #: What is not equal work; shown below the tables.
    note = ""

    def __init__(self, max_depth: int | None, n_threads: int) -> None:
        self.max_depth = max_depth
        self.n_threads = n_threads

    @staticmethod
    def refuses(problem: Problem) -> str:
        """Why this library cannot take the problem, or nothing."""
        return ""

    @abstractmethod
    def parameters(self, problem: Problem) -> dict[str, Any]:
        """Everything the library is told that is not its default, and what fixes the work."""

    @abstractmethod
    def prepare(self, problem: Problem) -> Any:
        """The training samples in the form the library grows from."""

    @abstractmethod
    def grow(self, problem: Problem, prepared: Any) -> None:
        """Grow the tree and keep it."""

    @abstractmethod
    def predict(self, X: Any) -> np.ndarray:
        """What the library's own predict call gives, from samples as a user has them."""

    @abstractmethod
    def n_leaves(self) -> int | None:
        """Leaves of the tree, of the largest where there are several; None if unknown."""

    def tree_bytes(self) -> int | None:
        """Memory of the tree itself; None if unknown, and then it counts as used to grow."""
        return None

    def decide(self, predicted: np.ndarray, n_classes: int) -> np.ndarray:
        """Class codes or numbers from the library's prediction; not timed."""
        if n_classes == 2 and predicted.ndim == 1:
            return (predicted > 0.5).astype(np.int64)
        return predicted.argmax(axis=1) if n_classes else predicted


class Arboretum(Contender):
    """This library, with its own defaults."""

    name = "arboretum"
    package = "arboretum"

    def parameters(self, problem: Problem) -> dict[str, Any]:
        return {"max_depth": self.max_depth, "n_jobs": self.n_threads}

    def prepare(self, problem: Problem) -> Any:
        return problem.X

    def grow(self, problem: Problem, prepared: Any) -> None:
        from arboretum import TreeClassifier, TreeRegressor

        estimator = TreeClassifier if problem.n_classes else TreeRegressor
        model = estimator(**self.parameters(problem))
        self.model = model.fit(prepared, problem.y, problem.weight)

    def predict(self, X: Any) -> np.ndarray:
        return self.model.predict(X)

    def n_leaves(self) -> int:
        return self.model.get_n_leaves()

    def tree_bytes(self) -> int:
        return array_bytes(self.model.tree_)

    def decide(self, predicted: np.ndarray, n_classes: int) -> np.ndarray:
        return predicted


class ArboretumEntropy(Arboretum):
    """This library with the criterion of YDF, to compare the two with categories."""

    name = "arboretum entropy"
    is_about_categories = True

    @staticmethod
    def refuses(problem: Problem) -> str:
        return "" if problem.n_classes else "entropy is for classes"

    def parameters(self, problem: Problem) -> dict[str, Any]:
        return {"criterion": "entropy", **super().parameters(problem)}


class ArboretumRare(Arboretum):
    """This library told to leave out rare categories, as LightGBM does by default."""

    name = "arboretum rare categories"
    is_about_categories = True

    def parameters(self, problem: Problem) -> dict[str, Any]:
        from arboretum.splits import Subset, Threshold

        splits = [Threshold(), Subset(min_samples_category=40)]
        return {"splits": splits, **super().parameters(problem)}


def array_bytes(thing: Any) -> int:
    """Bytes of the arrays an object holds, however deep: each is counted once."""
    held: dict[int, Any] = {}
    collect_arrays(thing, held, set())
    return sum(array.nbytes for array in held.values())


def collect_arrays(thing: Any, held: dict[int, Any], seen: set[int]) -> None:
    """Find arrays in attributes, in containers, and in what functions remember."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, np.ndarray):
        while isinstance(thing.base, np.ndarray):  # a view keeps the whole
            thing = thing.base
        held[id(thing)] = thing
        return
    if isinstance(thing, dict):
        inner = list(thing.values())
    elif isinstance(thing, tuple | list):
        inner = list(thing)
    else:
        inner = [*getattr(thing, "__dict__", {}).values()]
        inner += [cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()]
    for one in inner:
        collect_arrays(one, held, seen)
