"""All trees that are about as good as the best one."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.criteria import Gini
from arboretum.data import Dataset, loss_matrix, make_dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.explain.monotone import Monotone
from arboretum.explain.wanted_trees import amount, directions_of, positions, prices_of, whole
from arboretum.growing import Progress, Recipe, replay
from arboretum.leaves import ClassDistribution
from arboretum.optimal import Limits, RankedTrees, Wanted, near_trees, recipe_of_found
from arboretum.optimal.picked_trees import MOST, PickedTrees
from arboretum.optimal.read_off import questions_from
from arboretum.part import is_whole
from arboretum.sources import open_source
from arboretum.tree import Split, Tree, format_split
from arboretum.tree.words.format import name_text, number_text, percent, plural
from arboretum.tree.words.tabulate import aligned
from arboretum.tree.words.threshold import learn_digits

__all__ = ["CountedTrees", "NearOptimal", "near_optimal", "near_optimal_on"]

#: Why leaves of these trees are leaves.
LEAF = "this tree asks no more here"
#: So many first questions are named.
MOST_NAMED = 5
#: Why trees are missing.
REASONS = {
    "time": "time_limit was reached",
    "memory": "memory_limit was reached",
    "interrupted": "it was interrupted",
    "many": f"only the first {MOST:,} were looked at",
}


@dataclass(frozen=True)
class CountedTrees:
    """How many trees are wrong this often with so many leaves.

    Attributes
    ----------
    errors : float
        What they decide wrongly of the training samples: by weight, or what that costs by a loss.
    leaves : int
    n_trees : int
    """

    errors: float
    leaves: int
    n_trees: int


@dataclass(frozen=True, eq=False)
class NearOptimal:
    """Trees that are about as good as the best one, the best first; see :func:`near_optimal`.

    ``found[0]`` is a best tree, ``found[k]`` that of rank ``k``; each is an ordinary tree.
    Iterating goes through all of them in this order.

    Attributes
    ----------
    dataset : the samples
    recipe : how the trees are written down
    eps : float
    ranked : the trees by their ranks
    """

    dataset: Dataset
    recipe: Recipe
    eps: float
    ranked: RankedTrees | PickedTrees

    @property
    def n_trees(self) -> int:
        """How many there are: exactly, or at least so many unless ``is_complete``."""
        return self.ranked.n_trees

    @property
    def is_complete(self) -> bool:
        """Whether none is missing."""
        return self.stopped == "proved"

    @property
    def stopped(self) -> str:
        """Why trees may be missing: "time", "memory", "interrupted" or "many"; or "proved"."""
        return self.ranked.stopped

    @property
    def complete_eps(self) -> float | None:
        """None of the trees is missing that cost at most such a share more than the best one.

        That is ``eps``, or less where the memory was not enough for all; None where trees that
        cost as little may be missing.
        """
        return None if self.stopped == "many" else self.ranked.near.complete_eps

    @property
    def objective(self) -> float:
        """What the best tree costs: its errors, and the price of its leaves."""
        return self.ranked.near.total(self.ranked.near.best)

    @cached_property
    def counts(self) -> tuple[CountedTrees, ...]:
        """How many trees there are by errors and leaves, the cheapest first."""
        near, found = self.ranked.near, self.ranked.by_cost()
        return tuple(
            CountedTrees(near.errors(cost), near.n_leaves(cost), n) for cost, n in found.items()
        )

    @property
    def pareto(self) -> tuple[CountedTrees, ...]:
        """Those that no other tree beats in errors without more leaves, the smallest first."""
        front: list[CountedTrees] = []
        for one in sorted(self.counts, key=lambda one: (one.leaves, one.errors)):
            if not front or one.errors < front[-1].errors:
                front.append(one)
        return tuple(front)

    @cached_property
    def shares(self) -> npt.NDArray[np.float64]:
        """The share of trees that decide for each class of each sample, (n_samples, n_classes)."""
        return self.ranked.shares()

    @property
    def disputed(self) -> npt.NDArray[np.intp]:
        """The samples that not all trees decide alike, those that divide them most first."""
        order = np.argsort(self.shares.max(axis=1), kind="stable")
        return order[(self.shares > 0).sum(axis=1)[order] > 1]

    @cached_property
    def features(self) -> dict[str, float]:
        """The share of trees that ask about each feature, the most asked first."""
        asking = self.ranked.asking()
        named = {self.dataset.schema.feature_names[f]: n / self.n_trees for f, n in asking.items()}
        return dict(sorted(named.items(), key=lambda one: -one[1]))

    @cached_property
    def roots(self) -> dict[str, float]:
        """The share of trees that ask each question first, wherever missing values go."""
        named: dict[str, int] = {}
        for name, n in self.ranked.first_questions().items():
            question = self._question(*name)
            named[question] = named.get(question, 0) + n
        ordered = sorted(named.items(), key=lambda one: -one[1])
        return {question: n / self.n_trees for question, n in ordered}

    @property
    def root_features(self) -> dict[str, float]:
        """The share of trees that ask about each feature first, the most asked first."""
        found: Counter[str] = Counter()
        for (column, _), n in self.ranked.first_questions().items():
            if column >= 0:
                feature = self.ranked.near.columns[column].feature
                found[self.dataset.schema.feature_names[feature]] += n
        return {name: n / self.n_trees for name, n in found.most_common()}

    def _question(self, column: int, last_left: int) -> str:
        """A question about all samples in words."""
        if column < 0:
            return "no question"
        near = self.ranked.near
        stump = {"column": [column, -1, -1], "last_left": [last_left, -1, -1]}
        sides = {"left": [1, -1, -1], "right": [2, -1, -1]}
        asked = questions_from(stump | sides, near.columns, near.merged, self.dataset)
        split = asked[()]
        assert isinstance(split, Split)
        return format_split(split, self.dataset.schema)

    def __getitem__(self, rank: int) -> Tree:
        place = rank + self.n_trees if rank < 0 else rank
        if not 0 <= place < self.n_trees:
            raise IndexError(f"There is no tree of rank {rank}; there are {self.n_trees}.")
        near = self.ranked.near
        answer = self.ranked.questions(place)
        questions = questions_from(answer, near.columns, near.merged, self.dataset, LEAF)
        source = open_source(self.dataset, self.recipe.criterion.count(self.dataset))
        return learn_digits(replay(questions, source, self.recipe), self.dataset.columns)

    def __iter__(self) -> Iterator[Tree]:
        rank = 0
        while rank < self.n_trees:
            yield self[rank]
            rank += 1

    def sample(self, n: int, random_state: int = 0) -> list[Tree]:
        """Different trees drawn at random, each with the same chance, in the order of their ranks.

        Parameters
        ----------
        n : how many; all, if there are no more
        random_state : int, the seed of the draw
        """
        if not is_whole(n) or n < 1:
            raise ParameterError(f"n={n!r} must be a whole number of at least 1.")
        return [self[rank] for rank in self.draw(int(n), random_state)]

    def draw(self, n: int, random_state: int = 0) -> list[int]:
        """The ranks of trees drawn at random, ascending."""
        if n >= self.n_trees:
            return list(range(self.n_trees))
        generator, ranks = random.Random(random_state), set[int]()
        while len(ranks) < n:
            ranks.add(generator.randrange(self.n_trees))
        return sorted(ranks)

    def only(
        self,
        *,
        never: Sequence[str] | str = (),
        always: Sequence[str] | str = (),
        max_features: int | None = None,
        max_leaves: int | None = None,
        feature_costs: Mapping[str, float] | None = None,
        max_cost: float = math.inf,
        monotone: Mapping[str, int] | None = None,
    ) -> NearOptimal:
        """Those of all the trees that are so; filters of before do not count.

        A question that several features could ask alike is named after the first of them: of those
        of ``always``, then of the others except those of ``never``.

        Parameters
        ----------
        never, always : names of features
            No question is about the ones; about each of the others is at least one.
        max_features, max_leaves : int or None
            How many different features, and how many leaves, a tree has at most.
        feature_costs : mapping from feature name to a number
            What it costs to observe a feature; one that is not named costs 1.
        max_cost : float
            What all the features of a tree may cost together.
        monotone : mapping from feature name to 1 or -1
            Of two samples that differ in such a feature alone, that with the larger value is not
            given an earlier class, or with -1 a later one, if both are made of values that
            occur.  Counts cannot tell: the first 2,000 of the other trees are looked at.
        """
        schema = self.dataset.schema
        wanted = Wanted(
            never=positions("never", never, schema),
            always=positions("always", always, schema),
            max_features=whole("max_features", max_features, 0),
            max_leaves=whole("max_leaves", max_leaves, 1),
            prices=prices_of(feature_costs, schema),
            max_cost=amount("max_cost", max_cost),
        )
        if set(wanted.never) & set(wanted.always):
            raise ParameterError(f"never={never!r} and always={always!r} name the same feature.")
        ranked = RankedTrees(self.ranked.near, wanted)
        every = replace(self, ranked=ranked)
        if not monotone:
            return every
        takes = Monotone(self.dataset, directions_of(monotone, schema)).takes
        return replace(self, ranked=PickedTrees(ranked, lambda rank: takes(every[rank])))

    def __str__(self) -> str:
        rows = [["errors", "leaves", "trees"]]
        for one in self.counts:
            rows.append([number_text(one.errors), str(one.leaves), f"{one.n_trees:,}"])
        return "\n".join([*self.summary(), "", *aligned(rows)])

    def summary(self) -> list[str]:
        """What a reader should know first, one sentence per line."""
        trees = "1 tree costs" if self.n_trees == 1 else f"{self.n_trees:,} trees cost"
        least = "" if self.is_complete else "at least "
        lines = [
            f"{least}{trees} at most {number_text((1 + self.eps) * self.objective)}: "
            f"{percent(self.eps)} more than the best one, {number_text(self.objective)}"
        ]
        if not self.is_complete:
            lines.append(f"more may be missing: {REASONS[self.stopped]}")
            if self.complete_eps is not None:
                most = number_text((1 + self.complete_eps) * self.objective)
                lines.append(f"of those that cost at most {most} none is missing")
        if self.n_trees > 1:
            lines += [*self._in_common(), self._disagreement()]
        return lines

    def _in_common(self) -> Iterator[str]:
        """What most of the trees ask."""
        first = [f"{question} ({percent(share, 0)})" for question, share in self.roots.items()]
        yield f"first question: {', '.join(first[:MOST_NAMED])}{', …' * (len(first) > MOST_NAMED)}"
        asked = [f"{name_text(name)} ({percent(one, 0)})" for name, one in self.features.items()]
        if asked:
            yield f"asked about: {', '.join(asked)}"

    def _disagreement(self) -> str:
        n, disputed = self.dataset.n_rows, len(self.disputed)
        if not disputed:
            return "all trees decide alike for all samples"
        return f"decided differently by some: {disputed} of {plural(n, 'sample')}"


def near_optimal(
    X: Any,
    y: Any,
    *,
    eps: float = 0.05,
    max_depth: int | None = 3,
    max_leaves: int | None = None,
    alpha: float = 0.0,
    min_samples_leaf: int = 1,
    loss: Any = None,
    class_weight: Any = None,
    sample_weight: Any = None,
    kinds: Any = None,
    time_limit: float | None = 60.0,
    memory_limit: float = 1024.0,
    progress: Progress | None = None,
) -> NearOptimal:
    """Find all trees of classes that cost little more than the best one: the Rashomon set.

    Two trees are different if they divide the samples differently somewhere: questions that
    divide those of a node alike are one question.  A question does not count if both its sides are
    leaves that together are wrong as often as one leaf in its place.

    Parameters
    ----------
    X, y, sample_weight : as for ``fit``.
    eps : float
        What a tree may cost more than the best one, as a share of what that costs.
    max_depth, max_leaves, alpha, min_samples_leaf, loss, class_weight, kinds
        Which trees there are, and what they cost: as for :class:`~arboretum.OptimalClassifier`.
    time_limit : float or None
        Seconds, first for the best tree and then for the others.
    memory_limit : float
        Megabytes.  If that is not enough for all trees, those are found that cost at most a smaller
        share more than the best one, ``complete_eps``, or else those that ask one of the cheapest
        questions at each node.  Once the time is up, or by Ctrl-C, the trees that are known by then
        are kept.  In both cases ``is_complete`` is False, and there are at least so many.
    progress : function or None
        Called with how far the search is and how far that would be.

    Examples
    --------
    >>> from arboretum import datasets
    >>> drug = datasets.drug()
    >>> found = near_optimal(drug.X, drug.y, max_depth=2, alpha=0.05, eps=0.2)
    >>> found.n_trees
    12
    """
    weights = {"sample_weight": sample_weight, "class_weight": class_weight}
    dataset = make_dataset(X, y, nominal=True, kinds=kinds, **weights)
    limits = Limits(
        max_depth=whole("max_depth", max_depth, 0),
        max_leaves=whole("max_leaves", max_leaves, 1),
        min_samples_leaf=whole("min_samples_leaf", min_samples_leaf, 1) or 1,
        alpha=amount("alpha", alpha),
        seconds=None if time_limit is None else amount("time_limit", time_limit),
        megabytes=amount("memory_limit", memory_limit),
    )
    return near_optimal_on(dataset, limits, amount("eps", eps), loss=loss, progress=progress)


def near_optimal_on(
    dataset: Dataset,
    limits: Limits,
    eps: float,
    *,
    loss: Any = None,
    progress: Progress | None = None,
) -> NearOptimal:
    """The same from an encoded dataset."""
    schema = dataset.schema
    if len(schema.targets) > 1:
        raise UnsupportedCombination(
            f"There are {len(schema.targets)} targets, but near-optimal trees are counted for one. "
            "Ask for one target at a time."
        )
    if schema.classes is None:
        raise UnsupportedCombination(
            f"Target {schema.targets[0].name!r} is a number, but near-optimal trees are counted "
            "for classes. Cut it into classes first."
        )
    matrix = loss_matrix(loss, schema.classes)
    recipe = recipe_of_found(Gini(), ClassDistribution(), limits, loss=matrix).fitted(dataset)
    near = near_trees(dataset, matrix, limits, eps, progress)
    return NearOptimal(dataset, recipe, eps, RankedTrees(near))
