"""Grown trees against a twin that tries every question of every feature with exact fractions.

Several questions may score the same.  The rule is: the lowest feature, then the
lowest threshold; and the tree says that there was a tie.  Sets of categories are
searched in an order in which not every equal set is seen, so there any set of the
best score may stand, but no tie may be claimed that does not exist.
"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.splits import Subset, Threshold
from tests.examples import examples
from tests.oracles import growth
from tests.properties.small_data import dyadic_weights, numbers, small_data, whole_weights

CLASS_CRITERIA = {"gini": growth.gini, "entropy": growth.entropy}
NUMBER_CRITERIA = {
    "squared_error": growth.variance,
    "absolute_error": growth.absolute_deviation,
}
any_weights = st.sampled_from([whole_weights, dyadic_weights])


def splits_for(min_leaf):
    """The order finds the best of all sets, not the best of those that leave enough samples."""
    return "binary" if min_leaf == 1 else (Threshold(), Subset(search="exhaustive"))


def counts_of(data):
    """How many samples a row stands for: whole weights mean repetition."""
    is_whole = all(w.denominator == 1 for w in data.weights)
    return [int(w) if is_whole else 1 for w in data.weights]


def assert_same_growth(tree, data, impurity, max_depth=math.inf, min_leaf=1):
    counts = counts_of(data)
    pending = [(0, list(range(len(data.rows))), 0)]
    while pending:
        node, at_node, depth = pending.pop()
        view = tree.node(node)
        here = data.take(at_node)
        found = []
        if len(set(here.targets)) > 1 and depth < max_depth:
            found = list(
                growth.candidates(
                    here.rows,
                    here.targets,
                    here.weights,
                    impurity,
                    min_leaf,
                    [counts[i] for i in at_node],
                )
            )
        assert view.n_samples == sum(counts[i] for i in at_node)
        assert view.weight == float(sum(here.weights))
        assert view.impurity == pytest.approx(
            float(impurity(here.targets, here.weights)), abs=1e-12
        )
        assert view.is_leaf == (not found)
        if not found:
            continue
        left = check_choice(tree, view, here, found, impurity)
        right = [i for i in range(len(here.rows)) if i not in left]
        pending += [
            (child, [at_node[i] for i in side], depth + 1)
            for child, side in zip(view.children, (left, right), strict=True)
        ]


def check_choice(tree, view, here, found, impurity):
    """Compare one split with all there could be; return the rows of its first branch."""
    equals = growth.equals_of_the_best(found, impurity(here.targets, here.weights))
    left = first_branch(tree, view.split, here)
    assert view.score == pytest.approx(float(equals[0][0]), rel=1e-9, abs=1e-12)
    assert view.split.column == min(feature for _, feature, *_ in equals)
    mine = [f for f in equals if f[1] == view.split.column and parts_alike(f[3], left, here)]
    assert mine, "the chosen question is not among the best"
    if view.is_tie:
        assert len(equals) > 1
    else:
        assert {f[1] for f in equals} == {view.split.column}
    if view.split.kind == "interval":
        own = [label for _, feature, label, _ in equals if feature == view.split.column]
        assert view.split.thresholds == (min(own),)
        assert view.is_tie == (len(equals) > 1)
    return left


def first_branch(tree, split, here):
    values = [row[split.column] for row in here.rows]
    if split.kind == "interval":
        return [i for i, value in enumerate(values) if value <= split.thresholds[0]]
    branch = dict(zip(tree.schema.features[split.column].categories, split.branches, strict=True))
    return [i for i, value in enumerate(values) if branch[value] == 0]


def parts_alike(one, other, here):
    """Which of two sets of categories is called the first branch is a convention."""
    others = [i for i in range(len(here.rows)) if i not in other]
    return one in (other, others)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
@examples(120)
@given(data=any_weights.flatmap(lambda w: small_data(weights=w)), min_leaf=st.integers(1, 3))
def test_classification_trees(criterion, data, min_leaf):
    model = TreeClassifier(
        criterion=criterion, min_samples_leaf=min_leaf, splits=splits_for(min_leaf)
    )

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert_same_growth(tree, data, CLASS_CRITERIA[criterion], min_leaf=min_leaf)


@pytest.mark.parametrize("criterion", CLASS_CRITERIA)
@examples(60)
@given(data=small_data(classes=2, weights=dyadic_weights), max_depth=st.integers(0, 3))
def test_trees_of_two_classes_where_sets_are_found_by_an_order(criterion, data, max_depth):
    model = TreeClassifier(criterion=criterion, max_depth=max_depth)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert_same_growth(tree, data, CLASS_CRITERIA[criterion], max_depth=max_depth)


@examples(120)
@given(
    data=any_weights.flatmap(lambda w: small_data(numeric=True, weights=w)),
    max_depth=st.integers(0, 3),
    min_leaf=st.integers(1, 3),
)
def test_regression_trees_by_squared_error(data, max_depth, min_leaf):
    model = TreeRegressor(
        max_depth=max_depth, min_samples_leaf=min_leaf, splits=splits_for(min_leaf)
    )

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert_same_growth(tree, data, growth.variance, max_depth, min_leaf)


@examples(80)
@given(
    # Four categories: absolute errors have no exact order, so every set is tried.
    data=any_weights.flatmap(lambda w: small_data(numeric=True, weights=w)),
    min_leaf=st.integers(1, 2),
)
def test_regression_trees_by_absolute_error(data, min_leaf):
    model = TreeRegressor(criterion="absolute_error", min_samples_leaf=min_leaf)

    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert_same_growth(tree, data, growth.absolute_deviation, min_leaf=min_leaf)
    for leaf in tree.leaves():
        assert leaf.value[0] in {float(t) for t in data.targets} | {
            (float(a) + float(b)) / 2 for a in data.targets for b in data.targets
        }


@examples(100)
@given(data=small_data(columns=(numbers,)))
def test_whole_trees_of_numbers_are_the_twins_ties_and_all(data):
    ones = [1] * len(data.rows)

    tree = TreeClassifier().fit(data.X, data.y).tree_

    exact = [growth.Fraction(1) for _ in ones]
    assert growth.nested(tree) == growth.grow(data.rows, data.targets, exact)
