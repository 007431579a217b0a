"""What comes back in trees of other samples, counted once more by hand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from arboretum import (
    C45Classifier,
    CARTClassifier,
    HierarchicalClassifier,
    MultiLabelClassifier,
    MultiTargetRegressor,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.exceptions import ParameterError
from arboretum.explain import stability
from arboretum.explain.stability import bounds_text


@pytest.fixture(scope="module")
def penguins():
    example = datasets.penguins()
    return example.X, example.y


def grown_again(estimator, X, y, n_trees, share, seed):
    """The trees of the same draws, each fitted from the columns themselves."""
    rng = np.random.default_rng(seed)
    n, trees = len(y), []
    for _ in range(n_trees):
        rows = rng.integers(0, n, n) if share is None else None
        rows = rng.choice(n, int(share * n), replace=False) if rows is None else rows
        part = {name: column[np.sort(rows)] for name, column in X.items()}
        trees.append(type(estimator)(**estimator.get_params()).fit(part, y[np.sort(rows)]))
    return trees


@pytest.mark.parametrize("share", [0.5, None])
def test_counts_are_those_of_the_trees_grown_one_by_one(penguins, share):
    X, y = penguins
    numbers = {name: X[name] for name in ("bill_length_mm", "bill_depth_mm", "flipper_length_mm")}
    model = TreeClassifier(max_depth=2, min_samples_leaf=5).fit(numbers, y)

    found = stability(model, numbers, y, n_trees=12, share=share, random_state=4)

    trees = [one.tree_ for one in grown_again(model, numbers, y, 12, share, 4)]
    features = [one.splits.column.tolist() for one in trees]
    names = list(numbers)
    assert found.roots == Counter(names[of[0]] for of in features)
    assert sorted(found.structures.values()) == sorted(Counter(map(tuple, features)).values())
    assert found.n_same == features.count(model.tree_.splits.column.tolist())
    assert found.n_leaves.tolist() == [one.n_leaves for one in trees]
    root, *others = found.splits
    same = [one for one in trees if one.splits.column[0] == model.tree_.splits.column[0]]
    assert root.same_way == len(same) / 12
    assert sorted(root.thresholds) == sorted(one.root.split.thresholds[0] for one in same)
    assert root.same_split == sum(one.root.split == model.tree_.root.split for one in same) / 12
    for one in others:
        feature = names.index(one.feature)
        assert one.anywhere == sum(feature in of for of in features) / 12
        assert one.same_split <= one.same_way <= one.anywhere
    said = model.predict(numbers)
    again = grown_again(model, numbers, y, 12, share, 4)
    assert found.agreement == pytest.approx(
        np.mean([(one.predict(numbers) == said).mean() for one in again])
    )


@pytest.mark.parametrize("is_fitted", [False, True])
def test_trees_of_label_sets_hierarchies_and_vectors_are_counted_too(penguins, is_fitted):
    X, y = penguins
    numbers = {name: X[name] for name in ("bill_length_mm", "flipper_length_mm")}
    labels = np.column_stack([y == "Adelie", X["island"] == "Dream", X["sex"] == "male"])
    for estimator, targets in (
        (MultiLabelClassifier(max_depth=2), labels.astype(int)),
        (HierarchicalClassifier(max_depth=2, f_test=0.05), np.array([f"bird/{one}" for one in y])),
        (MultiTargetRegressor(max_depth=2), labels * [1.0, 2.0, 4.0]),
    ):
        model = estimator.fit(numbers, targets) if is_fitted else estimator

        found = stability(model, numbers, targets, n_trees=5, share=0.5, random_state=4)

        trees = [one.tree_ for one in grown_again(estimator, numbers, targets, 5, 0.5, 4)]
        assert found.n_leaves.tolist() == [one.n_leaves for one in trees]
        names = list(numbers)
        assert found.roots == Counter(names[one.splits.column[0]] for one in trees)


def test_the_whole_data_gives_the_same_tree_every_time(penguins):
    X, y = penguins

    found = stability(C45Classifier(), X, y, n_trees=3, share=1.0)

    assert found.n_same == 3
    assert {(one.same_way, one.same_split, one.anywhere) for one in found.splits} == {(1, 1, 1)}
    assert found.agreement == 1
    threshold = found.tree.root.split.thresholds[0]
    assert found.splits[0].interval() == (threshold, threshold)


def test_agreement_on_numbers_is_a_share_of_the_variance():
    steps = datasets.steps()
    model = TreeRegressor(max_leaf_nodes=3)

    found = stability(model, steps.X, steps.y, n_trees=4, share=0.8, random_state=1)

    said = model.fit(steps.X, steps.y).predict(steps.X)
    again = [one.predict(steps.X) for one in grown_again(model, steps.X, steps.y, 4, 0.8, 1)]
    shares = [1 - ((said - other) ** 2).mean() / said.var() for other in again]
    assert found.agreement == pytest.approx(np.mean(shares))


def test_agreement_is_never_below_nothing():
    rng = np.random.default_rng(3)
    X, y = {"x": rng.normal(size=60)}, rng.normal(size=60)
    model = TreeRegressor(max_leaf_nodes=2)

    found = stability(model, X, y, n_trees=6, share=0.3, random_state=0)

    said = model.fit(X, y).predict(X)
    again = [one.predict(X) for one in grown_again(model, X, y, 6, 0.3, 0)]
    shares = np.array([1 - ((said - other) ** 2).mean() / said.var() for other in again])
    assert shares.min() < 0
    assert found.agreement == pytest.approx(np.maximum(shares, 0).mean())


def test_of_several_numbers_no_unit_outweighs_another():
    rng = np.random.default_rng(5)
    X = {"x": rng.normal(size=80), "z": rng.normal(size=80)}
    y = np.column_stack([X["x"], X["z"]]) + rng.normal(size=(80, 2))
    model = MultiTargetRegressor(pruning=None, max_leaf_nodes=4)

    found = stability(model, X, y, n_trees=5)
    in_millimetres = stability(model, X, y * [1, 1000], n_trees=5)

    said = model.fit(X, y).predict(X)
    again = [one.predict(X) for one in grown_again(model, X, y, 5, 0.9, 0)]
    shares = [1 - ((said - other) ** 2).mean(axis=0) / said.var(axis=0) for other in again]
    assert np.min(shares) > 0
    assert found.agreement == pytest.approx(np.mean(shares))
    assert in_millimetres.agreement == pytest.approx(found.agreement)


def test_a_number_for_all_agrees_with_trees_that_also_predict_one():
    # The mean of these numbers is not itself: its variance is not quite 0.
    X, y = {"x": np.arange(30) % 3}, np.arange(30) % 7 / 10

    found = stability(TreeRegressor(max_depth=0), X, y, n_trees=4)
    several = stability(TreeRegressor(min_samples_leaf=10), X, y, n_trees=4, share=1.0)

    assert (found.agreement, several.agreement) == (1.0, 1.0)


def test_rows_that_stand_for_several_samples_are_drawn_whole():
    X, y = {"x": np.arange(20)}, np.arange(20) % 2
    model = TreeClassifier()

    twice = stability(model, X, y, sample_weight=np.full(20, 2), n_trees=2)
    once = stability(model, X, y, n_trees=2)

    assert twice.how == "2 trees, each from 18 of 20 rows"
    assert once.how == "2 trees, each from 18 of 20 samples"


def test_the_same_seed_gives_the_same_card(penguins):
    X, y = penguins
    model = TreeClassifier(max_depth=2)

    one, other, third = (
        str(stability(model, X, y, n_trees=5, share=0.6, random_state=seed)) for seed in (1, 1, 2)
    )

    assert one == other
    assert one != third
    assert not hasattr(model, "tree_")


def test_intervals_are_quantiles_of_the_thresholds(penguins):
    X, y = penguins

    found = stability(TreeClassifier(max_depth=1), X, y, n_trees=20, share=0.3)

    (root,) = found.splits
    assert root.interval(0.5) == tuple(np.quantile(root.thresholds, [0.25, 0.75]))
    low, high = root.interval()
    frame = found.to_frame()
    assert (frame["low"].tolist(), frame["high"].tolist()) == ([low], [high])
    lines = str(found).splitlines()
    assert lines[0] == "20 trees, each from 103 of 344 samples"
    assert lines[-1].startswith("   0  flipper_length_mm <= 206.5")
    assert found.to_markdown().startswith("* 20 trees")


def test_what_grows_no_tree_is_refused(penguins):
    X, y = penguins

    with pytest.raises(ParameterError, match="LinearRegression does not grow trees"):
        stability(LinearRegression(), X, y)
    with pytest.raises(ParameterError, match="share=2 must be above 0"):
        stability(TreeClassifier(), X, y, share=2)
    with pytest.raises(ParameterError, match="n_trees=0 must be a whole number"):
        stability(TreeClassifier(), X, y, n_trees=0)


def test_bounds_of_days_are_the_last_days_that_belong_as_in_the_question():
    day = np.datetime64("2021-01-01") + 2 * np.arange(40).astype("timedelta64[D]")
    y = np.where(day > day[20], "after", "before")  # a day lies between those two

    below, at_most = (
        stability(CARTClassifier(closed=closed), {"day": day}, y, n_trees=5, share=1.0)
        for closed in ("left", "right")
    )

    assert below.splits[0].question == "day <= 2021-02-10"
    assert bounds_text(below.tree, below.splits[0]) == ["2021-02-10"] * 2
    assert at_most.splits[0].question == "day <= 2021-02-11"
    assert bounds_text(at_most.tree, at_most.splits[0]) == ["2021-02-11"] * 2
