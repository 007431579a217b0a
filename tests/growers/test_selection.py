"""The parts of ID3 and C4.5 give the same tree in the general native grower and in the loop."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from arboretum import C45Classifier, C50Classifier, ID3Classifier
from arboretum.criteria import InformationGain
from arboretum.growing.native import grow_general
from arboretum.missing import Error
from arboretum.selectors import AboveMeanGain
from arboretum.splits import Buckets, Grouped, Merge, Multiway, Subset, Threshold
from arboretum.stopping import TwoBranches
from tests.examples import full
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe
from tests.growers.test_general import classes_of, frame_of, signal_of, weights_of


@pytest.fixture(scope="module", params=[0.0, 0.1], ids=["complete", "holes"])
def data(request):
    rng = np.random.default_rng(11)
    frame = frame_of(rng, share_missing=request.param)
    return frame, signal_of(rng, frame)


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions", "far apart"])
@pytest.mark.parametrize("n_classes", [2, 3, 20])
@pytest.mark.parametrize("splits", ["multiway", "grouped"])
def test_c45(data, splits, n_classes, weights):
    frame, signal = data
    model = C45Classifier(splits=splits)
    y = classes_of(signal, n_classes)

    tree = assert_general_equals_readable(*dataset_and_recipe(model, frame, y, weights_of(weights)))

    assert weights == "far apart" or tree.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize("weights", ["none", "whole", "fractions"])
@pytest.mark.parametrize("n_classes", [2, 3, 20])
@pytest.mark.parametrize("splits", ["multiway", "grouped"])
def test_c50(data, splits, n_classes, weights):
    frame, signal = data
    model = C50Classifier(splits=splits)
    y = classes_of(signal, n_classes)

    tree = assert_general_equals_readable(*dataset_and_recipe(model, frame, y, weights_of(weights)))

    assert tree.n_leaves > 3


@pytest.mark.pairwise
@pytest.mark.parametrize("missing", ["fractional", "impute", "direction", "branch"])
@pytest.mark.parametrize(
    "selector",
    [
        AboveMeanGain(),
        AboveMeanGain(0.0, False, None),
        AboveMeanGain(0.1, True, 0.01),
        AboveMeanGain(rows_per_class=(20, 100)),
    ],
    ids=str,
)
@pytest.mark.parametrize("at", ["value", "midpoint"])
def test_every_parameter_of_the_parts(data, at, selector, missing):
    frame, signal = data
    model = C45Classifier(threshold=at, missing=missing)
    dataset, recipe = dataset_and_recipe(model, frame, classes_of(signal, 3))
    splitters = (Threshold(at, 0.4), Buckets(n=3), Grouped(), Multiway(), Subset())
    paying = (Threshold(at, 0.4, gap_bits=True), Buckets(n=3), Grouped(charged=True), Merge())

    assert_general_equals_readable(dataset, replace(recipe, selector=selector))
    assert_general_equals_readable(dataset, replace(recipe, selector=selector, splitters=paying))
    assert_general_equals_readable(
        dataset, replace(recipe, splitters=splitters, stopping=(TwoBranches(5),))
    )


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("splits", ["multiway", "grouped"])
def test_from_the_mean_gain_to_the_description_length(data, splits, n_classes):
    frame, signal = data
    y, weights = classes_of(signal, n_classes), weights_of("fractions")
    dataset, recipe = dataset_and_recipe(C50Classifier(splits=splits), frame, y, weights)
    by_mean, mixed, by_length = (
        replace(recipe, selector=AboveMeanGain(rows_per_class=rows))
        for rows in (None, (1, 60), (0, 1e-9))
    )

    trees = [assert_general_equals_readable(dataset, one) for one in (mixed, by_length)]

    statistics = recipe.criterion.statistics(dataset)
    trees.append(grow_general(dataset, statistics, by_mean, 1))
    assert not any(one.splits == other.splits for one, other in combinations(trees, 2))


@pytest.mark.parametrize("n_competitors", [0, 4])
def test_what_is_below_the_mean_comes_after_what_is_above(data, n_competitors):
    frame, signal = data
    dataset, recipe = dataset_and_recipe(C45Classifier(), frame, classes_of(signal, 3))

    assert_general_equals_readable(dataset, replace(recipe, max_competitors=n_competitors))


def test_several_targets(data):
    frame, signal = data
    y = np.column_stack([classes_of(signal, 3), classes_of(np.cos(signal), 2)])

    assert_general_equals_readable(*dataset_and_recipe(C45Classifier(), frame, y))


@pytest.mark.parametrize("numeric", ["buckets", Buckets("mdl")], ids=str)
def test_id3(numeric):
    rng = np.random.default_rng(0)
    frame = frame_of(rng, share_missing=0.0)
    model = ID3Classifier(numeric=numeric)

    tree = assert_general_equals_readable(
        *dataset_and_recipe(model, frame, classes_of(signal_of(rng, frame), 3))
    )

    assert (tree.splits.missing_branch[~tree.is_leaf] == -1).all()


def test_a_node_without_gain_stops_for_the_same_reason():
    # Exclusive or: no feature alone gains anything.
    frame = {"a": list("xxyy") * 2, "b": list("xyxy") * 2}
    dataset, recipe = dataset_and_recipe(C45Classifier(), frame, ["n", "y", "y", "n"] * 2)

    tree = assert_general_equals_readable(dataset, recipe)

    assert tree.n_nodes == 1
    assert tree.root.stop_reason == AboveMeanGain.reason


@pytest.mark.parametrize("n", [2000, *full(20_000)])
def test_the_number_of_threads_does_not_change_the_tree(n):
    rng = np.random.default_rng(5)
    frame = frame_of(rng, n=n, n_many=60)
    dataset, recipe = dataset_and_recipe(
        C45Classifier(splits="grouped"), frame, classes_of(signal_of(rng, frame), 3)
    )

    one = assert_general_equals_readable(dataset, recipe)

    assert grow_general(dataset, recipe.criterion.statistics(dataset), recipe, 3) == one


def test_a_policy_that_refuses_missing_values_may_let_new_categories_stay():
    rng = np.random.default_rng(0)
    frame = frame_of(rng, share_missing=0.0)
    dataset, recipe = dataset_and_recipe(
        C45Classifier(), frame, classes_of(signal_of(rng, frame), 3)
    )

    for unseen in ("error", "stays"):
        part = replace(recipe, missing=Error(unseen), criterion=InformationGain(base="e"))
        assert_general_equals_readable(dataset, part)
