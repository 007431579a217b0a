"""The readable loop.

A learner asks a source for tables of statistics, scores them, and tells the
source how to route.  The loop knows nothing of kinds of features, kinds of
targets, or where the rows are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.choose import choose
from arboretum.growing.draw import child_key, root_key
from arboretum.growing.frontier import FRONTIERS
from arboretum.growing.recipe import FULL, NO_QUESTION, Recipe
from arboretum.growing.search import search_features, search_nodes
from arboretum.growing.surrogates import find_surrogates
from arboretum.growing.work import WorkDone
from arboretum.search import Choice, OpenNode, OpenSplit, Searched, tie_tolerance
from arboretum.sources import Route, Source
from arboretum.splits import Column
from arboretum.statistics import Statistics
from arboretum.tree import Tree, TreeBuilder

__all__ = ["Arrival", "Growth", "Progress", "check_alone", "check_recipe", "grow", "open_nodes"]

#: Called with the weight that has reached leaves and the weight of all samples.
Progress = Callable[[float, float], None]


def grow(source: Source, recipe: Recipe, progress: Progress | None = None) -> Tree:
    """Grow a tree from the rows of a source."""
    check_alone(recipe, source)
    return Growth(source, recipe, progress).run()


@dataclass(frozen=True)
class Arrival:
    """A node whose rows have just been routed to it."""

    id: int
    parent: int | None
    branch: int
    depth: int
    key: int
    asked: frozenset[int] = frozenset()


class Growth:
    """One run of the loop: the frontier, the nodes so far, the weight that is done."""

    def __init__(
        self,
        source: Source,
        recipe: Recipe,
        progress: Progress | None,
        work: WorkDone | None = None,
    ) -> None:
        self.source = source
        self.recipe = recipe
        self.progress = progress
        self.work = work
        self.builder = TreeBuilder()
        self.frontier = FRONTIERS[recipe.order]()
        self.n_nodes = 1
        self.n_leaves = 1
        self.root_weight = 0.0
        self.done_weight = 0.0

    def run(self) -> Tree:
        if self.work is not None:
            self.work.sorted += self.source.n_sorted
        self.open([Arrival(0, None, 0, 0, root_key(self.recipe.seed))])
        while batch := self.frontier.pop():
            self.open(self.split(batch))
        recipe = self.recipe
        tree = self.builder.finish(
            self.source.schema, parts=recipe.describe(), loss=recipe.loss, recipe=recipe
        )
        return recipe.missing.after_growth(tree)

    def open(self, arrivals: Sequence[Arrival]) -> None:
        """Add nodes to the tree and look for the split of each."""
        nodes = open_nodes(self.source, self.recipe, arrivals, self.root_weight)
        for arrival, node in zip(arrivals, nodes, strict=True):
            self.root_weight = self.root_weight or node.weight
            self.builder.add(
                arrival.parent,
                arrival.branch,
                n_samples=node.n_samples,
                weight=node.weight,
                impurity=node.impurity,
                value=node.value,
            )
        for node, found in zip(nodes, self.look(nodes), strict=True):
            if isinstance(found, str):
                self.stop(node, found)
            else:
                self.frontier.push(found)

    def look(self, nodes: Sequence[OpenNode]) -> list[OpenSplit | str]:
        """The split each node would make, or the reason why it makes none."""
        stopped = [self.why_stopped(node) for node in nodes]
        going_on = [node for node, why in zip(nodes, stopped, strict=True) if why is None]
        if self.work is not None:
            for node in going_on:
                self.work.at(node.depth).searched += 1
        found = iter(search_nodes(going_on, self.source, self.recipe, self.work))
        return [
            self.decide(node, next(found)) if why is None else why
            for node, why in zip(nodes, stopped, strict=True)
        ]

    def why_stopped(self, node: OpenNode) -> str | None:
        """The reason of a rule that stops a node before its splits are looked for."""
        return next((rule.reason for rule in self.recipe.stopping if rule.stops(node)), None)

    def decide(self, node: OpenNode, choices: Sequence[Choice]) -> OpenSplit | str:
        """Which of the best splits of the features a node makes, if any."""
        if not choices:
            return self.why_none(node)
        verdict = choose(self.recipe, node, choices, self.searched(node, len(choices)))
        if verdict.p is not None:
            self.builder.test(node.id, verdict.p)
        if verdict.rejected_by is not None:
            return verdict.rejected_by.reason
        if not verdict.ranked:
            return self.recipe.selector.reason
        best, *others = verdict.ranked
        return OpenSplit(node, best, others[: max(1, self.recipe.max_competitors)])

    def searched(self, node: OpenNode, n_found: int) -> Searched:
        """The search at a node, which can be made again with shuffled targets."""

        def is_as_good(choice: Choice, key: int) -> bool:
            floor = choice.merit - tie_tolerance(choice.merit, node.impurity)
            shuffled = self.source.shuffled(node.id, key)
            found = search_features(node, shuffled, self.recipe, self.work)
            ranked = self.recipe.selector.rank(found, node, shuffled.statistics) if found else []
            return bool(ranked) and ranked[0].merit >= floor

        def n_as_good(choice: Choice, seed: int, n: int) -> int:
            key = node.key ^ root_key(seed)
            return sum(is_as_good(choice, child_key(key, i)) for i in range(n))

        return Searched(n_found, self.source.statistics, n_as_good)

    def why_none(self, node: OpenNode) -> str:
        """Tell a node that offers no question from one whose questions were not admitted."""
        for rule in self.recipe.stopping:
            without = [other for other in self.recipe.stopping if other is not rule]
            relaxed = replace(self.recipe, stopping=tuple(without))
            if rule.admits_some_only and search_features(node, self.source, relaxed, self.work):
                return rule.reason
        return NO_QUESTION

    def split(self, batch: Sequence[OpenSplit]) -> list[Arrival]:
        """Split nodes, in one round, and name their children."""
        routes, arrivals = [], []
        for found in batch:
            if self.has_room(found):
                routes.append(self.keep(found))
                arrivals += self.children_of(found, routes[-1].children)
        self.source.route(routes)
        return arrivals

    def has_room(self, found: OpenSplit) -> bool:
        """Whether the tree may have the leaves of one more split; its node is stopped if not."""
        limit, more = self.recipe.max_leaf_nodes, found.choice.split.arity - 1
        if limit is not None and self.n_leaves + more > limit:
            self.stop(found.node, FULL.format(limit))
            return False
        self.n_leaves += more
        return True

    def keep(self, found: OpenSplit) -> Route:
        """Put a split into the tree."""
        node, choice, recipe = found.node, found.choice, self.recipe
        children = range(self.n_nodes, self.n_nodes + choice.split.arity)
        self.n_nodes += choice.split.arity
        surrogates = find_surrogates(self.source, node.id, choice, recipe)
        losers = [(other.split, other.score) for other in found.others]
        self.builder.split(
            node.id,
            choice.split,
            score=choice.score,
            tie=choice.is_tie,
            runner_up=losers[0] if losers else None,
            competitors=losers[: recipe.max_competitors],
            surrogates=surrogates,
        )
        to_ask = recipe.missing.to_ask(surrogates)
        return Route(node.id, choice.split, children, choice.shares, to_ask)

    def children_of(self, found: OpenSplit, children: Sequence[int]) -> list[Arrival]:
        node = found.node
        asked = node.asked | {found.choice.column}
        return [
            Arrival(child, node.id, branch, node.depth + 1, child_key(node.key, branch), asked)
            for branch, child in enumerate(children)
        ]

    def stop(self, node: OpenNode, reason: str) -> None:
        self.builder.stop(node.id, reason)
        self.source.release([node.id])
        self.done_weight += node.weight
        if self.progress is not None:
            self.progress(self.done_weight, self.root_weight)


def open_nodes(
    source: Source, recipe: Recipe, arrivals: Sequence[Arrival], root_weight: float
) -> list[OpenNode]:
    """Ask the source what nodes hold.  With a ``root_weight`` of 0 one is the root."""
    totals = source.totals([arrival.id for arrival in arrivals])
    nodes = []
    for arrival, (n_samples, statistics, is_constant) in zip(arrivals, totals, strict=True):
        weight = float(source.statistics.weight(statistics))
        rows = source.targets(arrival.id) if recipe.leaf.needs_targets else (None, None)
        nodes.append(
            OpenNode(
                id=arrival.id,
                depth=arrival.depth,
                n_samples=n_samples,
                weight=weight,
                impurity=float(recipe.criterion.impurity(statistics)),
                statistics=statistics,
                value=recipe.leaf.value(source.statistics.natural(statistics), *rows),
                is_constant=is_constant,
                root_weight=root_weight or weight,
                key=arrival.key,
                asked=arrival.asked,
            )
        )
    return nodes


def check_alone(recipe: Recipe, source: Source) -> None:
    """Refuse what needs more of the samples than a source that is all there is can say."""
    if recipe.keep_rows:
        raise UnsupportedCombination(
            "A source does not say which samples get to a node, but the tree is to keep their "
            "rows. Grow by grow_in_memory, or leave out keep_rows."
        )
    _check_fitted(recipe)
    check_recipe(recipe, source.columns, source.statistics, source.keeps_targets)


def _check_fitted(recipe: Recipe) -> None:
    """Refuse parts that do not know yet what they ask of the samples."""
    for part in recipe.parts:
        if not part.is_fitted:
            raise UnsupportedCombination(
                f"{part!r} has parameters that are measured from samples, and are not yet. Grow by "
                "recipe.fitted(dataset)."
            )


def check_recipe(
    recipe: Recipe, columns: Sequence[Column], statistics: Statistics, keeps_targets: bool = True
) -> None:
    """Refuse, before any work is done, parts that cannot work on these features."""
    if recipe.leaf.needs_targets and not keeps_targets:
        raise UnsupportedCombination(
            f"The leaf model {type(recipe.leaf).__name__} needs every target value of a node, "
            "but this source keeps only sums. Fit in memory."
        )
    recipe.leaf.check(statistics)
    recipe.missing.check(statistics)
    recipe.missing.check_splitters(recipe.splitters)
    if recipe.feature_costs is not None:
        recipe.feature_costs.check(recipe.criterion)
        if not recipe.selector.uses_costs:
            raise UnsupportedCombination(
                f"The selector {recipe.selector!r} does not use feature costs. "
                "Use selector=Best(), or leave out feature_costs."
            )
    for rule in recipe.stopping:
        rule.check(statistics)
    for column in columns:
        fitting = [s for s in recipe.splitters if column.feature.kind in s.kinds]
        if not fitting:
            names = ", ".join(type(splitter).__name__ for splitter in recipe.splitters)
            raise UnsupportedCombination(
                f"Feature {column.feature.name!r} is {column.feature.kind}, but none of the "
                f"splitters ({names}) handles that kind. Add one that does, such as Threshold() "
                "for numbers or Subset() for categories, or change the kind with kinds={…}."
            )
        for splitter in fitting:
            splitter.check(column, statistics)
