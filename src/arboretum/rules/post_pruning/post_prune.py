"""From a tree and samples to few short rules, the first of which decides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from arboretum.data import Schema
from arboretum.exceptions import UnsupportedCombination
from arboretum.rules.from_tree import rules_of
from arboretum.rules.post_pruning.base import PostPruning
from arboretum.rules.post_pruning.draft import Draft, Samples
from arboretum.rules.post_pruning.expectation import Expectation
from arboretum.rules.post_pruning.generalise import generalise
from arboretum.rules.post_pruning.order import default_class
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import Tree

__all__ = ["post_prune", "require_one_target"]

FloatArray = npt.NDArray[np.float64]


def post_prune(tree: Tree, samples: Samples, method: PostPruning) -> RuleSet:
    """The rules of a tree, shortened and put in order: the first that a sample meets decides.

    Parameters
    ----------
    tree : Tree
    samples : Samples
        To judge by, and to measure the rules that are left.
    method : PostPruning
    """
    require_one_target(tree.schema)
    expectation = method.expectation(samples, tree.loss)
    long = rules_of(tree, simplify=False)
    drafts = _worth_asking(generalise(long, expectation), expectation)
    loss = _loss_of(tree)
    kept = method.arrange(drafts, samples, loss)
    measure = _Measure(tree, samples)
    decision = (default_class(kept, samples, loss),) if tree.schema.is_classification else ()
    return RuleSet(
        tuple(measure.rule(draft) for draft in kept),
        measure.origin,
        is_ordered=True,
        default=measure.default(kept, decision),
        loss=tree.loss,
        refuses=long.refuses,
    )


def require_one_target(schema: Schema) -> None:
    """Rules of several targets cannot be judged one by one."""
    n_targets = len(schema.targets)
    if n_targets > 1:
        raise UnsupportedCombination(
            f"Rules are shortened for one target, but there are {n_targets}. "
            "Grow a tree for each, or use tree.rules()."
        )


def _worth_asking(drafts: Iterable[Draft], expectation: Expectation) -> list[Draft]:
    """Rules that have a condition, say nothing twice, and promise more than none would."""
    found: dict[tuple, Draft] = {}
    without: dict[tuple[int, ...], float] = {}
    for draft in drafts:
        said = draft.decision
        if said not in without:
            sums = expectation.terms(said).sum(axis=1)
            without[said] = float(expectation.error(sums[None], said)[0])
        if draft.conditions and draft.error < without[said]:
            found.setdefault((said, frozenset(draft.conditions)), draft)
    return list(found.values())


def _loss_of(tree: Tree) -> FloatArray:
    n_classes = len(tree.schema.classes or ())
    return 1.0 - np.eye(n_classes) if tree.loss is None else tree.loss


class _Measure:
    """Gives rules the numbers of the samples that meet them."""

    def __init__(self, tree: Tree, samples: Samples) -> None:
        dataset = samples.dataset
        self._samples = samples
        self._n_classes = len(tree.schema.classes or ())
        every = np.arange(dataset.n_rows)
        self.origin = Origin(
            tree.schema,
            float(dataset.counts.sum()),
            float(dataset.weights.sum()),
            self._value(every),
        )

    def rule(self, draft: Draft) -> Rule:
        return self._rule(draft.conditions, draft.decision, draft.rows, draft.error, draft.node)

    def default(self, drafts: Sequence[Draft], decision: tuple[int, ...]) -> Rule:
        """What is said of samples that meet no rule; of all, if there are none."""
        left = np.ones(self._samples.dataset.n_rows, dtype=bool)
        for draft in drafts:
            left[draft.rows] = False
        return self._rule((), decision, np.flatnonzero(left), None, None)

    def _rule(self, conditions, decision, rows, error, node) -> Rule:
        dataset = self._samples.dataset
        weight = float(dataset.weights[rows].sum())
        return Rule(
            conditions,
            self._value(rows) if weight > 0 else self.origin.value,
            decision,
            float(dataset.counts[rows].sum()),
            weight,
            self.origin,
            self._deviation(rows),
            node,
            error,
        )

    def _value(self, rows) -> tuple[float, ...]:
        weights, targets = self._samples.dataset.weights[rows], self._samples.targets[rows]
        if self._n_classes:
            return tuple(np.bincount(targets, weights=weights, minlength=self._n_classes).tolist())
        return (float(np.average(targets, weights=weights)),)

    def _deviation(self, rows) -> float | None:
        """Standard deviation of a number."""
        weights = self._samples.dataset.weights[rows]
        if self._n_classes or weights.sum() <= 0:
            return None
        targets = self._samples.targets[rows]
        mean = np.average(targets, weights=weights)
        return math.sqrt(float(np.average((targets - mean) ** 2, weights=weights)))
