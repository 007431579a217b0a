"""Chi-square of a split and when it is significant ("Tree Models" notes, 5.1.1; M24, P07, P08)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2

from arboretum import TreeClassifier, datasets
from arboretum.criteria import ChiSquare, InformationGain
from arboretum.stopping import MinScore


def chi_squares(example, splits="multiway"):
    model = TreeClassifier(criterion="chi_square", splits=splits)
    model.fit(example.X, example.y, sample_weight=example.weights)
    found = model.tree_.competitors(0, example.X, example.y, example.weights)
    return {competitor.feature: competitor for competitor in found}


def test_football_by_gender_and_by_age():
    # The notes swap the labels of the expected counts: 217 and 483 are the under-50s.
    found = chi_squares(datasets.football())

    assert found["gender"].score == pytest.approx(393.1744, abs=5e-5)
    assert found["age"].score == pytest.approx(41.1630, abs=5e-5)


def test_both_are_beyond_the_critical_value_of_one_degree_of_freedom():
    found = chi_squares(datasets.football())

    # Two branches, two classes: (2 - 1)(2 - 1) = 1.
    assert chi2.isf(0.05, df=1) == pytest.approx(3.8415, abs=5e-5)
    assert chi2.sf(found["gender"].score, df=1) == pytest.approx(1.7e-87, rel=0.05)
    assert chi2.sf(found["age"].score, df=1) == pytest.approx(1.4e-10, rel=0.05)


def test_the_twelve_patients():
    found = chi_squares(datasets.drug())

    assert found["blood_pressure"].score == pytest.approx(6.0)
    assert found["sex"].score == pytest.approx(0.0, abs=1e-12)


def test_age_below_39_5_of_the_twelve_patients():
    drug = datasets.drug()
    young = {"young": [age <= 39.5 for age in drug.X["age"]]}

    tree = TreeClassifier(criterion="chi_square").fit(young, drug.y).tree_

    assert tree.score[0] == pytest.approx(4 / 3)


def test_a_split_below_the_critical_value_is_not_made():
    drug = datasets.drug()
    young = {"young": [age <= 39.5 for age in drug.X["age"]]}
    critical = MinScore(chi2.isf(0.05, df=1))

    tree = TreeClassifier(criterion="chi_square", stopping=critical).fit(young, drug.y).tree_

    assert tree.n_nodes == 1
    assert tree.root.stop_reason == "the best split scores less than 3.84146"


def test_a_split_beyond_the_critical_value_is_made():
    football = datasets.football()
    model = TreeClassifier(criterion="chi_square", stopping=MinScore(chi2.isf(0.05, df=1)))

    model.fit(football.X, football.y, sample_weight=football.weights)

    # Women: 10/390 against 0/100 has chi-square 2.55, men: 250/50 against 50/150 has 170.
    (women,) = [n for n in model.tree_.leaves() if n.depth == 1]
    assert women.n_samples == 500
    assert model.n_leaves_ == 3


class SignificantGain(InformationGain):
    """Information gain of the splits that chi-square lets pass (P08)."""

    name = "significant_gain"

    def score(self, parent, branches):
        passes = ChiSquare().score(parent, branches) >= chi2.isf(0.05, df=1)
        return np.where(passes, super().score(parent, branches), 0.0)


def test_chi_square_filters_and_gain_picks():
    football = datasets.football()

    def grow(criterion):
        model = TreeClassifier(criterion=criterion, stopping=MinScore(1e-9))
        return model.fit(football.X, football.y, sample_weight=football.weights)

    # Age gains 0.0065 among women, by chance; the split of the men is the same for both.
    assert grow("entropy").n_leaves_ == 4
    filtered = grow(SignificantGain())
    assert filtered.n_leaves_ == 3
    assert filtered.tree_.score[0] == pytest.approx(0.33698, abs=5e-6)
