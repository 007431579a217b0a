"""Samples without a value are asked something else."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing import Surrogate
from arboretum.splits import Buckets, Subset, Threshold
from arboretum.tree import STAYS
from tests.examples import examples
from tests.oracles import surrogates as oracle
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data

NAN = np.nan


def answers(split, schema, row):
    """The branch of a plain row, or None if it cannot answer."""
    value = row[split.column]
    if value is None:
        return None
    if split.kind == "interval":
        return int(value > split.thresholds[0])
    branch = split.branches[schema.features[split.column].categories.index(value)]
    return branch if branch >= 0 else None


def found_by_oracle(tree, node, data, counts, rows, style):
    numbers = numbered(data.targets)
    split = tree.splits[node]
    sides = [answers(split, tree.schema, data.rows[i]) for i in rows]
    columns = [[data.rows[i][f] for i in rows] for f in range(len(data.rows[0]))]
    weights = [data.weights[i] for i in rows]
    return sides, oracle.surrogates_of(
        columns,
        split.column,
        sides,
        weights,
        [counts[i] for i in rows],
        style,
        upper_branch(sides, [numbers[i] for i in rows], weights),
    )


def numbered(targets):
    """Numbers as they are, classes by their place."""
    places = {name: k for k, name in enumerate(sorted(set(targets)))}
    return [places[y] if isinstance(y, str) else y for y in targets]


def upper_branch(sides, numbers, weights):
    """The branch with the larger mean."""

    def mean(branch):
        here = [(y, w) for s, y, w in zip(sides, numbers, weights, strict=True) if s == branch]
        return sum(y * w for y, w in here) / sum(w for _, w in here)

    return 0 if mean(0) > mean(1) else 1


def assert_same_surrogates(tree, node, expected):
    found = tree.node(node).surrogates
    assert [one.split.column for one in found] == [one.feature for one in expected]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.agreement == pytest.approx(float(theirs.agreement), rel=1e-12)
        assert ours.adjusted == pytest.approx(float(theirs.adjusted), rel=1e-9)
        if ours.split.kind == "interval":
            assert (ours.split.thresholds[0], ours.is_reversed) == theirs.branch_of
        else:
            categories = tree.schema.features[ours.split.column].categories
            branches = dict(zip(categories, ours.split.branches, strict=True))
            assert {c: b for c, b in branches.items() if b >= 0} == theirs.branch_of


def goes(tree, node, row, use, last):
    """The branch that a row takes in training; None if it stays."""
    branch = answers(tree.splits[node], tree.schema, row)
    for surrogate in tree.node(node).surrogates if use > 0 else []:
        if branch is None:
            branch = answers(surrogate.split, tree.schema, row)
            if branch is not None and surrogate.is_reversed:
                branch = 1 - branch
    return last if branch is None and use == 2 else branch


def check_all_nodes(tree, data, counts, policy):
    """Replay training down the tree, with the surrogates of each node found again."""
    rows_of = {0: list(range(len(data.rows)))}
    for node in range(tree.n_nodes):
        rows = rows_of[node]
        assert tree.n_samples[node] == pytest.approx(float(sum(counts[i] for i in rows)))
        if tree.is_leaf[node]:
            continue
        sides, expected = found_by_oracle(tree, node, data, counts, rows, policy.style)
        assert_same_surrogates(tree, node, expected[: policy.max_surrogates])
        heavy = [
            sum(data.weights[i] for i, s in zip(rows, sides, strict=True) if s == b) for b in (0, 1)
        ]
        is_last_resort = policy.max_surrogates > 0 and heavy[0] != heavy[1]
        last = int(heavy[1] > heavy[0]) if is_last_resort else None
        branches = [goes(tree, node, data.rows[i], policy.use, last) for i in rows]
        for branch, child in enumerate(tree.children(node).tolist()):
            rows_of[child] = [i for i, b in zip(rows, branches, strict=True) if b == branch]


policies = st.builds(
    Surrogate,
    max_surrogates=st.sampled_from([0, 1, 5]),
    use=st.sampled_from([0, 1, 2]),
    style=st.sampled_from([0, 1]),
)
with_holes = (maybe_numbers, maybe_letters)


@examples(200)
@given(small_data(columns=with_holes, weights=dyadic_weights, rows=20), policies)
def test_classification_trees_are_those_of_the_slow_twin(data, policy):
    model = TreeClassifier(missing=policy).fit(data.X, data.y, sample_weight=data.w)

    check_all_nodes(model.tree_, data, [1] * len(data.rows), policy)


@examples(200)
@given(small_data(columns=with_holes, numeric=True, rows=20), policies)
def test_regression_trees_are_those_of_the_slow_twin(data, policy):
    model = TreeRegressor(missing=policy).fit(data.X, data.y, sample_weight=data.w)

    check_all_nodes(model.tree_, data, data.weights, policy)


def blind(policy, n_first=5, n_second=4, by_surrogate=0, weights=None):
    """A split on x; ``by_surrogate`` rows without x that z sends to branch 1, one without both."""
    n = n_first + n_second
    x = [0.0] * n_first + [1.0] * n_second + [NAN] * (by_surrogate + 1)
    z = [0.0] * n_first + [1.0] * (n_second - 1) + [0.0] + [1.0] * by_surrogate + [NAN]
    y = [0] * n_first + [1] * n_second + [0] * (by_surrogate + 1)
    X = np.column_stack([x, z, np.ones(n + by_surrogate + 1)])
    return TreeClassifier(missing=policy, max_depth=1).fit(X, y, sample_weight=weights)


def test_who_can_answer_nothing_goes_where_more_weight_went_in_training():
    # rpart on the same rows: 6 and 7 samples, and a later such sample ends at node 3,
    # because that child has more samples, though fewer answered the split.
    model = blind(Surrogate(), by_surrogate=3)

    assert model.tree_.n_samples.tolist() == [13, 6, 7]
    assert model.apply([[NAN, NAN, 1.0]]).tolist() == [2]


def test_who_can_answer_nothing_stays_where_both_branches_are_equal():
    # rpart: 4 and 5 samples of 10; the one without x and z is in no child.
    model = blind(Surrogate(), n_first=4, by_surrogate=1)

    assert model.tree_.n_samples.tolist() == [10, 4, 5]
    assert model.apply([[NAN, NAN, 1.0]]).tolist() == [2]


def test_a_later_sample_stays_where_the_children_have_as_many_samples():
    # rpart: weights of 2 in the second branch draw the last sample there, 5 and 5 samples;
    # a later one then stays at the root.
    weights = [1.1] * 5 + [2.2] * 4 + [1.1]
    model = blind(Surrogate(), weights=weights)

    assert model.tree_.n_samples.tolist() == [10, 5, 5]
    assert model.tree_.node(0).split.missing_branch == STAYS
    assert model.apply([[NAN, NAN, 1.0]]).tolist() == [0]


@pytest.mark.parametrize(("use", "n_samples"), [(2, [13, 6, 7]), (1, [13, 5, 7]), (0, [13, 5, 4])])
def test_how_far_surrogates_are_used(use, n_samples):
    model = blind(Surrogate(use=use), by_surrogate=3)

    later = model.apply([[NAN, 0.0, 1.0], [NAN, NAN, 1.0]]).tolist()

    assert model.tree_.n_samples.tolist() == n_samples
    assert later == {2: [1, 2], 1: [1, 0], 0: [0, 0]}[use]
    assert len(model.tree_.node(0).surrogates) == 1


def test_without_surrogates_only_later_samples_go_where_more_went():
    # rpart with maxsurrogate = 0 trains as with usesurrogate = 0 and predicts as with 2.
    model = blind(Surrogate(max_surrogates=0), by_surrogate=3)

    assert model.tree_.surrogates is None
    assert model.tree_.n_samples.tolist() == [13, 5, 4]
    assert model.apply([[NAN, 0.0, 1.0]]).tolist() == [1]


def test_scores_are_those_of_the_known_values_times_their_share():
    # rpart's improve of this split is 9 * 40/81 = 4.444444; a score is a tenth of it here.
    tree = blind(Surrogate()).tree_

    assert tree.score[0] * tree.weight[0] == pytest.approx(40 / 9)


def test_surrogates_are_found_where_nothing_is_missing():
    X = [[0.0, 5.0], [1.0, 4.0], [2.0, 3.0], [7.0, 2.0], [8.0, 1.0], [9.0, 0.0]]
    model = TreeClassifier(missing="surrogate").fit(X, [0, 0, 0, 1, 1, 1])

    (surrogate,) = model.tree_.node(0).surrogates

    assert (surrogate.split.thresholds, surrogate.is_reversed) == ((2.5,), True)
    assert (surrogate.agreement, surrogate.adjusted) == (1.0, 1.0)
    assert model.predict([[NAN, 4.0], [NAN, 1.0]]).tolist() == [0, 1]


@pytest.mark.parametrize(
    "splits", ["multiway", (Buckets(n=3), Subset()), (Threshold(), "multiway")]
)
def test_splits_of_more_branches_are_refused(splits):
    model = TreeClassifier(missing="surrogate", splits=splits)

    with pytest.raises(UnsupportedCombination, match="makes splits of any number of branches"):
        model.fit({"x": [1.0, 2.0], "c": ["a", "b"]}, [0, 1])


@pytest.mark.parametrize(
    ("policy", "complaint"),
    [
        (Surrogate(max_surrogates=-1), r"max_surrogates=-1\) must be a whole number from 0 up"),
        (Surrogate(use=3), r"use=3\) must be one of \(0, 1, 2\)"),
        (Surrogate(style=True), r"style=True\) must be one of \(0, 1\)"),
        (Surrogate(style=0.0), r"style=0.0\) must be one of \(0, 1\)"),
    ],
)
def test_wrong_numbers_are_named(policy, complaint):
    with pytest.raises(ParameterError, match=complaint):
        TreeClassifier(missing=policy).fit([[0.0], [1.0]], [0, 1])
