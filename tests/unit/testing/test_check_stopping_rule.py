"""The check of stopping rules: ours pass, and each kind of mistake is named."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.stopping import (
    Constant,
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinScore,
    MinWeightFractionLeaf,
    Predicate,
    Purity,
    StoppingRule,
)
from arboretum.testing import check_stopping_rule


def is_small(node) -> bool:
    return node.weight < 3


@pytest.mark.parametrize(
    "rule",
    [
        Constant(),
        MaxDepth(3),
        MinSamplesSplit(5),
        MinSamplesLeaf(5),
        MinWeightFractionLeaf(0.1),
        MinImpurityDecrease(0.01),
        MinScore(0.1),
        Predicate(is_small),
    ],
    ids=lambda rule: type(rule).__name__,
)
def test_our_rules_pass(rule):
    check_stopping_rule(rule)


def test_a_rule_for_classes_alone_is_checked_on_classes():
    check_stopping_rule(Purity(0.9))


def test_a_rule_that_accepts_nothing_is_named():
    with pytest.raises(AssertionError, match="it must accept one"):
        check_stopping_rule(Purity(0.9), nominal=False)


class Never(StoppingRule):
    pass


class Silent(MaxDepth):
    @property
    def reason(self):
        return ""


class Maybe(StoppingRule):
    def stops(self, node):
        return node.n_samples


class Whole(StoppingRule):
    def admits(self, node, counts, weights):
        return counts >= 5


class Relative(StoppingRule):
    def admits(self, node, counts, weights):
        smallest = counts.min(axis=1)
        return smallest >= smallest.max()


class Writes(StoppingRule):
    def stops(self, node):
        node.statistics[0] = 0.0
        return False


class Undecided(StoppingRule):
    def rejects(self, node, choice):
        return np.array([choice.score])


MISTAKES = {
    Never: "it never stops anything",
    Silent: "reason must be a sentence",
    Maybe: r"stops\(node\) must return True or False",
    Whole: r"Did you forget \.all\(axis=1\)",
    Relative: "must not depend on the others",
    Writes: "must not change the node",
    Undecided: r"rejects\(node, choice\) must return True or False",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake):
    rule = mistake(3) if mistake is Silent else mistake()

    with pytest.raises(AssertionError, match=rf"(?s){mistake.__name__}: .*{MISTAKES[mistake]}"):
        check_stopping_rule(rule)
