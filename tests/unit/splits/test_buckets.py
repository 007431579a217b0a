"""A number cut into several intervals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.splits import Buckets, Subset
from arboretum.splits.buckets import description_length_cuts
from arboretum.statistics import ClassCounts, Moments
from tests.examples import examples
from tests.unit.splits.tables import numbers_of


def thresholds_of(splitter, values, targets=None):
    targets = np.arange(len(values)) % 2 if targets is None else targets
    table, column, statistics = numbers_of(ClassCounts, values, targets, n_classes=2)
    proposal = splitter.propose(table, column, statistics)
    return None if proposal is None else proposal.thresholds.tolist()


# -- equal width and equal frequency -------------------------------------------


def test_intervals_of_the_same_length():
    assert thresholds_of(Buckets("width", n=4), [0.0, 3.0, 5.0, 7.0, 8.0]) == [2.0, 4.0, 6.0]


def test_an_interval_without_samples_is_joined_to_its_neighbour():
    # 0-25 holds 1, 2 and 3; 25-75 holds nothing.
    assert thresholds_of(Buckets("width", n=4), [0.0, 1.0, 2.0, 100.0]) == [75.0]


def test_the_range_may_be_as_wide_as_numbers_go():
    largest = np.finfo(float).max

    assert thresholds_of(Buckets("width", n=2), [-largest, 1.0, largest]) == [0.0]


def test_intervals_with_as_many_samples():
    values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]

    assert thresholds_of(Buckets("frequency", n=4), values) == [2.5, 4.5, 6.5]


def test_equal_values_stay_together_and_the_nearest_share_is_taken():
    # Shares of 2: the five 1s cannot be divided.
    values = [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 4.0]

    assert thresholds_of(Buckets("frequency", n=4), values) == [1.5, 2.5]


def test_fewer_intervals_where_there_are_fewer_values():
    assert thresholds_of(Buckets("frequency", n=10), [1.0, 2.0, 3.0]) == [1.5, 2.5]
    assert thresholds_of(Buckets("width", n=10), [1.0, 2.0]) is not None


@examples(80)
@given(
    values=st.lists(st.integers(-20, 20).map(float), min_size=2, max_size=40),
    method=st.sampled_from(["width", "frequency"]),
    n=st.integers(2, 7),
)
def test_no_interval_is_empty_and_thresholds_ascend(values, method, n):
    if len(set(values)) < 2:
        return
    found = thresholds_of(Buckets(method, n), values)

    if found is not None:
        counts = np.histogram(values, bins=[-np.inf, *np.nextafter(found, np.inf), np.inf])[0]
        assert found == sorted(set(found))
        assert (counts > 0).all()
        assert len(counts) <= n


def test_a_tree_splits_a_number_into_intervals_and_predicts_with_them():
    x = np.arange(12.0)
    y = np.repeat(["a", "b", "a"], 4)
    model = TreeClassifier(splits=(Buckets("width", n=3), Subset()), max_depth=1)

    tree = model.fit({"x": x}, y).tree_

    assert tree.node(0).split.arity == 3
    assert tree.node(0).split.thresholds == pytest.approx((11 / 3, 22 / 3))
    assert model.predict({"x": x}).tolist() == y.tolist()


# -- description length --------------------------------------------------------


def test_a_cut_that_pays_worked_by_hand():
    # Five a, then five b.  Gain 1 bit; N = 10, k = 2, both sides pure:
    # price = (log2 9 + log2 7 - (2 * 1 - 0 - 0)) / 10 = 0.3977 bits.
    table = np.repeat([[1.0, 0.0], [0.0, 1.0]], 5, axis=0)

    assert (math.log2(9) + math.log2(7) - 2) / 10 == pytest.approx(0.3977, abs=5e-5)
    assert description_length_cuts(table).tolist() == [4]


def test_a_cut_that_does_not_pay_worked_by_hand():
    # a a b a b b: the best cut is after two a.  E = 1; right: 1 a, 3 b, E2 = 0.8113.
    # gain = 1 - 4/6 * 0.8113 = 0.4591; price = (log2 5 + log2 7 - (2 - 0 - 2 * 0.8113)) / 6
    # = (2.3219 + 2.8074 - 0.3774) / 6 = 0.7920.
    entropy = -(0.25 * math.log2(0.25) + 0.75 * math.log2(0.75))
    price = (math.log2(5) + math.log2(7) - (2 - 2 * entropy)) / 6
    table = np.eye(2)[[0, 0, 1, 0, 1, 1]]

    assert 1 - 4 / 6 * entropy == pytest.approx(0.4591, abs=5e-5)
    assert price == pytest.approx(0.7920, abs=5e-5)
    assert description_length_cuts(table).tolist() == []


def naive_cuts(classes):
    """Fayyad & Irani's recursion over a sorted list of sets of classes, one a distinct value."""

    def entropy(some):
        flat = [c for group in some for c in group]
        shares = [flat.count(c) / len(flat) for c in set(flat)]
        return -sum(p * math.log2(p) for p in shares), len(set(flat)), len(flat)

    def cut(start, stop):
        whole, k, n = entropy(classes[start:stop])
        best = None
        for at in range(start + 1, stop):
            (e1, k1, n1), (e2, k2, n2) = entropy(classes[start:at]), entropy(classes[at:stop])
            after = (n1 * e1 + n2 * e2) / n
            if best is None or after < best[0] - 1e-9:
                delta = math.log2(3**k - 2) - (k * whole - k1 * e1 - k2 * e2)
                best = after, at, (math.log2(n - 1) + delta) / n
        if best is None or whole - best[0] <= best[2] or whole - best[0] <= 1e-12:
            return []
        return [*cut(start, best[1]), best[1] - 1, *cut(best[1], stop)]

    return cut(0, len(classes))


@examples(150)
@given(
    st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=4), min_size=2, max_size=12),
    st.booleans(),
)
def test_cuts_by_description_length_equal_those_of_a_plain_recursion(classes, is_sorted):
    if is_sorted:  # else most lists are too mixed for any cut to pay
        classes = sorted(classes)
    table = np.array([np.bincount(group, minlength=3) for group in classes], dtype=float)

    assert description_length_cuts(table).tolist() == naive_cuts(classes)


def test_a_tree_with_cuts_by_description_length_finds_three_stretches():
    x = np.arange(30.0)
    y = np.repeat(["low", "middle", "high"], 10)

    tree = TreeClassifier(splits=(Buckets("mdl"),)).fit({"x": x}, y).tree_

    assert tree.node(0).split.thresholds == (9.5, 19.5)
    assert tree.n_leaves == 3


def test_no_cut_pays_for_noise():
    assert thresholds_of(Buckets("mdl"), np.arange(40.0), np.arange(40) % 2) is None


# -- parameters ----------------------------------------------------------------


def test_description_length_is_about_classes():
    with pytest.raises(UnsupportedCombination, match=r"'mdl'.*numeric.*'frequency' or 'width'"):
        TreeRegressor(splits=Buckets("mdl")).fit({"x": [1.0, 2.0]}, [1.0, 2.0])


@pytest.mark.parametrize(
    ("splitter", "message"),
    [
        (Buckets("golden"), r"'golden'.*'frequency', 'width', 'mdl'"),
        (Buckets(n=1), r"n=1.*at least 2"),
    ],
)
def test_a_senseless_parameter_is_refused(splitter, message):
    _, column, statistics = numbers_of(Moments, [1.0, 2.0], [1.0, 2.0])

    with pytest.raises(ParameterError, match=message):
        splitter.check(column, statistics)
