"""What C5.0 charges for a question and when its global pruning ends, on heart and drug patients."""

import math

import numpy as np
import pytest

from arboretum import C50Classifier, datasets
from arboretum.criteria import entropy
from arboretum.pruning import GlobalPruning
from tests.worked.test_id3_and_c45 import ranked_at_the_root


@pytest.fixture(scope="module")
def heart():
    return datasets.heart()


def test_groups_pay_for_their_choice(heart):
    # thal 3: 119 healthy and 33 ill; 6 and 7 together 31 and 87.
    whole, groups = np.array([150.0, 120.0]), np.array([[119.0, 33.0], [31.0, 87.0]])
    assert groups.sum(axis=1).tolist() == [152.0, 118.0]
    assert math.log2(3) == pytest.approx(1.585, abs=5e-4)
    gain = entropy(whole) - groups.sum(axis=1) @ entropy(groups) / 270
    assert gain == pytest.approx(0.2030, abs=5e-5)

    # Three categories make two groups in three ways: log2 3 = 1.585 bits of 270 samples.
    ratio = (gain - math.log2(3) / 270) / entropy(groups.sum(axis=1))

    assert ratio == pytest.approx(0.1994, abs=5e-5)
    ranked = ranked_at_the_root(C50Classifier(), heart.X, heart.y)
    assert ranked[0] == ("thal", pytest.approx(ratio))
    # Four kinds of pain make two groups in seven ways.
    assert ranked[1] == ("pain.type", pytest.approx(0.1802, abs=5e-5))


def test_a_wide_gap_is_shorter_to_name_than_one_of_three_thresholds():
    # The ages 20, 29, 30, 52, 61 and 73 have three thresholds with two patients on either side;
    # the gap from 30 to 52 is 22 of 53 years.
    drug = datasets.drug()
    is_normal = drug.X["blood_pressure"] == "normal"
    assert sorted(drug.X["age"][is_normal]) == [20, 29, 30, 52, 61, 73]

    ranked = ranked_at_the_root(
        C50Classifier(), {"age": drug.X["age"][is_normal]}, drug.y[is_normal]
    )

    assert math.log2(53 / 22) == pytest.approx(1.268, abs=5e-4)
    assert math.log2(3) == pytest.approx(1.585, abs=5e-4)
    assert ranked == [("age", pytest.approx(1 - math.log2(53 / 22) / 6))]
    assert ranked[0][1] == pytest.approx(0.7886, abs=5e-5)


def test_global_pruning_ends_a_standard_error_above_the_errors_it_found(heart):
    before = C50Classifier(global_pruning=False).fit(heart.X, heart.y)
    after = C50Classifier().fit(heart.X, heart.y)

    def n_wrong(model):
        return int((model.predict(heart.X) != heart.y).sum())

    assert (before.n_leaves_, n_wrong(before)) == (17, 22)
    assert 22 + math.sqrt(22 * (1 - 22 / 270)) == pytest.approx(26.50, abs=5e-3)
    assert (after.n_leaves_, n_wrong(after)) == (13, 26)
    assert [leaf.stop_reason for leaf in after.tree_.leaves()].count(GlobalPruning.reason) == 2


def half_and_half(times):
    """50 rows several times, half of them y: a = l is 17 times y and 8 times n, b = s is y once."""
    X = {"a": list("l" * 17 + "r" * 8 + "l" * 8 + "r" * 17), "b": ["s"] + ["t"] * 49}
    y = ["y"] * 25 + ["n"] * 25
    return {name: np.array(of * times) for name, of in X.items()}, np.array(y * times)


def test_the_more_rows_a_class_has_the_less_a_question_must_gain():
    # Of 50 rows, 25 are y; a = l has 25, 17 of them y.
    whole, of_l, of_t = np.array([25.0, 25.0]), np.array([17.0, 8.0]), np.array([24.0, 25.0])
    assert whole.sum() == 50.0
    of_a = entropy(whole) - entropy(of_l)
    of_b = entropy(whole) - 0.98 * entropy(of_t)
    ratio_of_b = of_b / entropy(np.array([1.0, 49.0]))
    assert (of_a, of_b) == (pytest.approx(0.0956, abs=5e-5), pytest.approx(0.0203, abs=5e-5))
    assert ratio_of_b == pytest.approx(0.1435, abs=5e-5)

    for times, rows in ((20, 500), (30, 750), (40, 1000)):
        assert np.unique(half_and_half(times)[1], return_counts=True)[1].tolist() == [rows, rows]

    # 500 for each class; the mean is less a slack of 0.001.
    mean = (of_a + of_b) / 2 - 0.001
    assert mean == pytest.approx(0.0569, abs=6e-5)
    # 750 for each class: half of that, and half of the one bit that names a or b.
    assert (0.5 * mean, 0.5 / 1500) == (
        pytest.approx(0.0285, abs=6e-5),
        pytest.approx(0.0003, abs=5e-5),
    )
    assert 0.5 * mean + 0.5 / 1500 == pytest.approx(0.0288, abs=5e-5)
    assert of_b < 0.0288
    # 1000 for each class: the bit alone.
    assert of_b > 1 / 2000

    best = {
        times: ranked_at_the_root(C50Classifier(), *half_and_half(times))[0]
        for times in (20, 30, 40)
    }
    assert best == {
        20: ("a", pytest.approx(of_a)),
        30: ("a", pytest.approx(of_a)),
        40: ("b", pytest.approx(ratio_of_b)),
    }


def test_the_rows_at_which_the_small_group_gains_enough():
    # 0.0203 = (1 - t) 0.0569 + t / (2 r) with t = (r - 500) / 500: between 825 and 850 rows.
    asked = {
        25 * times: ranked_at_the_root(C50Classifier(), *half_and_half(times))[0][0]
        for times in (32, 33, 34)
    }

    def least(rows):
        moved = (rows - 500) / 500
        return (1 - moved) * 0.05693 + moved / (2 * rows)

    assert least(825) > 0.0203 > least(850)
    assert asked == {800: "a", 825: "a", 850: "b"}
