"""Measures of purity: numbers from lecture notes and textbooks, corrected where misprinted.

Sources: [PGDDA] "Tree Models", PGDDA lecture notes; [KUL] KU Leuven notes on decision
trees; [ZM] Zaki & Meira, Data Mining and Analysis, ch. 19; [HoM] notes after ISLR and
Hands-On Machine Learning; [EXC] excursus slides with the drug example.
"""

from __future__ import annotations

import numpy as np
import pytest

from arboretum.criteria import (
    CLASS_CRITERIA,
    ChiSquare,
    ErrorRate,
    GainRatio,
    Gini,
    ImpurityDecrease,
    InformationGain,
    Mantaras,
    SquaredError,
    SymmetricGainRatio,
    WeightOfEvidence,
    entropy,
    expected,
    gini,
    homogeneity,
    purity,
)
from arboretum.statistics import Moments

# [PGDDA] figure 7: who plays football, 310 of 1000.  Columns: plays, does not.
FOOTBALL = np.array([310.0, 690.0])
GENDER = np.array([[10.0, 490.0], [300.0, 200.0]])  # women, men
AGE = np.array([[260.0, 440.0], [50.0, 250.0]])  # under 50, over 50
GENDER_AND_AGE = np.array([[10.0, 390.0], [0.0, 100.0], [250.0, 50.0], [50.0, 150.0]])

# [EXC]: drug A or B for 12 patients.
DRUG = np.array([6.0, 6.0])
SEX = np.array([[3.0, 3.0], [3.0, 3.0]])
BLOOD_PRESSURE = np.array([[3.0, 0.0], [3.0, 3.0], [0.0, 3.0]])  # high, normal, low
AGE_BELOW_40 = np.array([[4.0, 2.0], [2.0, 4.0]])

# [HoM]: iris by petal length and width, depth 2.
IRIS = np.array([50.0, 50.0, 50.0])
IRIS_ROOT = np.array([[50.0, 0.0, 0.0], [0.0, 50.0, 50.0]])
IRIS_NODE_2 = np.array([[0.0, 49.0, 5.0], [0.0, 1.0, 45.0]])

MEASURES = {"entropy": entropy, "gini": gini, "error": lambda weights: 1.0 - purity(weights)}


def near(value: float, digits: int = 4) -> object:
    return pytest.approx(value, abs=0.5 * 10**-digits)


def score(criterion, parent, branches) -> float:
    return criterion.score(parent, branches[None])[0]


def test_m01_gini_as_homogeneity_of_the_football_table():
    assert homogeneity(FOOTBALL) == near(0.5722)


def test_m02_gini_as_impurity_is_one_less_homogeneity():
    # [ZM] eq 19.6: iris root 2/3; the maximum for k classes is (k - 1) / k.
    assert gini(IRIS) == pytest.approx(2 / 3)
    assert gini(FOOTBALL) == pytest.approx(1 - homogeneity(FOOTBALL))
    assert [float(gini(np.ones(k))) for k in (2, 3, 10)] == pytest.approx([1 / 2, 2 / 3, 9 / 10])


def test_m03_homogeneity_of_the_split_on_gender():
    # [PGDDA] 4.3 prints 0.7404 beside terms such as 1/500 that give 0.9920; with the
    # terms 10/500, 490/500, 300/500, 200/500 the printed value is right.
    assert expected(homogeneity, GENDER) == near(0.7404)


def test_m04_homogeneity_of_the_split_on_age():
    # [PGDDA] 4.3 prints 0.5771, from 50/250 where the over-50s are 50 of 300.
    assert expected(homogeneity, AGE) == near(0.5898)


def test_m05_entropy_of_the_football_table_in_bits():
    assert entropy(FOOTBALL) == near(0.89317, digits=5)
    assert entropy(np.array([7.0, 0.0])) == 0.0  # 0 log 0 is 0


def test_m06_entropy_lies_between_0_and_the_logarithm_of_the_number_of_classes():
    # [PGDDA] says "between zero and 1", which holds for two classes only.
    assert entropy(IRIS) == near(1.585, digits=3)
    assert [float(entropy(np.ones(k))) for k in (2, 4, 8)] == pytest.approx([1, 2, 3])


def test_m07_the_base_of_the_logarithm_is_stated():
    # [HoM] Q4 gives 0.0455 for [0, 1, 45] without a base: that is base 10.
    node = np.array([0.0, 1.0, 45.0])

    assert entropy(node) == near(0.1511)
    assert entropy(node, base="e") == near(0.1047)
    assert entropy(node, base=10) == near(0.0455)


def test_m08_split_entropy_of_gender():
    assert expected(entropy, GENDER) == near(0.5562)


def test_m09_information_gain_of_gender():
    assert score(InformationGain(), FOOTBALL, GENDER) == near(0.33698, digits=5)


def test_m10_information_gain_of_age():
    # [PGDDA] 4.4 prints 0.8828 and 0.0104, from the same 50/250 slip as in 4.3.
    assert expected(entropy, AGE) == near(0.8612)
    assert score(InformationGain(), FOOTBALL, AGE) == near(0.0319)


def test_m11_information_gain_of_splits_with_several_branches():
    gain = InformationGain()

    assert score(gain, DRUG, SEX) == pytest.approx(0, abs=1e-15)
    assert score(gain, DRUG, BLOOD_PRESSURE) == pytest.approx(0.5)
    assert score(gain, DRUG, AGE_BELOW_40) == near(0.0817)
    assert score(gain, FOOTBALL, GENDER_AND_AGE) == near(0.4684)


def test_m12_split_information_is_the_entropy_of_the_branch_sizes():
    assert entropy(GENDER.sum(axis=1)) == pytest.approx(1)
    assert entropy(AGE.sum(axis=1)) == near(0.8813)
    assert entropy(np.ones(8)) == pytest.approx(3)


def test_m13_gain_ratio_divides_by_split_information():
    # [PGDDA] 4.4 prints 0.0118 for age, with the gain of the 50/250 slip.  [KUL] calls
    # the divisor class entropy; it is the entropy of the split.
    assert score(GainRatio(), FOOTBALL, GENDER) == near(0.337, digits=3)
    assert score(GainRatio(), FOOTBALL, AGE) == near(0.0362)


def test_the_misprints_of_the_notes_come_from_one_slip():
    # [PGDDA] divides the 50 players and the 250 others over 50 by 250; they are 300.
    def halves(shares_of_the_young, shares_of_the_old):
        return 700 / 1000 * shares_of_the_young + 300 / 1000 * shares_of_the_old

    young, old, share = np.array([260, 440]) / 700, np.array([50, 200]) / 250, FOOTBALL / 1000
    bits = [-np.sum(p * np.log2(p)) for p in (young, old, share)]
    slipped = bits[2] - halves(bits[0], bits[1])

    assert halves(np.sum(young**2), np.sum(old**2)) == near(0.5771)
    assert slipped == near(0.0104)
    assert slipped / 0.8813 == near(0.0118)
    assert (0.33698 / slipped) ** 2 == pytest.approx(1058, abs=1)


def test_m14_an_identifier_has_full_gain_and_is_penalised_by_the_gain_ratio():
    # One branch a sample: gain = H(y), gain ratio = H(y) / log2 n.
    parent = np.array([9.0, 5.0])
    identifier = np.repeat(np.eye(2), [9, 5], axis=0)

    assert score(InformationGain(), parent, identifier) == pytest.approx(entropy(parent))
    assert score(GainRatio(), parent, identifier) == pytest.approx(entropy(parent) / np.log2(14))


def test_m15_entropy_can_be_asked_in_stages_and_gini_cannot():
    # H(5, 3, 2) = H(5 | rest) + 1/2 H(3, 2): 1.4855 = 1 + 0.5 * 0.9710.
    all_at_once, first, then = np.array([5.0, 3, 2]), np.array([5.0, 5]), np.array([3.0, 2])

    assert entropy(all_at_once) == near(1.4855)
    assert entropy(first) + 0.5 * entropy(then) == pytest.approx(entropy(all_at_once))
    assert gini(all_at_once) == pytest.approx(0.62)
    assert gini(first) + 0.5 * gini(then) == pytest.approx(0.74)


def moments(*values: float) -> np.ndarray:
    y = np.array(values, dtype=np.float64)
    return np.array([len(y), y.sum(), (y**2).sum()])


def test_m16_variance_divides_by_n():
    assert SquaredError().impurity(moments(1, 2, 3, 6)) == pytest.approx(np.var([1, 2, 3, 6]))


def test_m17_variance_may_divide_by_n_less_one():
    # [KUL] uses 1 / (n - 1), which a single sample leaves undefined; it is 0 here.
    unbiased = SquaredError(ddof=1)
    branches = np.array([moments(1, 2, 3), moments(6)])
    reduction = np.var([1, 2, 3, 6], ddof=1) - 3 / 4 * np.var([1, 2, 3], ddof=1)

    assert unbiased.impurity(moments(1, 2, 3, 6)) == pytest.approx(np.var([1, 2, 3, 6], ddof=1))
    assert unbiased.impurity(moments(6)) == 0.0
    assert score(unbiased, moments(1, 2, 3, 6), branches) == pytest.approx(reduction)


def test_m18_the_squared_error_of_a_node_is_a_mean():
    # [HoM] prints the sum of squares as the MSE; it lacks the division by m.
    parent, branches = moments(1, 2, 3, 6), np.array([moments(1, 2), moments(3, 6)])
    cost = 2 / 4 * np.var([1, 2]) + 2 / 4 * np.var([3, 6])

    assert SquaredError().impurity(parent) - score(SquaredError(), parent, branches) == (
        pytest.approx(cost)
    )


def test_m19_classification_cost_of_the_iris_petal_tree():
    assert expected(gini, IRIS_ROOT) == near(0.3333)
    assert expected(gini, IRIS_NODE_2) == near(0.1103)
    assert score(Gini(), IRIS, IRIS_ROOT) == pytest.approx(2 / 3 - 1 / 3)


def test_m20_purity_is_the_share_of_the_largest_class():
    # [ZM] example 19.2.
    assert purity(np.array([1.0, 6.0])) == near(0.857, digits=3)
    assert purity(np.array([44.0, 1.0])) == near(0.978, digits=3)


def test_m21_rate_of_correctly_classified_samples():
    assert expected(purity, SEX) == pytest.approx(6 / 12)
    assert expected(purity, AGE_BELOW_40) == pytest.approx(8 / 12)
    assert expected(purity, BLOOD_PRESSURE) == pytest.approx(9 / 12)


def test_m22_the_error_rate_is_blind_where_no_majority_changes():
    parent = np.array([80.0, 20.0])
    branches = np.array([[50.0, 0.0], [30.0, 20.0]])  # one branch is pure already

    assert score(ErrorRate(), parent, branches) == pytest.approx(0, abs=1e-15)
    assert score(InformationGain(), parent, branches) > 0.1
    assert score(Gini(), parent, branches) > 0.05


# M23, strict concavity, is a property, and so is M26 for the impurity of every criterion:
# tests/properties/test_criteria.py.


def test_m24_chi_square_of_attribute_by_class():
    # [PGDDA] 5.1.1; when it is significant is tested in test_chi_square.py.
    chi_square = ChiSquare()

    assert score(chi_square, FOOTBALL, GENDER) == near(393.1744)
    assert score(chi_square, FOOTBALL, AGE) == near(41.1630)
    assert score(chi_square, DRUG, BLOOD_PRESSURE) == pytest.approx(6)
    assert score(chi_square, DRUG, AGE_BELOW_40) == near(1.333, digits=3)
    assert score(chi_square, DRUG, SEX) == 0.0


def test_m25_normalisations_of_information_gain():
    # [EXC] names them only.  Gain 0.5, H(class) = 1, H(branch) = 1.5, H(both) = 2 bits.
    assert score(GainRatio(), DRUG, BLOOD_PRESSURE) == pytest.approx(0.5 / 1.5)
    assert score(SymmetricGainRatio(), DRUG, BLOOD_PRESSURE) == pytest.approx(2 * 0.5 / 2.5)
    assert score(Mantaras(), DRUG, BLOOD_PRESSURE) == pytest.approx(0.5 / 2)


def test_m25_the_weight_of_evidence_of_two_classes_is_the_information_value():
    # Of those who play 10/310 are women, of the others 490/690: (0.0323 - 0.7101) ln(0.0323 /
    # 0.7101) = 2.0958 for women and (0.9677 - 0.2899) ln(0.9677 / 0.2899) = 0.8172 for men.
    assert score(WeightOfEvidence(), FOOTBALL, GENDER) == near(2.0958 + 0.8172, digits=3)
    assert score(WeightOfEvidence(), FOOTBALL, AGE) == near(0.2178)


def test_m25_an_answer_that_only_one_class_gives_counts_for_the_most_odds():
    # High and low blood pressure settle the drug, normal tells nothing: 2 * 3/6 ln 1000.
    evidence = WeightOfEvidence(max_odds=1000)

    assert score(evidence, DRUG, BLOOD_PRESSURE) == pytest.approx(np.log(1000))


def test_m25_the_weight_of_evidence_of_three_classes_compares_each_with_the_others():
    # Setosa against the rest is settled: 2 ln 1000.  Of the others, each with setosa against
    # it: (1 - 1/2) ln 2 + (0 - 1/2) ln(1/1000).  Each class has a third of the samples.
    settled, other = 2 * np.log(1000), 0.5 * np.log(2) + 0.5 * np.log(1000)

    found = score(WeightOfEvidence(), IRIS, IRIS_ROOT)

    assert found == pytest.approx((settled + 2 * other) / 3)


@pytest.mark.parametrize("name", MEASURES)
def test_m26_the_three_axioms_of_homogeneity(name):
    # [PGDDA] 4.1: pure is best, 90/10 is better than 50/50, uniform is worst.
    measure = MEASURES[name]
    mixed = np.random.default_rng(0).dirichlet(np.ones(4), size=200)

    assert measure(np.array([1.0, 0, 0, 0])) == 0
    assert measure(np.array([90.0, 10])) < measure(np.array([50.0, 50]))
    assert (measure(mixed) > 0).all()
    assert (measure(mixed) <= measure(np.ones(4)) + 1e-15).all()


def test_m27_a_measure_of_ones_own_is_a_class_with_one_method():
    class RootGini(CLASS_CRITERIA["gini"]):
        name = "root_gini"

        def impurity(self, statistics):
            return np.sqrt(gini(statistics))

    assert isinstance(RootGini(), ImpurityDecrease)
    assert score(RootGini(), IRIS, IRIS_ROOT) == pytest.approx(
        np.sqrt(2 / 3) - 2 / 3 * np.sqrt(1 / 2)
    )
    assert SquaredError.statistics is Moments
