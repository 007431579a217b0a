"""The fast native grower and the readable loop grow the same tree, and so does the general one.

Bit for bit where all sums are of whole numbers; where sums of floats are taken
in another order, the same splits, ties and reasons, and numbers that agree but
for their last bits.
"""

from itertools import cycle, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, TreeRegressor
from arboretum.criteria import InformationGain
from arboretum.growing.obstacles import obstacle
from arboretum.splits import Subset, Threshold
from arboretum.stopping import MinScore, Purity
from tests.examples import examples, full
from tests.growers.both import (
    assert_same_tree,
    dataset_and_recipe,
    grow_both,
    grow_natively,
)

CLASSIFIERS = {
    "gini": TreeClassifier(),
    "entropy": TreeClassifier(criterion="entropy"),
    "gain_ratio": TreeClassifier(criterion="gain_ratio"),
    "error": TreeClassifier(criterion="error", max_depth=8),
    "chi_square": TreeClassifier(criterion="chi_square"),
    "twoing": TreeClassifier(criterion="twoing"),
    "few_leaves": TreeClassifier(max_leaf_nodes=9),
    "some_leaves": TreeClassifier(criterion="entropy", max_leaf_nodes=40, min_samples_leaf=2),
    "nats": TreeClassifier(criterion=InformationGain(base="e"), min_impurity_decrease=1e-3),
    "depth": TreeClassifier(max_depth=4),
    "leaves": TreeClassifier(min_samples_leaf=5),
    "split": TreeClassifier(min_samples_split=20),
    "weight": TreeClassifier(min_weight_fraction_leaf=0.02),
    "purity": TreeClassifier(stopping=(Purity(0.9), MinScore(0.01))),
}
REGRESSORS = {
    "squares": TreeRegressor(),
    "depth": TreeRegressor(max_depth=5, min_samples_leaf=3),
    "leaves": TreeRegressor(max_leaf_nodes=12),
    "decrease": TreeRegressor(min_impurity_decrease=1e-3),
}


def columns_of_many_sorts(rng, n):
    """Continuous, few-valued, whole, two-valued, constant, skewed and heavy-headed columns."""
    return np.column_stack(
        [
            rng.normal(size=n),
            np.round(rng.normal(size=n) * 2),
            rng.integers(0, 200, n),
            rng.integers(0, 2, n) * 3.5,
            np.full(n, 7.0),
            np.exp(rng.normal(size=n) * 8),
            np.where(rng.random(n) < 0.6, 0.0, rng.normal(size=n)),
        ]
    )


def targets_of(rng, X, n_classes):
    signal = X[:, 0] + 0.4 * X[:, 1] + 0.5 * (X[:, 3] > 0) + 0.1 * np.log(X[:, 5])
    noisy = signal + rng.normal(size=len(X)) * 0.7
    return np.digitize(noisy, np.quantile(noisy, np.arange(1, n_classes) / n_classes)), noisy


#: Every size with every model and number of classes, except that the largest, where the loop takes
#: seconds, is grown once by each model.
COUNTS = [*product([30, 700], CLASSIFIERS, [2, 3, 12])]
COUNTS += [
    pytest.param(6000, *one, marks=pytest.mark.full) for one in zip(CLASSIFIERS, cycle([12, 2, 3]))
]


# Tests draw from the generator, which is therefore one of their own.
@pytest.fixture(params=[30, 700, *full(6000)])
def data(request):
    rng = np.random.default_rng(request.param)
    return rng, columns_of_many_sorts(rng, request.param)


@pytest.mark.pairwise
@pytest.mark.parametrize(("data", "name", "n_classes"), COUNTS, indirect=["data"])
def test_counts_give_the_same_tree_bit_for_bit(data, name, n_classes):
    rng, X = data
    y, _ = targets_of(rng, X, n_classes)
    model = CLASSIFIERS[name]
    if name == "gain_ratio" and len(X) > 700:
        # It cuts single samples off, one by one: the loop would walk thousands of large nodes.
        model = TreeClassifier(criterion="gain_ratio", max_depth=40)

    assert_same_tree(*grow_both(model, X, y), exact=True)


@pytest.mark.parametrize("name", ["gini", "entropy", "leaves"])
def test_whole_weights_give_the_same_tree_bit_for_bit(data, name):
    rng, X = data
    y, _ = targets_of(rng, X, 3)
    weights = rng.integers(0, 4, len(X)) + (np.arange(len(X)) == 0)

    assert_same_tree(*grow_both(CLASSIFIERS[name], X, y, weights), exact=True)


@pytest.mark.parametrize("name", CLASSIFIERS)
def test_weights_give_the_same_tree(data, name):
    rng, X = data
    y, _ = targets_of(rng, X, 3)

    native, readable = grow_both(CLASSIFIERS[name], X, y, rng.uniform(0.2, 3, len(X)))

    assert_same_tree(native, readable, exact=False)


@pytest.mark.pairwise
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", REGRESSORS)
def test_regression_gives_the_same_tree(data, name, weighted):
    rng, X = data
    _, y = targets_of(rng, X, 2)
    weights = rng.uniform(0.2, 3, len(X)) if weighted else None

    assert_same_tree(*grow_both(REGRESSORS[name], X, y, weights), exact=False)


@pytest.mark.pairwise
@pytest.mark.parametrize("share", [0.02, 0.5])
@pytest.mark.parametrize("name", ["gini", "entropy", "leaves", "purity"])
def test_missing_values_go_the_same_way(data, name, share):
    rng, X = data
    y, _ = targets_of(rng, X, 3)
    X = np.where(rng.random(X.shape) < share, np.nan, X)
    X[0] = 1.0

    assert_same_tree(*grow_both(CLASSIFIERS[name], X, y), exact=True)


def test_missing_values_in_regression_go_the_same_way(data):
    rng, X = data
    _, y = targets_of(rng, X, 2)
    X = np.where(rng.random(X.shape) < 0.1, np.nan, X)
    X[0] = 1.0

    assert_same_tree(*grow_both(REGRESSORS["squares"], X, y), exact=False)


# The full suite shows of as many rows that the tree of the general grower is that of the loop.
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", CLASSIFIERS | REGRESSORS)
def test_of_more_rows_the_fast_core_grows_the_tree_of_the_general_grower(name, weighted):
    rng = np.random.default_rng(6000)
    X = columns_of_many_sorts(rng, 6000)
    classes, number = targets_of(rng, X, 3)
    X = np.where(rng.random(X.shape) < 0.05, np.nan, X)
    weights = rng.uniform(0.2, 3, len(X)) if weighted else None

    for models, y in ((CLASSIFIERS, classes), (REGRESSORS, number)):
        if name in models:
            fast, general = grow_natively(models[name], X, y, weights)
            assert_same_tree(fast, general, exact=models is CLASSIFIERS and not weighted)


def mixed_frame(rng, n, n_many=400):
    few = pd.Categorical(rng.choice(list("abcdefg"), n))
    many = pd.Categorical(rng.integers(0, n_many, n).astype(str))
    ordered = pd.Categorical(
        rng.choice(["low", "mid", "high", "top"], n),
        categories=["low", "mid", "high", "top"],
        ordered=True,
    )
    frame = pd.DataFrame({"few": few, "many": many, "ordered": ordered, "x": rng.normal(size=n)})
    for column in frame:
        frame.loc[rng.random(n) < 0.1, column] = None
    effect = {name: rng.normal() for name in frame["many"].cat.categories}
    signal = frame["many"].map(effect).astype(float).fillna(0) + frame["x"].fillna(0)
    return frame, (signal + rng.normal(size=n)).to_numpy()


@pytest.mark.parametrize("n", [300, *full(6000)])
def test_categories_are_grouped_the_same_way(n):
    frame, signal = mixed_frame(np.random.default_rng(n), n)

    two = grow_both(TreeClassifier(max_depth=9), frame, signal > 0)
    number = grow_both(TreeRegressor(max_depth=9), frame, signal)

    assert_same_tree(*two, exact=True)
    assert_same_tree(*number, exact=False)


@pytest.mark.parametrize("n", [300, *full(6000)])
@pytest.mark.parametrize("n_many", [9, 12, 60, 400])
@pytest.mark.parametrize("max_exhaustive", [10, 15])
def test_categories_of_several_classes_are_grouped_the_same_way(n, n_many, max_exhaustive):
    """All sets of a few are tried; many are put in order by the first component of their shares."""
    rng = np.random.default_rng(n + n_many)
    frame, signal = mixed_frame(rng, n, n_many)
    splits = (Threshold(), Subset(max_exhaustive=max_exhaustive))
    model = TreeClassifier(splits=splits, max_depth=6)
    counts = rng.integers(1, 4, n).astype(float)

    for y in (np.digitize(signal, [-1, 1]), np.digitize(signal, [-2, -1, 0, 1, 2])):
        assert_same_tree(*grow_both(model, frame, y), exact=True)
        assert_same_tree(*grow_both(model, frame, y, counts), exact=True)


def test_many_categories_of_several_classes_with_fractions_as_weights_stay_with_the_loop_s_order():
    rng = np.random.default_rng(7)
    frame, signal = mixed_frame(rng, 300, 60)

    dataset, recipe = dataset_and_recipe(
        TreeClassifier(), frame, np.digitize(signal, [-1, 1]), rng.uniform(0.5, 2, 300)
    )

    assert obstacle(recipe, dataset) == "many categories"


@pytest.mark.parametrize("n", [300, *full(6000)])
@pytest.mark.parametrize("least", [2, 10, 60])
@pytest.mark.parametrize("share", [0.0, 0.1])
def test_rare_categories_follow_the_missing_values_the_same_way(n, least, share):
    rng = np.random.default_rng(n + least)
    frame = pd.DataFrame({"x": rng.normal(size=n).round(1)})
    for name, n_names in (("some", 12), ("many", 40), ("wide", 400)):
        codes = np.minimum(rng.geometric(4 / n_names, n) - 1, n_names - 1)
        codes[rng.random(n) < share] = -1
        frame[name] = pd.Categorical.from_codes(codes, [f"v{i}" for i in range(n_names)])
    y = (frame["x"] + np.sin(frame["many"].cat.codes) + rng.normal(size=n)).to_numpy()
    splits = (Threshold(), Subset(min_samples_category=least))

    classifier = TreeClassifier(splits=splits, max_depth=7)
    classes = grow_both(classifier, frame, (y > 0).astype(int))
    several = grow_both(classifier, frame, np.digitize(y, [-1, 1]))
    numbers = grow_both(TreeRegressor(splits=splits, max_depth=7), frame, y)

    assert_same_tree(*classes, exact=True)
    assert_same_tree(*several, exact=True)
    assert_same_tree(*numbers, exact=False)


@pytest.mark.parametrize("n", [700, *full(3000)])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_layout_of_the_matrix_does_not_matter(n, order, dtype):
    rng = np.random.default_rng(5)
    X = columns_of_many_sorts(rng, n).astype(np.float32)
    y, _ = targets_of(rng, X.astype(np.float64), 3)
    expected, _ = grow_both(TreeClassifier(), X.astype(np.float64), y)

    native, _ = grow_both(TreeClassifier(max_depth=None), np.asarray(X, dtype, order=order), y)

    assert native == expected


@st.composite
def small_tables(draw):
    n = draw(st.integers(1, 14))
    values = st.sampled_from([-1.5, -0.0, 0.0, 1.0, 1.0000000000000002, 3.0, 1e300, float("nan")])
    columns = draw(st.lists(st.lists(values, min_size=n, max_size=n), min_size=1, max_size=4))
    columns = [column if any(x == x for x in column) else [0.0] * n for column in columns]
    classes = draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    weights = draw(st.lists(st.integers(1, 3), min_size=n, max_size=n))
    return np.array(columns).T, np.array(classes), np.array(weights, dtype=float)


@examples(300)
@given(table=small_tables(), name=st.sampled_from(sorted(CLASSIFIERS)))
def test_small_tables_full_of_ties_give_the_same_tree(table, name):
    X, y, weights = table

    assert_same_tree(*grow_both(CLASSIFIERS[name], X, y, weights), exact=True)
    assert_same_tree(*grow_both(CLASSIFIERS[name], X, y), exact=True)


@examples(200)
@given(table=small_tables(), name=st.sampled_from(sorted(REGRESSORS)))
def test_small_tables_of_whole_numbers_give_the_same_regression_tree(table, name):
    X, y, weights = table

    assert_same_tree(*grow_both(REGRESSORS[name], X, y * 4.0, weights), exact=False)


@pytest.mark.parametrize("n_threads", [2, 3])
def test_the_number_of_threads_does_not_change_the_tree(n_threads):
    rng = np.random.default_rng(11)
    X = columns_of_many_sorts(rng, 40_000)
    y, number = targets_of(rng, X, 3)
    weights = rng.uniform(0.2, 3, len(X))

    for estimator, target, w in [
        (TreeClassifier(), y, None),
        (TreeClassifier(max_depth=7), y, weights),
        (TreeRegressor(), number, None),
        (TreeRegressor(max_depth=9), number, weights),
    ]:
        one = estimator.set_params(n_jobs=1).fit(X, target, sample_weight=w).tree_
        several = estimator.set_params(n_jobs=n_threads).fit(X, target, sample_weight=w).tree_

        assert several == one


@pytest.mark.parametrize("span", [1e1, 1e3, 1e5])
@pytest.mark.parametrize("name", ["gini", "entropy", "twoing"])
def test_weights_of_different_size_give_the_same_tree(name, span):
    rng = np.random.default_rng(int(span))
    X = np.round(rng.normal(size=(500, 3)), 1)
    y = rng.integers(0, 3, len(X))
    weights = span ** rng.random(len(X))

    native, readable = grow_both(CLASSIFIERS[name], X, y, weights)

    assert_same_tree(native, readable, exact=False)


def test_a_share_of_the_weight_is_enough_but_for_rounding():
    # Seven of 100 samples are enough, though 0.07 * 100 is more than 7 in floating point.
    x = np.arange(100.0)
    model = TreeClassifier(min_weight_fraction_leaf=0.07, max_depth=1)

    for tree in grow_both(model, x[:, None], x < 7):
        assert tree.n_samples.tolist() == [100, 7, 93]


def test_of_branches_that_weigh_the_same_but_for_rounding_the_first_is_the_heavier():
    # 0.1 + 0.2 + 0.3 is more than 0.6 in floating point.
    X, y = np.array([[0.0], [1.0], [1.0], [1.0]]), [0, 1, 1, 1]

    for tree in grow_both(TreeClassifier(), X, y, [0.6, 0.1, 0.2, 0.3]):
        assert tree.splits[0].missing_branch == 0


def test_one_extreme_target_does_not_blur_the_others():
    rng = np.random.default_rng(2)
    X = rng.normal(size=(6000, 3))
    y = X[:, 0] + rng.normal(size=len(X))
    y[17] = 1e12

    native, readable = grow_both(TreeRegressor(max_depth=6), X, y)

    assert native.splits == readable.splits


@pytest.mark.full
def test_the_last_of_very_many_columns_can_win():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 66_000)).astype(np.float32)
    y = X[:, 65_990] > 0

    tree = TreeClassifier().fit(X, y).tree_

    assert tree.n_leaves == 2
    assert tree.splits[0].column == 65_990
