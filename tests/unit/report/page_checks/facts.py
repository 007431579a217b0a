"""What is true of a report's tree and samples, worked out once more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from sklearn.base import clone

from arboretum import TreeClassifier
from arboretum.data.folds import some_samples
from arboretum.pruning import CostComplexity
from arboretum.splits import Subset, Threshold
from arboretum.tree import name_text
from tests.unit.report.page_checks.fold_facts import FoldFacts
from tests.unit.report.page_checks.page import Said

__all__ = ["Facts"]


class Facts(FoldFacts):
    """The same of the tree, of how its size was chosen, and of trees of other samples."""

    @property
    def told(self) -> str:
        """What is predicted, in a sentence."""
        return name_text(self.target_name)

    @property
    def told_in_title(self) -> str:
        return self.told

    @property
    def named_in_pictures(self) -> str:
        return name_text(self.target_name)

    def of_each(self, name: str, said: Sequence[Said]) -> list[Facts]:
        """What each statement of a section is about."""
        return [self] * len(said)

    @cached_property
    def importance(self) -> np.ndarray:
        """The share of each feature in the decrease of impurity."""
        tree, total = self.tree, np.zeros(self.schema.n_features)
        mass = tree.weight * tree.impurity
        for node in tree.nodes():
            if node.split is None:
                continue
            below = sum(mass[child] for child in tree.children(node.id))
            features = self.schema.features_of(node.split.column)
            for feature in features:
                total[feature] += (mass[node.id] - below) / len(features)
        total = np.maximum(total, 0)
        return total / total.sum() if total.sum() > 0 else total

    @property
    def used_in_order(self) -> list[str]:
        """The most important first, equals as the columns are."""
        names = self.schema.feature_names
        order = np.argsort(-self.importance, kind="stable")
        return [names[i] for i in order if names[i] in self.used]

    def says_below(self, column: int) -> bool:
        """Whether questions about a column say ``x < t``; of dates they name the last below."""
        cut, asked = getattr(self.report.estimator, "closed", "right"), self.schema.columns[column]
        return cut == "left" and asked.categories is None and asked.clock is None

    def shares_at(self, node: int) -> np.ndarray:
        """The shares of classes that a node predicts: counted, or with further samples of all."""
        counts, m = self.tree.value[node], getattr(self.tree.leaf_model, "m", 0.0)
        usual = self.tree.value[0] / self.tree.value[0].sum()
        return np.array((counts + m * usual) / (counts.sum() + m))

    # -- samples at nodes --------------------------------------------------------

    def weight_ending_at(self, node: int) -> float:
        """At an inner node those stay who have no value, if the tree does not send them on."""
        weight = self.tree.weight
        return float(weight[node] - sum(weight[child] for child in self.tree.children(node)))

    def leaves_below(self, node: int) -> int:
        above = [node]
        for at in range(node + 1, self.tree.n_nodes):
            if self.tree.parent[at] in above:
                above.append(at)
        return sum(bool(self.tree.is_leaf[at]) for at in above)

    @cached_property
    def depth(self) -> int:
        deep = np.zeros(self.tree.n_nodes, dtype=int)
        for node in range(1, self.tree.n_nodes):
            deep[node] = deep[self.tree.parent[node]] + 1
        return int(deep.max())

    # -- how the size was chosen ---------------------------------------------------

    @property
    def sizes(self) -> Any:
        """The table of trees to choose from, if they were cross-validated."""
        table = getattr(self.report.estimator, "cp_table_", None)
        return table if table is not None and "xerror" in table else None

    @property
    def rule(self) -> str | None:
        return self.report.estimator.chosen_pruner().rule

    @property
    def n_errors(self) -> float:
        """How many standard errors above the least the rule allows."""
        rule = self.rule
        return 0.0 if rule in (None, "min") else float(rule.removesuffix("se").rstrip("-"))

    @property
    def margin(self) -> str:
        return "one standard error" if self.n_errors == 1 else f"{self.n_errors:g} standard errors"

    @property
    def kept_row(self) -> int:
        return [int(n) + 1 for n in self.sizes["nsplit"]].index(self.n_leaves)

    @property
    def best_row(self) -> int:
        return int(np.argmin(self.sizes["xerror"]))

    @property
    def sizes_in_percent(self) -> bool:
        """Whether errors of trees of each size are shares of mistakes."""
        return self.is_class and self.tree.loss is None

    @property
    def unit_of_sizes(self) -> str:
        if self.tree.loss is not None:
            return "mean loss"
        return "share of mistakes" if self.is_class else "root mean square error"

    @property
    def sizes_are_roots(self) -> bool:
        return not self.is_class

    @cached_property
    def size_of_errors(self) -> float:
        """What shares of the risk without a tree are multiplied by."""
        target, weights = self.target[~self.is_blank], self.dataset.weights[~self.is_blank]
        if self.is_class:
            counts = np.bincount(target, weights, minlength=len(self.classes))
            loss = 1 - np.eye(len(counts)) if self.tree.loss is None else self.tree.loss
            return float((counts @ loss).min() / counts.sum())
        mean = np.average(target, weights=weights)
        return float(np.average((target - mean) ** 2, weights=weights))

    @cached_property
    def is_blank(self) -> np.ndarray:
        """Which rows have no value at all, if the tree was grown without them."""
        if self.tree.n_samples[0] == self.dataset.counts.sum():
            return np.zeros(self.dataset.n_rows, dtype=bool)
        held = [np.asarray(column) for column in self.dataset.columns]
        gaps = [np.isnan(one) if one.dtype.kind == "f" else one < 0 for one in held]
        return np.all(gaps, axis=0)

    def sized(self, share: float, spread: float = 0.0) -> tuple[float, float]:
        """The error of a share of the risk without a tree, and its standard error."""
        of = self.size_of_errors
        if not self.sizes_are_roots:
            return share * of, spread * of
        root = float(np.sqrt(share * of))
        return root, spread * of / (2 * root) if root > 0 else 0.0

    @cached_property
    def recipes(self) -> dict[str, Any]:
        """The recipes of a species that tries several, each grown by its estimator alone."""
        asked = self.report.estimator
        if not self.tree.schema.is_classification:  # whose figures a slow choice holds elsewhere
            taken = asked.choice_.tried[asked.choice_.taken]
            return {
                one.name: Recipe(None, self.tree if one is taken else None, one.error)
                for one in asked.choice_.tried
            }
        rule = {"small": "0.5se", "best": "min", "smallest": "1se"}[asked.size]
        pruning = CostComplexity(cv=10, repeats=3, rule=rule, random_state=asked.random_state)
        how = {"leaf": asked.leaf, "loss": asked.loss, "min_samples_leaf": asked.min_samples_leaf}
        ways = {name: {"criterion": name} for name in ("entropy", "gini")}
        unordered = [one for one in self.schema.features if one.kind == "categorical"]
        if any(len(feature.categories) > 10 for feature in unordered):
            common = (Threshold(), Subset(min_samples_category=10))
            ways["entropy without rare categories"] = {"criterion": "entropy", "splits": common}
        return {
            name: Recipe.of(TreeClassifier(pruning=pruning, **how, **way), self.dataset)
            for name, way in ways.items()
        }

    @property
    def alike(self) -> Any:
        """An estimator that grows such trees, without any choice except of their size."""
        if not hasattr(self.report.estimator, "choice_"):
            return clone(self.report.estimator)
        if not self.tree.schema.is_classification:
            return self.report.estimator.settled()
        return clone(next(one.estimator for one in self.recipes.values() if one.tree == self.tree))

    # -- trees of other samples ------------------------------------------------------

    @property
    def n_trees(self) -> int:
        card = self.report.stability
        return 0 if card is None else card.n_trees

    @cached_property
    def price(self) -> float:
        prices, row = self.sizes["CP"], self.kept_row
        return float(np.sqrt(prices[row]) * np.sqrt(prices[row - 1])) if row else float("inf")

    @property
    def at_its_price(self) -> Any:
        """The estimator of such trees, pruned at a price that is typical of the tree."""
        estimator = self.alike
        if self.sizes is not None:
            at = {"risk": self.sizes.risk, "links": self.sizes.links}
            estimator.set_params(pruning=CostComplexity(cp=self.price, **at))
        return estimator

    @cached_property
    def others(self) -> list[Any]:
        """Trees of nine rows in ten, at a price that is typical of the tree."""
        estimator, n = self.at_its_price, self.dataset.n_rows
        if getattr(self.report.estimator, "level_scores_", None):
            estimator.set_params(f_test=self.report.estimator.level_)
        rng = np.random.default_rng(self.report.seed)
        found = []
        for _ in range(self.n_trees):
            drawn = rng.choice(n, max(1, int(0.9 * n)), replace=False)
            counts = np.zeros(n)
            counts[drawn] = self.dataset.counts[drawn]
            found.append(clone(estimator).fit_dataset(some_samples(self.dataset, counts)).tree_)
        return found

    @cached_property
    def agreement(self) -> float:
        return float(np.mean([self._alike(other) for other in self.others]))

    def _alike(self, other: Any) -> float:
        columns, weights = self.dataset.columns, self.dataset.weights
        ours, theirs = (one.predict(one.ends(columns), columns)[:, 0] for one in (self.tree, other))
        if self.is_class:
            return float(np.average(ours == theirs, weights=weights))
        if len(set(ours)) == 1:
            return float(len(set(theirs)) == 1)
        spread = np.average((ours - np.average(ours, weights=weights)) ** 2, weights=weights)
        apart = np.average((ours - theirs) ** 2, weights=weights)
        return max(1 - float(apart / spread), 0.0)

    @cached_property
    def shapes(self) -> Counter:
        return Counter(_shape(one) for one in self.others)

    @property
    def n_same(self) -> int:
        return self.shapes[_shape(self.tree)]

    @cached_property
    def ways(self) -> dict[tuple, Any]:
        """The splits of the tree by the questions and answers above them."""
        return _ways(self.tree)

    @cached_property
    def ways_of_others(self) -> list[dict[tuple, Any]]:
        return [_ways(one) for one in self.others]

    def again(self, way: tuple) -> list[Any]:
        """The splits of other trees in the same place."""
        return [found[way] for found in self.ways_of_others if way in found]

    def thresholds_again(self, way: tuple) -> tuple[float, float] | None:
        """Between what nine in ten of the thresholds in a place lie; None where it has none."""
        found = [float(t) for split in self.again(way) for t in split.thresholds]
        return tuple(np.quantile(found, [0.05, 0.95])) if found else None


@dataclass(frozen=True, eq=False)
class Recipe:
    """An estimator, its tree, and how wrong that is, as a share of the risk of no tree."""

    estimator: Any
    tree: Any
    error: float

    @staticmethod
    def of(estimator: Any, dataset: Any) -> Recipe:
        tree = estimator.fit_dataset(dataset).tree_
        table = estimator.cp_table_
        return Recipe(estimator, tree, table["xerror"][table["nsplit"].index(tree.n_leaves - 1)])


def _ways(tree: Any) -> dict[tuple, Any]:
    found = {}
    for node in tree.nodes():
        if node.split is not None:
            above = tuple((split.column, branch) for split, branch in node.path)
            found[above, node.split.column] = node.split
    return found


def _shape(tree: Any) -> tuple:
    """Which features are asked about in which places, and by how many branches."""
    return tuple(
        None if node.split is None else (node.split.column, node.split.arity)
        for node in tree.nodes()
    )
