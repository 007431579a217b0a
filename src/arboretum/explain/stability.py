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
from arboretum.growing import Progress
from arboretum.growing.many import (
    Begin,
    in_steps,
    require_grower,
    sharing_threads,
    side_by_side,
    silently,
)
from arboretum.tree import Split, Tree, format_split, name_text, number_text
from arboretum.tree.words.format import percent
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = [
    "SplitStability",
    "Stability",
    "bounds_text",
    "stability",
    "stability_on",
    "summary_of",
    "to_columns",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
#: Where a node stands, so that nodes of different trees can be compared: the features asked on
#: the way, each with the branch taken, and the feature that is asked.
Place = tuple[tuple[tuple[int, int], ...], int]
#: The feature of each node in the order of the tree, with its arity; None for a leaf.
Structure = tuple[tuple[str, int] | None, ...]


@dataclass(frozen=True, eq=False)
class SplitStability:
    """How often the question of one node recurs.

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
        """Where this share of the thresholds lies, with equal tails left out."""
        if len(self.thresholds) == 0:
            return None
        tail = (1 - share) / 2
        low, high = np.quantile(self.thresholds, [tail, 1 - tail])
        return float(low), float(high)


@dataclass(frozen=True, eq=False)
class Stability:
    """What recurred in trees grown from other samples.

    Attributes
    ----------
    tree : Tree
        Grown from all samples.
    how : str
        How the samples of the others were drawn.
    n_trees : int
    splits : tuple of SplitStability
        One per inner node of the tree, in its order.
    structures : Counter
        How many trees have each structure: the features in the order of the
        nodes, None for a leaf.
    roots : Counter
        How many trees ask about each feature first; None if they ask nothing.
    n_leaves : array
        Of each tree.
    agreement : float
        Share of the samples for which such a tree predicts what the tree of all samples
        does, on average; for numbers the share of the variance of its predictions that
        they have in common with it, 0 if they lie farther from it than its mean does; of several
        numbers the mean of these shares, so that no unit outweighs another.
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
        rows = aligned(_rows(self), left=(1,))
        return "\n".join([*summary_of(self), "", *rows])

    def to_markdown(self) -> str:
        """The summary, and a table of the splits."""
        lines = [f"* {line}" for line in summary_of(self)]
        return "\n".join([*lines, "", *in_markdown(_rows(self), left=(1,))])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per inner node, as a data frame of pandas, polars or pyarrow."""
        return in_frame(to_columns(self), backend)


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
    """Grow trees from many random draws of the samples and count what recurs.

    Parameters
    ----------
    estimator : an estimator of this library, fitted or not; it stays as it is.
    X, y, sample_weight : as for ``fit``.
    n_trees : how many trees.
    share : what share of the samples each tree is grown from, drawn without
        replacement; None draws as many as there are with replacement (bootstrap).
    random_state : int, the seed of the draws.

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
    """The same from an encoded dataset; ``begin`` is called before each tree is grown."""
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
        _how(share, dataset, n_trees),
        n_trees,
        _splits(tree, trees),
        Counter(structure_of(one) for one in trees),
        Counter(None if split is None else names[split.column] for split in first),
        np.array([one.n_leaves for one in trees]),
        float(np.mean([_agreement(tree, one, dataset) for one in trees])),
    )


def _check(estimator: Any, n_trees: int, share: float | None) -> None:
    require_grower(estimator)
    if not isinstance(n_trees, Integral) or isinstance(n_trees, bool) or n_trees < 1:
        raise ParameterError(f"n_trees={n_trees!r} must be a whole number of at least 1.")
    if share is not None and not 0 < share <= 1:
        raise ParameterError(f"share={share!r} must be above 0 and at most 1, or None.")


def _grow_others(
    dataset: Dataset,
    estimator: Any,
    draws: Iterator[tuple[int, IntArray]],
    n_trees: int,
    progress: Progress | None,
) -> list[Tree]:
    """The trees of the drawn rows, grown side by side, in the order of the draws."""
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


def _how(share: float | None, dataset: Dataset, n_trees: int) -> str:
    # Rows are drawn, with all samples that they stand for.
    n, drawn = dataset.n_rows, "samples" if dataset.counts.max() <= 1 else "rows"
    if share is None:
        return f"{n_trees} trees, each from {n} of {n} {drawn} drawn with replacement"
    return f"{n_trees} trees, each from {max(1, int(share * n))} of {n} {drawn}"


def _splits(tree: Tree, trees: list[Tree]) -> tuple[SplitStability, ...]:
    found = [places_of(one) for one in trees]
    used = [set(one.splits.column.tolist()) for one in trees]
    kept = []
    for place, (node, split) in places_of(tree).items():
        again = [there[place][1] for there in found if place in there]
        column = tree.schema.columns[split.column]
        kept.append(
            SplitStability(
                node,
                format_split(split, tree.schema),
                column.name,
                len(again) / len(trees),
                sum(_asks_the_same(split, other) for other in again) / len(trees),
                sum(split.column in features for features in used) / len(trees),
                np.array([column.said(t) for other in again for t in other.thresholds]),
            )
        )
    return tuple(kept)


def _asks_the_same(one: Split, other: Split) -> bool:
    """Whether two splits divide samples alike, wherever missing values go."""
    return (one.thresholds, one.branches) == (other.thresholds, other.branches)


def _agreement(tree: Tree, other: Tree, dataset: Dataset) -> float:
    """How alike the predictions of two trees are, from 0 to 1."""
    columns = dataset.columns
    ours, theirs = (one.predict(one.ends(columns), columns) for one in (tree, other))
    if tree.schema.is_classification:
        is_same = (ours == theirs).all(axis=1)
        return float(np.average(is_same, weights=dataset.weights))
    around = ours - np.average(ours, axis=0, weights=dataset.weights)
    apart, spread = (dataset.weights @ np.square(one) for one in (ours - theirs, around))
    # A number for all has a variance of 0, except for rounding.
    varies = np.ptp(ours, axis=0) > 0
    left = np.divide(apart, spread, out=1.0 * (np.ptp(theirs, axis=0) > 0), where=varies)
    return float(np.maximum(1.0 - left, 0.0).mean())


def places_of(tree: Tree) -> dict[Place, tuple[int, Split]]:
    """The inner nodes of a tree by their places, with their splits."""
    ways: dict[int, tuple[tuple[int, int], ...]] = {0: ()}
    found: dict[Place, tuple[int, Split]] = {}
    for node in range(tree.n_nodes):
        split = tree.splits[node]
        if split is None:
            continue
        found[ways[node], split.column] = (node, split)
        for branch, child in enumerate(tree.children(node).tolist()):
            ways[child] = (*ways[node], (split.column, branch))
    return found


def structure_of(tree: Tree) -> Structure:
    """What a tree asks about and where, whatever its thresholds and sets."""
    names = [column.name for column in tree.schema.columns]
    splits = [node.split for node in tree.nodes()]
    return tuple(None if s is None else (names[s.column], s.arity) for s in splits)


# As a table ---------------------------------------------------------------------


def summary_of(found: Stability) -> list[str]:
    """What a reader should know first, one sentence per line."""
    low, high = (number_text(float(n)) for n in (found.n_leaves.min(), found.n_leaves.max()))
    named = {None: "none"} | {name: name_text(name) for name in found.roots if name is not None}
    roots = ", ".join(f"{named[name]} {n}" for name, n in found.roots.most_common())
    return [
        found.how,
        f"structure: {found.n_same} like the tree of all samples, "
        f"{len(found.structures)} different ones in all",
        f"first question: {roots}",
        f"leaves: {found.tree.n_leaves} in the tree of all samples, {low} to {high} in the others",
        f"agreement of predictions: {percent(found.agreement, 0)}",
    ]


def to_columns(found: Stability) -> dict[str, list[Any]]:
    """Everything known about each split, by name."""
    names = ("node", "question", "feature", "same_way", "same_split", "anywhere")
    columns: dict[str, list[Any]] = {
        name: [getattr(one, name) for one in found.splits] for name in names
    }
    bounds = [one.interval() or (None, None) for one in found.splits]
    return columns | {"low": [low for low, _ in bounds], "high": [high for _, high in bounds]}


def bounds_text(tree: Tree, split: SplitStability, share: float = 0.9) -> list[str]:
    """Between what a share of the thresholds of a question lies; nothing if it has none."""
    bounds = split.interval(share)
    if bounds is None:
        return []
    column = tree.schema.columns[int(tree.splits.column[split.node])]
    if column.clock is None:
        return [number_text(bound, 4) for bound in bounds]
    return [column.clock.text(column.asked(bound)) for bound in bounds]  # the last that belongs


def _rows(found: Stability) -> list[list[str]]:
    rows = [["node", "question", "same way", "same split", "anywhere", "90 % of thresholds"]]
    for one in found.splits:
        shares = [percent(share, 0) for share in (one.same_way, one.same_split, one.anywhere)]
        bounds = " to ".join(bounds_text(found.tree, one))
        rows.append([str(one.node), one.question, *shares, bounds])
    return rows
