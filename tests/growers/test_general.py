"""The general native grower and the readable loop grow the same tree, bit for bit.

It knows every built-in part, adds up in the order of the loop, and lets the Python
parts work out the numbers that a tree keeps.
"""

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.criteria import (
    CLASS_CRITERIA,
    NUMBER_CRITERIA,
    Gini,
    InformationGain,
    SquaredError,
)
from arboretum.data import make_dataset
from arboretum.growing import FeatureCosts
from arboretum.growing.feature_costs import COST_RULES
from arboretum.growing.native import grow_general
from arboretum.leaves import LeafModel
from arboretum.missing import Fractional
from arboretum.part import native_spec
from arboretum.splits import Buckets, ByArity, Multiway, Subset, Threshold
from arboretum.stopping import (
    MaxDepth,
    MinImpurityDecrease,
    MinSamplesLeaf,
    MinScore,
    MinWeightFractionLeaf,
)
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe

N = 150
LEVELS = ["low", "mid", "high", "top"]
SPLITS = {
    "binary": "binary",
    "multiway": "multiway",
    "frequency": (Buckets("frequency", 3), Subset("ordered")),
    "width": (Buckets("width", 5), Subset("exhaustive")),
    "several": (Threshold(), Buckets(n=3), Multiway(), Subset("auto", max_exhaustive=3)),
    "by arity": ByArity(max_values=12),
    "rare": (Threshold(), Multiway(), Subset(min_samples_category=4)),
}


POLICIES = ["direction", "significant", "majority", "branch", "impute", "fractional"]
#: Where nothing is missing, policies differ in what they keep for new samples, which two show.
COMPLETE = [(0.0, "direction"), (0.0, "fractional")]
#: Criteria whose sums no test is known for.
UNTESTED = ("absolute_error", "poisson")
#: Criteria that the core knows; others are grown by the loop alone.
OF_CLASSES = [name for name, made in CLASS_CRITERIA.items() if native_spec(made()) is not None]
OF_NUMBERS = [name for name, made in NUMBER_CRITERIA.items() if native_spec(made()) is not None]


def frame_of(rng, n=N, n_many=14, share_missing=0.1):
    """Numbers, few numbers, ordered and unordered categories, with holes."""
    frame = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "few": np.round(rng.normal(size=n) * 2),
            "ordered": pd.Categorical(rng.choice(LEVELS, n), categories=LEVELS, ordered=True),
            "letter": pd.Categorical(rng.choice(list("abcde"), n)),
            "many": pd.Categorical(rng.integers(0, n_many, n).astype(str)),
        }
    )
    for column in frame:
        frame.loc[rng.random(n) < share_missing, column] = None
    return frame


def signal_of(rng, frame):
    """A number that depends on every column."""
    codes = [frame[name].cat.codes.to_numpy() % 5 for name in ("ordered", "letter", "many")]
    known = frame["x"].fillna(1.0) + 0.5 * frame["few"].fillna(0.0)
    return known.to_numpy() + np.sin(np.sum(codes, axis=0)) + rng.normal(size=len(frame))


@pytest.fixture(scope="module", params=[0.0, 0.1], ids=["complete", "holes"])
def data(request):
    rng = np.random.default_rng(7)
    frame = frame_of(rng, share_missing=request.param)
    return rng, frame, signal_of(rng, frame)


def weights_of(name, n=N):
    rng = np.random.default_rng(1)
    return {
        "none": None,
        "whole": rng.integers(1, 4, n),
        "fractions": rng.uniform(0.2, 3.0, n),
        "far apart": 10.0 ** rng.integers(-300, 1, n),
    }[name]


def classes_of(signal, n_classes):
    return np.digitize(signal, np.quantile(signal, np.arange(1, n_classes) / n_classes))


@pytest.mark.pairwise
@pytest.mark.parametrize(
    ("data", "missing"), [*COMPLETE, *product([0.1], [*POLICIES, "by class"])], indirect=["data"]
)
@pytest.mark.parametrize("splits", SPLITS)
@pytest.mark.parametrize("criterion", OF_CLASSES)
def test_every_class_criterion_with_every_splitter_and_policy(data, criterion, splits, missing):
    _, frame, signal = data
    policy = Fractional(by_class=True) if missing == "by class" else missing
    model = TreeClassifier(criterion=criterion, splits=SPLITS[splits], missing=policy, max_depth=5)
    if splits == "width":
        frame = frame.drop(columns="many")  # more categories than can be tried exhaustively

    assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))


@pytest.mark.pairwise
@pytest.mark.parametrize(
    ("data", "missing"), [*COMPLETE, *product([0.1], POLICIES)], indirect=["data"]
)
@pytest.mark.parametrize("splits", SPLITS)
@pytest.mark.parametrize("criterion", [*OF_NUMBERS, SquaredError(ddof=1)], ids=str)
def test_every_number_criterion_with_every_splitter_and_policy(data, criterion, splits, missing):
    _, frame, signal = data
    if missing == "significant" and criterion in UNTESTED:
        pytest.skip("there is no test for its sums")
    model = TreeRegressor(criterion=criterion, splits=SPLITS[splits], missing=missing, max_depth=5)
    if splits == "width" or criterion == "absolute_error":
        frame = frame.drop(columns="many")

    assert_general_equals_readable(*dataset_and_recipe(model, frame, np.abs(signal)))


def test_the_policy_that_refuses_missing_values():
    rng = np.random.default_rng(0)
    frame = frame_of(rng, share_missing=0.0)
    model = TreeClassifier(missing="error", splits="multiway")

    assert_general_equals_readable(
        *dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 4))
    )


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions", "far apart"])
@pytest.mark.parametrize("missing", ["impute", "fractional", "by class"])
@pytest.mark.parametrize("n_classes", [2, 20])
def test_any_weights_where_missing_values_are_filled_in_or_shared_out(
    data, n_classes, missing, weights
):
    _, frame, signal = data
    policy = Fractional(by_class=True) if missing == "by class" else missing
    model = TreeClassifier(criterion="gain_ratio", missing=policy, max_depth=7)

    assert_general_equals_readable(
        *dataset_and_recipe(model, frame, classes_of(signal, n_classes), weights_of(weights))
    )


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions", "far apart"])
@pytest.mark.parametrize("n_classes", [2, 3, 20])
@pytest.mark.parametrize("criterion", ["gini", "entropy", "twoing", "mantaras"])
def test_any_weights_and_any_number_of_classes(data, criterion, n_classes, weights):
    _, frame, signal = data
    y, w = classes_of(signal, n_classes), weights_of(weights)

    assert_general_equals_readable(
        *dataset_and_recipe(TreeClassifier(criterion=criterion), frame, y, w)
    )


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["whole", "fractions", "far apart"])
@pytest.mark.parametrize("criterion", OF_NUMBERS)
def test_any_weights_of_numbers(data, criterion, weights):
    _, frame, signal = data
    model = TreeRegressor(criterion=criterion, max_depth=6)
    frame = frame.drop(columns="many")

    assert_general_equals_readable(
        *dataset_and_recipe(model, frame, np.abs(signal), weights_of(weights))
    )


@pytest.mark.pairwise
@pytest.mark.parametrize("method", ["frequency", "width", "mdl"])
@pytest.mark.parametrize("n", [2, 4, 9])
def test_every_way_to_cut_into_intervals(data, method, n):
    _, frame, signal = data
    model = TreeClassifier(splits=(Buckets(method, n), Multiway()), max_depth=4)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))


@pytest.mark.pairwise
@pytest.mark.parametrize("order", ["depth", "level", "best"])
@pytest.mark.parametrize("max_leaf_nodes", [None, 1, 2, 9, 30])
@pytest.mark.parametrize("splits", ["binary", "multiway"])
@pytest.mark.parametrize("missing", ["direction", "fractional"])
def test_every_order_of_growth(data, order, max_leaf_nodes, splits, missing):
    _, frame, signal = data
    model = TreeClassifier(criterion="entropy", splits=splits, missing=missing, max_depth=6)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3))

    tree = assert_general_equals_readable(
        dataset, replace(recipe, order=order, max_leaf_nodes=max_leaf_nodes)
    )

    assert max_leaf_nodes is None or tree.n_leaves <= max_leaf_nodes


@pytest.mark.parametrize(
    "rules",
    [
        (MaxDepth(5), MaxDepth(2)),
        (MinImpurityDecrease(0.001), MinScore(0.02), MinImpurityDecrease(0.01)),
        (MinSamplesLeaf(9), MinWeightFractionLeaf(0.1)),
        (MinWeightFractionLeaf(0.1), MinSamplesLeaf(9)),
        (MinSamplesLeaf(3), MinSamplesLeaf(60)),
    ],
    ids=str,
)
def test_rules_are_told_apart_by_their_place(data, rules):
    _, frame, signal = data
    model = TreeClassifier(stopping=rules)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))


@pytest.mark.pairwise
@pytest.mark.parametrize("max_features", [1, 3])
@pytest.mark.parametrize("seed", range(4))
def test_the_same_features_are_drawn(data, max_features, seed):
    _, frame, signal = data
    model = TreeClassifier(max_features=max_features, random_state=seed, min_samples_leaf=4)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, classes_of(signal, 3)))


COSTS = {"x": 20.0, "few": 3.0}


@pytest.mark.parametrize(
    "costs",
    [
        COSTS,
        FeatureCosts(COSTS, "tan_schlimmer"),
        FeatureCosts(COSTS, "eg2", weight=0.5),
        *(FeatureCosts(COSTS, rule, once=True) for rule in COST_RULES),
    ],
    ids=str,
)
def test_feature_costs_change_the_rank(data, costs):
    _, frame, signal = data
    model = TreeClassifier(criterion="entropy", feature_costs=costs, max_depth=5)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3))

    tree = assert_general_equals_readable(dataset, recipe)

    free = grow_general(
        dataset, recipe.criterion.statistics(dataset), replace(recipe, feature_costs=None)
    )
    assert tree.splits != free.splits


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "fractions"])
@pytest.mark.parametrize("criterion", [*OF_CLASSES, InformationGain(base=10)], ids=str)
@pytest.mark.parametrize("missing", ["direction", "impute", "fractional"])
def test_several_nominal_targets(data, criterion, weights, missing):
    _, frame, signal = data
    y = pd.DataFrame({"a": classes_of(signal, 3), "b": classes_of(np.cos(signal), 2)})
    model = TreeClassifier(criterion=criterion, missing=missing, max_depth=4)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, y, weights_of(weights)))


@pytest.mark.parametrize("criterion", OF_NUMBERS)
def test_several_numeric_targets(data, criterion):
    _, frame, signal = data
    y = pd.DataFrame({"a": np.abs(signal), "b": signal**2, "c": np.abs(np.sin(signal))})
    model = TreeRegressor(criterion=criterion, max_depth=5)
    frame = frame.drop(columns="many") if criterion == "absolute_error" else frame

    assert_general_equals_readable(*dataset_and_recipe(model, frame, y))


def test_many_categories_and_classes_are_ordered_by_the_same_component():
    rng = np.random.default_rng(3)
    frame = frame_of(rng, n=2000, n_many=300)
    signal = signal_of(rng, frame)

    for n_classes in (4, 9):
        model = TreeClassifier(max_depth=5)
        assert_general_equals_readable(
            *dataset_and_recipe(model, frame, classes_of(signal, n_classes))
        )


class LargestTarget(LeafModel):
    """Predicts the largest target of a node: a leaf model of one's own that wants them all."""

    needs_targets = True

    def value(self, statistics, targets=None, weights=None):
        return targets.max(axis=0)


@pytest.mark.pairwise
@pytest.mark.parametrize("leaf", ["median", LargestTarget()], ids=str)
@pytest.mark.parametrize("weights", ["none", "fractions"])
@pytest.mark.parametrize("missing", ["direction", "impute", "fractional"])
def test_leaf_models_that_want_all_targets(data, leaf, weights, missing):
    _, frame, signal = data
    model = TreeRegressor(leaf=leaf, missing=missing, max_depth=5)

    assert_general_equals_readable(*dataset_and_recipe(model, frame, signal, weights_of(weights)))


@pytest.mark.pairwise
@pytest.mark.parametrize("n_competitors", [1, 2, 9])
@pytest.mark.parametrize("splits", ["binary", "multiway"])
@pytest.mark.parametrize("missing", ["direction", "impute", "fractional"])
def test_both_growers_keep_the_same_competitors(data, n_competitors, splits, missing):
    _, frame, signal = data
    model = TreeClassifier(criterion="entropy", splits=splits, missing=missing, max_depth=3)
    y = classes_of(signal, 3)
    dataset, recipe = dataset_and_recipe(model, frame, y)

    tree = assert_general_equals_readable(dataset, replace(recipe, max_competitors=n_competitors))

    for node in tree.nodes():
        if node.is_leaf:
            assert node.competitors == []
            continue
        _, *losers = tree.competitors(node.id, frame, y)
        assert [split for split, _ in node.competitors] == [
            loser.split for loser in losers[:n_competitors]
        ]
        assert node.competitors[:1] == ([] if node.runner_up is None else [node.runner_up])


@pytest.mark.parametrize("n_threads", [2, 3])
@pytest.mark.parametrize("max_depth", [6, pytest.param(None, marks=pytest.mark.full)])
@pytest.mark.parametrize("missing", ["direction", "branch", "impute", "fractional"])
def test_the_number_of_threads_does_not_change_the_tree(n_threads, missing, max_depth):
    rng = np.random.default_rng(5)
    frame = frame_of(rng, n=30_000, n_many=200)
    signal = signal_of(rng, frame)
    weights = rng.uniform(0.2, 3, len(frame))

    for model, y in [
        (TreeClassifier(criterion="mantaras"), classes_of(signal, 3)),
        (TreeRegressor(criterion="poisson", max_features=3), np.abs(signal)),
    ]:
        model.set_params(missing=missing, max_depth=max_depth)
        dataset, recipe = dataset_and_recipe(model, frame, y, weights)
        statistics = recipe.criterion.statistics(dataset)

        one = grow_general(dataset, statistics, recipe, 1)

        assert grow_general(dataset, statistics, recipe, n_threads) == one


def test_progress_ends_within_the_number_of_samples():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 6))
    # Grown to the end it would take minutes where a sanitizer watches.
    model = TreeClassifier(criterion="mantaras", max_depth=12)
    dataset, recipe = dataset_and_recipe(model, X, rng.integers(0, 3, len(X)))
    seen = []

    grow_general(
        dataset,
        recipe.criterion.statistics(dataset),
        recipe,
        progress=lambda done, total: seen.append((done, total)),
    )

    assert seen
    assert all(total == len(X) for _, total in seen)
    assert all(0 <= a <= b <= len(X) for (a, _), (b, _) in pairwise(seen))


def test_an_error_of_the_progress_callback_ends_the_growth():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60_000, 6))
    dataset, recipe = dataset_and_recipe(
        TreeClassifier(criterion="mantaras"), X, rng.integers(0, 3, len(X))
    )

    def stop(done, total):
        raise KeyboardInterrupt

    for n_threads in (1, 3):
        with pytest.raises(KeyboardInterrupt):
            grow_general(
                dataset, recipe.criterion.statistics(dataset), recipe, n_threads, progress=stop
            )


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_the_layout_of_the_matrix_does_not_matter(order, dtype):
    rng = np.random.default_rng(5)
    X = np.round(rng.normal(size=(500, 5)), 2).astype(np.float32)
    X[::7, 2] = -0.0
    y = rng.integers(0, 3, len(X))
    model = TreeClassifier(criterion="symmetric_gain_ratio")
    expected = model.fit(X.astype(np.float64), y).tree_

    assert model.fit(np.asarray(X, dtype, order=order), y).tree_ == expected


def test_a_dataset_of_one_row_is_a_leaf():
    dataset = make_dataset([[1.0]], ["a"], nominal=True)
    recipe = TreeClassifier()._recipe(dataset.schema)

    tree = assert_general_equals_readable(dataset, replace(recipe, criterion=Gini()))

    assert tree.n_nodes == 1
