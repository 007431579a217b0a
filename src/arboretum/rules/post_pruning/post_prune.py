"""From a tree and samples to few short rules, the first of which decides, or which vote."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Schema
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing.many import Begin, silently
from arboretum.rules.condition import Condition
from arboretum.rules.from_tree import equation_of, linear_models
from arboretum.rules.post_pruning.base import PostPruning
from arboretum.rules.post_pruning.expectation import Draft, Expectation, Samples
from arboretum.rules.post_pruning.generalise import generalise
from arboretum.rules.post_pruning.order import deciding, default_class, reached
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.rule_set import RuleSet
from arboretum.tree import Tree

__all__ = ["N_STEPS", "post_prune", "require_one_target"]

#: How often ``post_prune`` begins something.
N_STEPS = 2

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]


def post_prune(
    tree: Tree, samples: Samples, method: PostPruning, begin: Begin = silently
) -> RuleSet:
    """The rules of a tree, shortened and put in order.

    The first that a sample meets decides, or all that it meets vote, as the method says.

    Parameters
    ----------
    tree : Tree
    samples : Samples
        To judge by, and to measure the rules that are left.
    method : PostPruning
    begin : callable
        Called with a description before conditions are dropped, and before rules are chosen;
        what it returns, if anything, is told how far that is.
    """
    require_one_target(tree.schema)
    expectation, models = method.expectation(samples, tree.loss), linear_models(tree)
    if models is not None:
        expectation = expectation.of_equations(models)
    long = method.long_rules(tree)
    progress = begin(f"shortening {len(long)} rules")
    drafts = _worth_asking(generalise(long, expectation, progress), expectation)
    loss = 1.0 - np.eye(len(tree.schema.classes or ())) if tree.loss is None else tree.loss
    begin(f"choosing among {len(drafts)} rules")
    kept = method.arrange(drafts, samples, loss)
    if method.is_ordered:
        kept = reached(kept, samples)
    left_to = (default_class(kept, samples, loss),) if tree.schema.is_classification else ()
    measure = _Measure(tree, samples)
    *of_rules, left = _decided(kept, samples)
    if not method.is_ordered:
        of_rules = [draft.rows for draft in kept]
    rules = (
        measure.rule(rows, draft.conditions, draft.decision, expectation.stated(draft), draft.node)
        for draft, rows in zip(kept, of_rules, strict=True)
    )
    return RuleSet(
        tuple(
            replace(rule, vote=method.vote(draft, samples))
            for draft, rule in zip(kept, rules, strict=True)
        ),
        measure.origin,
        is_ordered=method.is_ordered,
        default=measure.rule(left, (), left_to, node=None if models is None else 0),
        loss=tree.loss,
        refuses=tree.missing_policy.refuses,
        models=models,
    )


def require_one_target(schema: Schema) -> None:
    """Rules of several targets cannot be judged one by one."""
    n_targets = len(schema.targets)
    if n_targets > 1:
        raise UnsupportedCombination(
            f"Rules are shortened for one target, but there are {n_targets}. "
            "Grow a tree per target, or use tree.rules()."
        )


def _worth_asking(drafts: Iterable[Draft], expectation: Expectation) -> list[Draft]:
    """Rules that some sample meets, each once, and that promise more than without conditions."""
    found: dict[tuple, Draft] = {}
    without: dict[tuple[int, ...], float] = {}
    for draft in drafts:
        says = expectation.says(draft.decision, draft.node)
        if says not in without:
            sums = expectation.terms(says).sum(axis=1)
            without[says] = float(expectation.error(sums[None], says)[0])
        if draft.conditions and draft.amount > 0 and draft.error < without[says]:
            found.setdefault((says, frozenset(draft.conditions)), draft)
    return list(found.values())


def _decided(drafts: Sequence[Draft], samples: Samples) -> list[IntArray]:
    """The rows that each rule decides, and last those that are left to the default."""
    first, _ = deciding(drafts, samples.dataset.n_rows)
    n_rows = np.bincount(first, minlength=len(drafts) + 1)
    return np.split(np.argsort(first, kind="stable"), np.cumsum(n_rows)[:-1])


class _Measure:
    """Gives rules the numbers of the samples that they decide."""

    def __init__(self, tree: Tree, samples: Samples) -> None:
        dataset = samples.dataset
        self._samples = samples
        self._n_classes = len(tree.schema.classes or ())
        self._tree = tree
        whole = float(dataset.counts.sum()), float(dataset.weights.sum())
        self.origin = Origin(tree.schema, *whole, self._value(np.arange(dataset.n_rows)))

    def rule(
        self,
        rows: IntArray,
        conditions: tuple[Condition, ...],
        decision: tuple[int, ...],
        error: float | None = None,
        node: int | None = None,
    ) -> Rule:
        """A rule that decides these rows; where they weigh nothing, it has the value of all."""
        dataset = self._samples.dataset
        weight = float(dataset.weights[rows].sum())
        equation = None if node is None else equation_of(self._tree, node)
        has_spread = weight > 0 and equation is None
        return Rule(
            conditions,
            self._value(rows) if weight > 0 else self.origin.value,
            decision,
            float(dataset.counts[rows].sum()),
            weight,
            self.origin,
            self._deviation(rows) if has_spread else None,
            node,
            error,
            equation,
        )

    def _value(self, rows: IntArray) -> tuple[float, ...]:
        if not self._n_classes:
            return (self._samples.mean(rows),)
        weights, targets = self._samples.dataset.weights[rows], self._samples.targets[rows]
        return tuple(np.bincount(targets, weights=weights, minlength=self._n_classes).tolist())

    def _deviation(self, rows: IntArray) -> float | None:
        """Standard deviation of a number."""
        if self._n_classes:
            return None
        away = self._samples.targets[rows] - self._samples.mean(rows)
        return math.sqrt(float(np.average(away**2, weights=self._samples.amount[rows])))
