"""Altered priors: classes counted for more, by prior and by loss."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import AlteredPriors, Gini, InformationGain

PARENT = np.array([64.0, 17.0])
BRANCHES = np.array([[[56.0, 6.0], [8.0, 11.0]], [[40.0, 2.0], [24.0, 15.0]]])


@pytest.mark.parametrize("inner", [Gini(), InformationGain()], ids=repr)
def test_multipliers_of_one_change_nothing(inner):
    altered = AlteredPriors(inner, (1.0, 1.0))

    np.testing.assert_array_equal(altered.score(PARENT, BRANCHES), inner.score(PARENT, BRANCHES))
    assert altered.impurity(PARENT) == inner.impurity(PARENT)


@pytest.mark.parametrize("inner", [Gini(), InformationGain()], ids=repr)
def test_weight_times_score_is_that_of_the_altered_weights(inner):
    multipliers = np.array([0.5, 3.0])
    altered = AlteredPriors(inner, tuple(multipliers))

    ours = PARENT.sum() * altered.score(PARENT, BRANCHES)

    expected = (PARENT * multipliers).sum() * inner.score(
        PARENT * multipliers, BRANCHES * multipliers
    )
    np.testing.assert_allclose(ours, expected)
    np.testing.assert_allclose(
        PARENT.sum() * altered.impurity(PARENT),
        (PARENT * multipliers).sum() * inner.impurity(PARENT * multipliers),
    )


def test_many_splits_at_once_score_as_each_alone():
    altered = AlteredPriors(Gini(), (0.5, 3.0))
    parents = np.stack([PARENT, PARENT / 2])

    together = altered.score_each(parents, BRANCHES)

    alone = [altered.score(p, b[None])[0] for p, b in zip(parents, BRANCHES, strict=True)]
    assert together.tolist() == alone


def test_no_weight_scores_nothing():
    altered = AlteredPriors(Gini(), (2.0, 1.0))

    assert altered.impurity(np.zeros(2)) == 0.0
    assert altered.score(np.zeros(2), np.zeros((1, 2, 2))).tolist() == [0.0]


def test_the_improvement_of_kyphosis_with_priors_is_that_of_rpart():
    # rpart 4.1.19: rpart(Kyphosis ~ Age + Number + Start, kyphosis,
    #               parms = list(prior = c(.65, .35))), first split Start >= 12.5.
    shares = PARENT / PARENT.sum()
    altered = AlteredPriors(Gini(), tuple(np.array([0.65, 0.35]) / shares))

    # 44 absent and 2 present start at 13 or later.
    split = np.array([[[44.0, 2.0], [20.0, 15.0]]])

    assert PARENT.sum() * altered.score(PARENT, split)[0] == pytest.approx(10.8971136232237)
