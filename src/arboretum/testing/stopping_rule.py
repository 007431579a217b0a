"""Check a custom stopping rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves import Mean
from arboretum.search import Choice, OpenNode, Searched
from arboretum.statistics import ClassCounts, Moments, Statistics
from arboretum.stopping import SplitTest, StoppingRule
from arboretum.testing.samples import class_dataset, number_dataset
from arboretum.testing.trial import Trial, accepts, on_trial
from arboretum.tree import P_KINDS, PValue, Split

__all__ = ["check_stopping_rule"]

MOMENTS = ("stops", "admits", "rejects")


def check_stopping_rule(rule: StoppingRule, *, nominal: bool | None = None) -> None:
    """Tell the author of a stopping rule what is wrong with it.

    Parameters
    ----------
    rule : StoppingRule
    nominal : bool, optional
        Whether nodes hold classes; by default the rule is tried on classes and
        on numbers, unless its own ``check`` refuses them.

    Raises
    ------
    AssertionError
        Names the rule, what was expected, and an example.

    Examples
    --------
    >>> from arboretum.stopping import MaxDepth
    >>> check_stopping_rule(MaxDepth(3))
    """
    trial = on_trial(rule, StoppingRule)
    overrides = any(
        getattr(type(rule), name) is not getattr(StoppingRule, name) for name in MOMENTS
    )
    trial.demand(
        overrides or isinstance(rule, SplitTest) or rule.held_out is not None,
        "it never stops anything; override stops, admits or rejects, or derive from SplitTest.",
    )
    reason: Any = rule.reason
    trial.demand(
        isinstance(reason, str) and reason.strip(),
        f"reason must be a sentence for people, but it is {reason!r}.",
    )
    kinds: dict[bool, Statistics] = {
        True: ClassCounts(class_dataset()),
        False: Moments(number_dataset()),
    }
    some = [
        kind
        for kind, statistics in kinds.items()
        if nominal in (None, kind) and accepts(rule.check, statistics, UnsupportedCombination)
    ]
    trial.demand(some, "its check() refuses every kind of target; it must accept one.")
    for kind in some:
        for node in _nodes(kinds[kind]):
            _check_at(trial, node, kinds[kind])


def _nodes(statistics: Statistics) -> list[OpenNode]:
    """A node with many samples, and one deep down with a single sample."""
    nodes = []
    for depth, n_rows in ((0, 60), (7, 1)):
        count, sums = statistics.total(np.arange(n_rows, dtype=np.int32))
        is_nominal = isinstance(statistics, ClassCounts)
        nodes.append(
            OpenNode(
                id=depth,
                depth=depth,
                n_samples=count,
                weight=float(statistics.weight(sums)),
                impurity=0.5 if n_rows > 1 else 0.0,
                statistics=sums,
                value=sums if is_nominal else Mean().value(statistics.natural(sums)),
                is_constant=n_rows == 1,
                root_weight=100.0,
            )
        )
    return nodes


def _check_at(trial: Trial[StoppingRule], node: OpenNode, statistics: Statistics) -> None:
    rule, before = trial.part, node.statistics.copy()
    trial = trial.on(f"a node at depth {node.depth} with {node.n_samples:g} samples")
    calls: dict[str, Callable[[], Any]] = {
        "stops(node)": partial(rule.stops, node),
        "rejects(node, choice)": partial(rule.rejects, node, _choice(node)),
    }
    for what, call in calls.items():
        with trial.calling(what):
            found = call()
        trial.demand(
            isinstance(found, bool | np.bool_),
            f"{what} must return True or False, but it returned {found!r}.",
        )
    _check_admits(trial, node)
    if isinstance(rule, SplitTest):
        _check_test(trial, rule, node, statistics)
    trial.demand(np.array_equal(node.statistics, before), "it must not change the node.")


def _check_test(
    trial: Trial[StoppingRule], rule: SplitTest, node: OpenNode, statistics: Statistics
) -> None:
    searched = Searched(3, statistics, lambda choice, seed, n: n // 2)
    with trial.calling("test(node, choice, searched)"):
        found: Any = rule.test(node, _choice(node), searched)
    trial.demand(
        isinstance(found, PValue) and 0 <= found.p <= 1 and 0 <= found.kind < len(P_KINDS),
        "test(node, choice, searched) must return a PValue with a probability and a kind, but it "
        f"returned {found!r}.",
    )


def _choice(node: OpenNode) -> Choice:
    halves = np.stack([node.statistics / 2] * 2)
    counts = np.full(2, node.n_samples / 2)
    return Choice(Split(0, "interval", 2, (0.5,)), 0.1, 0.1, False, counts, halves)


def _check_admits(trial: Trial[StoppingRule], node: OpenNode) -> None:
    rule = trial.part
    counts = np.array([[1.0, 59.0], [30.0, 30.0], [55.0, 5.0]])
    weights = 1.5 * counts
    trial = trial.on(f"counts={counts.tolist()}, weights={weights.tolist()}")
    with trial.calling("admits(node, counts, weights)"):
        admitted: Any = rule.admits(node, counts, weights)
    trial.demand(
        isinstance(admitted, np.ndarray) and admitted.shape == (3,) and admitted.dtype == bool,
        "admits(node, counts, weights) must return one True or False per candidate, here an array "
        f"of 3, but it returned {admitted!r}. Did you forget .all(axis=1)?",
    )
    each = [slice(i, i + 1) for i in range(3)]
    alone = [bool(rule.admits(node, counts[one], weights[one])[0]) for one in each]
    trial.demand(
        alone == admitted.tolist(),
        f"whether a candidate is admitted must not depend on the others, but together they give "
        f"{admitted.tolist()} and one by one {alone}.",
    )
