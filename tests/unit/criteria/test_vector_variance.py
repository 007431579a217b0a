from dataclasses import replace

import numpy as np
import pytest

from arboretum.criteria import SquaredError, VectorVariance
from arboretum.data import LabelSets, Schema, Target, make_dataset


def branches_of(criterion, dataset, groups):
    """Statistics of all rows and of groups of them."""
    statistics = criterion.count(dataset)
    of = [statistics.total(np.asarray(rows, dtype=np.int32))[1] for rows in groups]
    everything = np.arange(dataset.n_rows, dtype=np.int32)
    return statistics.total(everything)[1], np.array(of)[None]


def test_a_worked_vector():
    # y = (0, 0), (0, 2), (4, 0), (4, 2): variances 4 and 1, so 3 * 4 + 0.5 * 1 = 12.5 in all.
    # Parting the first two rows from the others leaves the second variance alone: 0.5.
    y = np.array([[0.0, 0.0], [0.0, 2.0], [4.0, 0.0], [4.0, 2.0]])
    dataset = make_dataset({"x": [1, 2, 3, 4]}, y, nominal=False)
    criterion = VectorVariance((3.0, 0.5))

    parent, branches = branches_of(criterion, dataset, [[0, 1], [2, 3]])

    assert criterion.impurity(parent) == pytest.approx(12.5)
    assert criterion.score(parent, branches) == pytest.approx(12.0)
    assert criterion.impurity(branches) == pytest.approx(np.full((1, 2), 0.5))


def test_equal_weights_score_as_the_squared_error_does():
    rng = np.random.default_rng(0)
    dataset = make_dataset({"x": range(20)}, rng.normal(100, 3, (20, 5)), nominal=False)
    groups = [range(3), range(3, 11), range(11, 20)]
    vector, plain = VectorVariance((0.2,) * 5), SquaredError()

    found = vector.score(*branches_of(vector, dataset, groups))

    assert found == pytest.approx(plain.score(*branches_of(plain, dataset, groups)))


def test_cells_that_are_not_known_are_left_out_of_their_target():
    # Target 0 has the known cells 1, 3 | 5: mean 3, squares 8; by branches 2 and 0.
    # Target 1 is known everywhere: 0, 0 | 6, 6: squares 36 about 3; none are left.
    y = np.array([[1.0, 0.0], [3.0, 0.0], [np.nan, 6.0], [5.0, 6.0]])
    dataset = make_dataset({"x": [1, 2, 3, 4]}, np.nan_to_num(y), nominal=False)
    dataset = replace(dataset, targets=y)
    criterion = VectorVariance((1.0, 0.25))

    parent, branches = branches_of(criterion, dataset, [[0, 1], [2, 3]])

    assert criterion.impurity(parent) == pytest.approx((8 + 0.25 * 36) / 4)
    assert criterion.score(parent, branches) == pytest.approx((6 + 0.25 * 36) / 4)
    natural = criterion.count(dataset).natural(branches[0])
    assert natural.tolist() == [[2.0, 0.0], [5.0, 6.0]]


def test_a_target_of_which_a_node_knows_nothing_gets_the_mean_of_all():
    y = np.array([[1.0, 4.0], [3.0, 8.0], [np.nan, 6.0]])
    dataset = make_dataset({"x": [1, 2, 3]}, np.nan_to_num(y), nominal=False)
    statistics = VectorVariance((1.0, 1.0)).count(replace(dataset, targets=y))

    _, alone = statistics.total(np.array([2], dtype=np.int32))

    assert statistics.natural(alone).tolist() == [2.0, 6.0]


def test_the_variance_of_labels_is_half_their_gini_impurity():
    sets = LabelSets.of([[0], [0, 1], [], [1]], n_labels=2)
    dataset = make_dataset({"x": [1, 2, 3, 4]}, ["a", "b", "a", "b"], nominal=True)
    labels = Schema(dataset.schema.features, (Target("p", (0, 1)), Target("q", (0, 1))))
    criterion = VectorVariance((1.0, 1.0))

    parent, branches = branches_of(
        criterion, replace(dataset, schema=labels, targets=sets), [[0, 1], [2, 3]]
    )

    # Both labels have a share of a half: 2 * 1/4.  By branches p is 1 | 0, q is 1/2 | 1/2.
    assert criterion.impurity(parent) == pytest.approx(0.5)
    assert criterion.score(parent, branches) == pytest.approx(0.25)


def test_categories_are_ordered_by_what_gains_most_one_at_a_time():
    # Means 0, 10, 9, 3 about 5.5: 0 alone is furthest away, then 3 joins it; 9 before 10, because
    # what is left over is then further away.
    y = np.repeat([[0.0], [10.0], [9.0], [3.0]], 5, axis=0)
    dataset = make_dataset({"x": range(20)}, y, nominal=False)
    criterion = VectorVariance((1.0,))
    _, branches = branches_of(criterion, dataset, [range(k, k + 5) for k in (0, 5, 10, 15)])

    assert criterion.count(dataset).order_key(branches[0]).tolist() == [0.0, 3.0, 2.0, 1.0]
