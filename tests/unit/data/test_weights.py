from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.utils.class_weight import compute_sample_weight

from arboretum.data import Prior, Target, class_weights, encode_weights
from arboretum.exceptions import DataError, MissingValueError, ParameterError

DRUG = (Target("drug", ("A", "B")),)
CODES = np.array([[0], [0], [0], [1]], dtype=np.int32)
ONES = np.ones(4)


def test_no_weights_are_ones():
    weights, counts = encode_weights(None, 3)

    assert weights.tolist() == counts.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("given_", [[2, 0, 1], np.array([2.0, 0.0, 1.0]), pd.Series([2, 0, 1])])
def test_a_whole_weight_is_the_sample_so_many_times(given_):
    weights, counts = encode_weights(given_, 3)

    assert weights.tolist() == counts.tolist() == [2.0, 0.0, 1.0]


def test_a_fractional_weight_leaves_one_sample_a_row():
    weights, counts = encode_weights([0.5, 0, 2], 3)

    assert weights.tolist() == [0.5, 0.0, 2.0]
    assert counts.tolist() == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    ("bad", "error", "message"),
    [
        ([1, -1, 1], DataError, "a negative weight in rows 1"),
        ([1, np.inf, 1], DataError, "infinity in rows 1"),
        ([1, np.nan, np.nan], MissingValueError, "missing .* rows 1, 2"),
        ([0, 0, 0], DataError, "weight is zero for every sample"),
        ([1, 1], DataError, "2 values for 3 samples"),
        ([[1], [1], [1]], DataError, "one dimension"),
        (["a", "b", "c"], DataError, "sample_weight should hold numbers"),
    ],
)
def test_bad_weights_are_named(bad, error, message):
    with pytest.raises(error, match=message):
        encode_weights(bad, 3)


def test_class_weights_go_by_name_and_default_to_one():
    assert class_weights({"B": 3}, DRUG, CODES, ONES).tolist() == [1.0, 1.0, 1.0, 3.0]


def test_balanced_classes_have_equal_weight():
    # 4 samples, 2 classes: 4 / (2 * 3) = 2/3 for A, 4 / (2 * 1) = 2 for B.
    np.testing.assert_allclose(
        class_weights("balanced", DRUG, CODES, ONES), [2 / 3, 2 / 3, 2 / 3, 2.0]
    )


@given(codes=st.lists(st.integers(0, 3), min_size=1, max_size=30))
def test_balanced_weights_equal_those_of_scikit_learn(codes):
    classes, y = np.unique(codes, return_inverse=True)
    targets = (Target("y", tuple(classes.tolist())),)

    multiplier = class_weights(
        "balanced", targets, y.astype(np.int32)[:, None], np.ones(len(codes))
    )

    np.testing.assert_allclose(multiplier, compute_sample_weight("balanced", codes))


def test_balance_goes_by_weight():
    weights = np.array([1.0, 1.0, 2.0, 4.0])

    assert class_weights("balanced", DRUG, CODES, weights).tolist() == [1.0] * 4


def test_a_prior_sets_the_weighted_shares_and_keeps_the_total():
    weights = np.array([1.0, 1.0, 2.0, 4.0])

    new = weights * class_weights(Prior({"A": 3, "B": 1}), DRUG, CODES, weights)

    assert new.sum() == pytest.approx(8.0)
    assert new[3] == pytest.approx(8.0 / 4)
    np.testing.assert_allclose(new[:3], [1.5, 1.5, 3.0])


def test_weights_of_several_targets_multiply():
    targets = (*DRUG, Target("old", (False, True)))
    codes = np.array([[0, 0], [1, 1]], dtype=np.int32)

    multiplier = class_weights([{"B": 3}, {True: 2}], targets, codes, np.ones(2))

    assert multiplier.tolist() == [1.0, 6.0]


@pytest.mark.parametrize(
    ("class_weight", "message"),
    [
        ({"C": 1}, "names 'C', which is not a class. The classes are: 'A', 'B'"),
        ({"A": -1}, "class 'A' the weight -1"),
        ({"A": np.nan}, "class 'A' the weight nan"),
        ({"A": "x"}, "class 'A' the weight 'x'"),
        ("balance", "class_weight='balance' is not known.*'balanced'"),
        (3, "class_weight=3 is not known"),
        ([None, None], "is for 2 target"),
        (Prior({"A": 1}), "Prior does not name 'B'"),
        (Prior({"A": 1, "B": 0}), "class 'B' the weight 0"),
        (Prior({"A": 1, "B": 1, "C": 1}), "names 'C', which is not a class"),
        (Prior(3), "must map classes"),
        (["balance"], "class_weight='balance' is not known"),
    ],
)
def test_bad_class_weights_are_named(class_weight, message):
    with pytest.raises(ParameterError, match=message):
        class_weights(class_weight, DRUG, CODES, ONES)


def test_a_prior_needs_samples_of_every_class():
    with pytest.raises(DataError, match="share to 'B', but all samples of it have weight 0"):
        class_weights(Prior({"A": 1, "B": 1}), DRUG, CODES, np.array([1.0, 1.0, 1.0, 0.0]))


def test_a_number_has_no_class_weights():
    with pytest.raises(ParameterError, match="target 'price' is a number"):
        class_weights("balanced", (Target("price"),), np.zeros((4, 1)), ONES)
