"""How much of a tree would be there again if it were grown from other samples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from numbers import Integral
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError
from arboretum.explain import stability_text
from arboretum.explain.places import Structure, places_of, structure_of
from arboretum.growing import Progress
from arboretum.growing.many import Begin, in_steps, sharing_threads, side_by_side, silently
from arboretum.tree import Split, Tree, format_split
from arboretum.tree.words.tabulate import Backend, in_frame

__all__ = ["SplitStability", "Stability", "stability", "stability_on"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class SplitStability:
    """How often the question of one node comes back.

    Attributes
    ----------
    node : int
        In the tree of all samples.
    question : str
    feature : str
    same_way : float
        Share of the trees that ask about the same features all the way to this node, by
        the same branches, and about the same feature at it.
    same_split : float
        Share of the trees that do so and ask the very same question there.
    anywhere : float
        Share of the trees that ask about the feature at all.
    thresholds : array
        The thresholds of the trees counted in ``same_way``; none for categories.
    """

    node: int
    question: str
    feature: str
    same_way: float
    same_split: float
    anywhere: float
    thresholds: FloatArray

    def interval(self, share: float = 0.9) -> tuple[float, float] | None:
        """Where so large a share of the thresholds lies, tails of the same size left out."""
        if len(self.thresholds) == 0:
            return None
        tail = (1 - share) / 2
        low, high = np.quantile(self.thresholds, [tail, 1 - tail])
        return float(low), float(high)


@dataclass(frozen=True, eq=False)
class Stability:
    """What came back in trees grown from other samples.

    Attributes
    ----------
    tree : Tree
        Grown from all samples.
    how : str
        How the samples of the others were drawn.
    n_trees : int
    splits : tuple of SplitStability
        One an inner node of the tree, in its order.
    structures : Counter
        How many trees have each structure: the features in the order of the
        nodes, None for a leaf.
    roots : Counter
        How many trees ask about each feature first; None if they ask nothing.
    n_leaves : array
        Of each tree.
    agreement : float
        Share of the samples that such a tree decides as the tree of all samples does,
        on average; of numbers the share of the variance of its predictions that they
        have in common with it.
    """

    tree: Tree
    how: str
    n_trees: int
    splits: tuple[SplitStability, ...]
    structures: Counter[Structure]
    roots: Counter[str | None]
    n_leaves: npt.NDArray[np.int64]
    agreement: float

    @property
    def n_same(self) -> int:
        """How many trees have the structure of the tree of all samples."""
        return self.structures[structure_of(self.tree)]

    def __str__(self) -> str:
        return stability_text.to_text(self)

    def to_markdown(self) -> str:
        """The summary, and a table of the splits."""
        return stability_text.to_markdown(self)

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row an inner node, as a data frame of pandas, polars or pyarrow."""
        return in_frame(stability_text.to_columns(self), backend)


def stability(
    estimator: Any,
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    n_trees: int = 100,
    share: float | None = 0.9,
    random_state: int = 0,
) -> Stability:
    """Grow a tree from many parts of the samples and count what comes back.

    Parameters
    ----------
    estimator : an estimator of this library, fitted or not; it stays as it is.
    X, y, sample_weight : as for ``fit``.
    n_trees : how many trees.
    share : how large a part of the samples each tree is grown from, drawn without
        replacement; None draws as many as there are with replacement (bootstrap).
    random_state : int that decides which.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> found = stability(TreeClassifier(max_depth=1), penguins.X, penguins.y, n_trees=20)
    >>> found.splits[0].question, found.splits[0].same_way
    ('flipper_length_mm <= 206.5', 1.0)
    """
    _check(estimator, n_trees, share)
    reader = copy(estimator)
    dataset = reader.make_dataset(X, y, sample_weight)
    return stability_on(dataset, reader, n_trees=n_trees, share=share, random_state=random_state)


def stability_on(
    dataset: Dataset,
    estimator: Any,
    *,
    n_trees: int,
    share: float | None = 0.9,
    random_state: int = 0,
    begin: Begin = silently,
) -> Stability:
    """The same from an encoded dataset; ``begin`` is told before each tree is grown."""
    # Unlike a clone, a copy knows the labels that the dataset was encoded by.
    progress = begin("stability: the tree of all samples")
    tree: Tree = copy(estimator).fit_dataset(dataset, progress).tree_
    draws = _draws(random_state, dataset.n_rows, n_trees, share)
    progress = in_steps(begin, lambda k: f"stability: tree {k} of {n_trees}", n_trees)
    trees = _grow_others(dataset, estimator, draws, n_trees, progress)
    names = [column.name for column in tree.schema.columns]
    first = [one.splits[0] for one in trees]
    return Stability(
        tree,
        _how(share, dataset.n_rows, n_trees),
        n_trees,
        _splits(tree, trees),
        Counter(structure_of(one) for one in trees),
        Counter(None if split is None else names[split.column] for split in first),
        np.array([one.n_leaves for one in trees]),
        float(np.mean([_agreement(tree, one, dataset) for one in trees])),
    )


def _check(estimator: Any, n_trees: int, share: float | None) -> None:
    if not hasattr(estimator, "fit_dataset") or not hasattr(estimator, "grow_dataset"):
        raise ParameterError(
            f"{type(estimator).__name__} does not grow a tree of this library. "
            "Give an estimator such as CARTClassifier()."
        )
    if not isinstance(n_trees, Integral) or isinstance(n_trees, bool) or n_trees < 1:
        raise ParameterError(f"n_trees={n_trees!r} must be a whole number of at least 1.")
    if share is not None and not 0 < share <= 1:
        raise ParameterError(f"share={share!r} must lie above 0 and be at most 1, or be None.")


def _grow_others(
    dataset: Dataset,
    estimator: Any,
    draws: Iterator[tuple[int, IntArray]],
    n_trees: int,
    progress: Progress | None,
) -> list[Tree]:
    """The trees of the rows that are drawn, side by side, in the order of the draws."""
    one, n_threads = sharing_threads(estimator, dataset.n_rows, n_trees)
    drawing = Lock()

    def grow_next(_: int, progress: Progress | None) -> tuple[int, Tree]:
        with drawing:  # when a thread is free: all at once would take much memory
            number, rows = next(draws)
        return number, copy(one).fit_dataset(dataset.sharing(rows), progress).tree_

    grown = dict(side_by_side(grow_next, n_trees, n_threads, progress))
    return [grown[number] for number in range(n_trees)]


def _draws(
    random_state: int, n: int, n_trees: int, share: float | None
) -> Iterator[tuple[int, IntArray]]:
    """The number of each tree and its rows, in the order of the data."""
    rng = np.random.default_rng(random_state)
    for number in range(n_trees):
        if share is None:
            yield number, np.sort(rng.integers(0, n, n))
        else:
            yield number, np.sort(rng.choice(n, max(1, int(share * n)), replace=False))


def _how(share: float | None, n: int, n_trees: int) -> str:
    if share is None:
        return f"{n_trees} trees, each from {n} of {n} samples drawn with replacement"
    return f"{n_trees} trees, each from {max(1, int(share * n))} of {n} samples"


def _splits(tree: Tree, trees: list[Tree]) -> tuple[SplitStability, ...]:
    found = [places_of(one) for one in trees]
    used = [set(one.splits.column.tolist()) for one in trees]
    kept = []
    for place, (node, split) in places_of(tree).items():
        again = [there[place][1] for there in found if place in there]
        kept.append(
            SplitStability(
                node,
                format_split(split, tree.schema),
                tree.schema.columns[split.column].name,
                len(again) / len(trees),
                sum(_asks_the_same(split, other) for other in again) / len(trees),
                sum(split.column in features for features in used) / len(trees),
                np.array([t for other in again for t in other.thresholds]),
            )
        )
    return tuple(kept)


def _asks_the_same(one: Split, other: Split) -> bool:
    """Whether two splits part samples alike, whatever they do without a value."""
    return (one.thresholds, one.branches) == (other.thresholds, other.branches)


def _agreement(tree: Tree, other: Tree, dataset: Dataset) -> float:
    """How alike two trees predict samples."""
    columns = dataset.columns
    ours, theirs = (one.predict(one.ends(columns), columns) for one in (tree, other))
    if tree.schema.is_classification:
        is_same = (ours == theirs).all(axis=1)
        return float(np.average(is_same, weights=dataset.weights))
    around = ours - np.average(ours, axis=0, weights=dataset.weights)
    apart, spread = np.square(ours - theirs), np.square(around)
    total = float((dataset.weights @ spread).sum())
    return 1.0 - float((dataset.weights @ apart).sum()) / total if total > 0 else 1.0
