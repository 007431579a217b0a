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
