"""The check of criteria: ours pass, and each kind of mistake is named."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import (
    CLASS_CRITERIA,
    NUMBER_CRITERIA,
    ClassImpurity,
    Criterion,
    Gini,
    InformationGain,
    PerTarget,
    SquaredError,
    gini,
)
from arboretum.statistics import ClassCounts
from arboretum.testing import check_criterion

OURS = [criterion() for criterion in (*CLASS_CRITERIA.values(), *NUMBER_CRITERIA.values())]


@pytest.mark.parametrize("criterion", OURS, ids=repr)
def test_our_criteria_pass(criterion):
    check_criterion(criterion, is_concave=True)


@pytest.mark.parametrize(
    "criterion",
    [InformationGain(base="e"), SquaredError(ddof=1), PerTarget(Gini(), (3, 2))],
    ids=repr,
)
def test_our_criteria_pass_with_other_parameters(criterion):
    check_criterion(criterion)


class Good(ClassImpurity):
    """One's own criterion in one method."""

    def impurity(self, statistics):
        return gini(statistics)


def test_a_criterion_in_one_method_passes():
    check_criterion(Good(), is_concave=True)


class WithoutImpurity(Good):
    impurity = Criterion.impurity  # forgotten


class Lower(Good):
    def score(self, parent, branches):
        return -super().score(parent, branches)


class OneNumber(Good):
    def score(self, parent, branches):
        return super().score(parent, branches).max()


class AmongOthers(Good):
    def score(self, parent, branches):
        score = super().score(parent, branches)
        return score / score.max()


class FirstBranch(Good):
    def score(self, parent, branches):
        return super().score(parent, branches) * branches[:, 0].sum(axis=-1)


class FirstClass(Good):
    def impurity(self, statistics):
        weight = statistics.sum(axis=-1)
        share = np.divide(statistics[..., 0], weight, out=np.zeros_like(weight), where=weight > 0)
        return share * (1 - share)


class PerBranch(Good):
    def score(self, parent, branches):
        return super().score(parent, branches) / branches.shape[1]


class DividesByZero(Good):
    def impurity(self, statistics):
        share = statistics / statistics.sum(axis=-1, keepdims=True)
        return 1 - (share**2).sum(axis=-1)


class Writes(Good):
    def score(self, parent, branches):
        branches += 1.0
        return super().score(parent, branches)


class NeverPure(Good):
    def impurity(self, statistics):
        return super().impurity(statistics) + 1.0


class Breaks(Good):
    def score(self, parent, branches):
        raise KeyError("left")


class Forgets(Good):
    def __init__(self, power=2):
        self.exponent = power


class Changes(Good):
    def __init__(self, names=("a",)):
        self.names = list(names)


class CountsNothing(Criterion):
    pass


MISTAKES = {
    WithoutImpurity: "",
    Lower: "higher must be better",
    OneNumber: r"must have shape \(3,\), but it has \(\)",
    AmongOthers: "must not depend on the others",
    FirstBranch: "the order of the branches must not matter",
    FirstClass: "the order of the classes must not matter",
    PerBranch: "an empty branch must not change the score",
    DividesByZero: "use np.divide",
    Writes: "must not change the arrays",
    NeverPure: "the impurity of a pure node must be 0",
    Breaks: r"score\(parent, branches\) raised KeyError: 'left'",
    Forgets: "takes 'power' but does not keep it",
    Changes: "must only assign its parameters",
    CountsNothing: "'statistics' must say what is counted",
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named(mistake):
    with pytest.raises(AssertionError, match=rf"{mistake.__name__}: .*{MISTAKES[mistake]}"):
        check_criterion(mistake())


def test_a_score_below_zero_is_named_where_concavity_was_claimed():
    class Convex(Good):
        def impurity(self, statistics):
            return gini(statistics) ** 3

    check_criterion(Convex())
    with pytest.raises(AssertionError, match="must never score below 0"):
        check_criterion(Convex(), is_concave=True)


def test_a_class_or_a_stranger_is_refused():
    class Stranger:
        statistics = ClassCounts

    with pytest.raises(AssertionError, match=r"Pass an object, Gini\(\)"):
        check_criterion(Gini)
    with pytest.raises(AssertionError, match=r"must derive from arboretum\.criteria"):
        check_criterion(Stranger())
