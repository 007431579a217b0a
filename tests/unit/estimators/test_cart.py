"""CART's parameters: ours, and rpart's by their names."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, Prior, datasets
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.missing import Surrogate
from arboretum.stopping import MinSamplesLeaf, MinSamplesSplit

PENGUINS = datasets.penguins()


def limits(model):
    from arboretum.data import make_dataset

    dataset = make_dataset(PENGUINS.X, PENGUINS.y, nominal=True)
    rules = {type(rule): rule for rule in model._recipe(dataset.schema).fitted(dataset).stopping}
    leaf = rules.get(MinSamplesLeaf)
    return rules[MinSamplesSplit].n, 1 if leaf is None else leaf.n


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ({}, (20, 7)),
        ({"minsplit": 65}, (65, 22)),
        ({"minsplit": 10}, (10, 3)),
        ({"minbucket": 7}, (21, 7)),
        ({"minbucket": 1}, (3, 1)),
        ({"minsplit": 2, "minbucket": 1}, (2, 1)),
        ({"minsplit": 1}, (2, 1)),  # a node of one sample is never split
    ],
    ids=str,
)
def test_either_of_rparts_sizes_follows_from_the_other(names, expected):
    # As rpart.control(minsplit = 20, minbucket = round(minsplit / 3)) has it.
    assert limits(CARTClassifier.from_rpart(**names)) == expected


def test_rparts_names_are_translated():
    model = CARTClassifier.from_rpart(
        cp=0.001,
        maxcompete=2,
        maxdepth=5,
        xval=0,
        maxsurrogate=3,
        usesurrogate=1,
        surrogatestyle=1,
        cost={"island": 3},
        parms={"split": "information", "prior": [0.2, 0.3, 0.5]},
    )

    assert model.complexity == 0.001
    assert model.max_competitors == 2
    assert model.max_depth == 5
    assert model.feature_costs == {"island": 3}
    assert model.criterion == "entropy"
    assert model.prior == [0.2, 0.3, 0.5]
    assert model.missing == Surrogate(3, use=1, style=1)


def test_methods_of_numbers():
    assert CARTRegressor.from_rpart().criterion == "squared_error"
    model = CARTRegressor.from_rpart(method="poisson", parms={"shrink": 0.5})
    assert (model.criterion, model.shrink) == ("poisson", 0.5)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ({"minsplits": 3}, "'minsplits' is not a known rpart parameter.*'minsplit'"),
        ({"minsplit": "20"}, "minsplit='20' must be a number of samples"),
        ({"method": "anova"}, "method='anova'.*other CART estimator"),
        ({"parms": {"priors": [1]}}, "'priors' is not a known entry of parms.*'prior'"),
        ({"parms": {"split": "entropy"}}, "'entropy' is not a known split.*'information'"),
    ],
    ids=str,
)
def test_unknown_names_of_rpart_are_refused(names, words):
    with pytest.raises(ParameterError, match=words):
        CARTClassifier.from_rpart(**names)


@pytest.mark.parametrize(
    "prior",
    [
        {"Adelie": 0.2, "Chinstrap": 0.3, "Gentoo": 0.5},
        [0.2, 0.3, 0.5],
        np.array([2.0, 3.0, 5.0]),
        Prior({"Adelie": 0.2, "Chinstrap": 0.3, "Gentoo": 0.5}),
    ],
    ids=["mapping", "list", "not normalised", "Prior"],
)
def test_the_root_predicts_the_prior(prior):
    model = CARTClassifier(prior=prior, max_depth=0).fit(PENGUINS.X, PENGUINS.y)

    np.testing.assert_allclose(list(model.tree_.root.probabilities.values()), [0.2, 0.3, 0.5])


def test_a_negative_complexity_keeps_splits_that_save_nothing():
    # Both sides are for "a", by 4 to 1 and by 3 to 2: nothing is saved, and more is known.
    X, y = {"x": [0] * 5 + [1] * 5}, list("aaaabaaabb")
    sizes = {"min_samples_split": 2, "min_samples_leaf": 1}

    leaves = [CARTClassifier(complexity=cp, **sizes).fit(X, y).n_leaves_ for cp in (0, -1)]

    assert leaves == [1, 2]


@pytest.mark.parametrize(
    ("parameters", "error", "words"),
    [
        ({"prior": [0.5, 0.5]}, ParameterError, "2 shares for 3 classes.*'Adelie'"),
        ({"prior": {"Adelie": 1, "Penguin": 1}}, ParameterError, "'Penguin'.*not a class"),
        ({"complexity": float("nan")}, ParameterError, "complexity=nan"),
        ({"complexity": "low"}, ParameterError, "complexity='low'"),
        ({"max_competitors": -1}, ParameterError, "max_competitors=-1"),
        ({"min_samples_leaf": 0}, ParameterError, "min_samples_leaf=0"),
        ({"feature_costs": {"wing": 2}}, DataError, "'wing'"),
    ],
    ids=str,
)
def test_parameters_that_make_no_sense_are_refused(parameters, error, words):
    with pytest.raises(error, match=words):
        CARTClassifier(**parameters).fit(PENGUINS.X, PENGUINS.y)


def test_a_shrink_below_0_is_refused():
    with pytest.raises(ParameterError, match="shrink=-1"):
        CARTRegressor(criterion="poisson", shrink=-1).fit([[0.0], [1.0]], [1, 2])


def test_priors_are_about_one_target():
    y = np.stack([PENGUINS.y, PENGUINS.y], axis=1)

    with pytest.raises(UnsupportedCombination, match=r"prior.*one target"):
        CARTClassifier(prior=[0.2, 0.3, 0.5]).fit(PENGUINS.X, y)


def test_whole_weights_are_repetitions_and_others_are_not():
    X, y = [[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"]
    model = CARTClassifier(min_samples_split=8, min_samples_leaf=1)

    assert model.fit(X * 2, y * 2).n_leaves_ == 2
    assert model.fit(X, y, sample_weight=[2, 2, 2, 2]).n_leaves_ == 2
    assert model.fit(X, y, sample_weight=[2.5, 2.5, 2.5, 2.5]).n_leaves_ == 1


def test_a_larger_complexity_gives_a_tree_inside_the_other():
    smaller = CARTClassifier(complexity=0.1).fit(PENGUINS.X, PENGUINS.y).tree_
    larger = CARTClassifier(complexity=0.001).fit(PENGUINS.X, PENGUINS.y).tree_

    assert 1 < smaller.n_leaves < larger.n_leaves
    paths = {tuple(map(str, node.path)) for node in larger.nodes()}
    assert {tuple(map(str, node.path)) for node in smaller.nodes()} <= paths


def test_a_split_that_gains_nothing_is_not_made():
    # The exclusive or: neither feature tells anything alone.
    X = [[0, 0], [0, 1], [1, 0], [1, 1]] * 10
    y = [0, 1, 1, 0] * 10

    model = CARTClassifier(complexity=0, min_samples_split=2).fit(X, y)

    assert model.n_leaves_ == 1
    assert model.tree_.root.stop_reason == "no split gains anything"


def test_events_in_exposure_give_rates():
    # Two groups with the rates 1/4 and 1/2 of events in 4 and 8 units of time.
    X = [["a"], ["a"], ["b"], ["b"]]
    events, exposure = np.array([1.0, 0.0, 2.0, 2.0]), np.array([3.0, 1.0, 4.0, 4.0])
    model = CARTRegressor(
        criterion="poisson", shrink=0, complexity=0, min_samples_split=2, max_depth=1
    ).fit(X, events, exposure=exposure)

    assert model.tree_.root.n_samples == 4
    assert model.tree_.root.weight == 12
    assert model.predict([["a"], ["b"]]).tolist() == [0.25, 0.5]


def test_a_saved_tree_tells_its_risk_as_before(tmp_path):
    from arboretum import Tree
    from arboretum.pruning import node_risks

    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(100, 2)), rng.poisson(1.0, 100)
    tree = CARTRegressor(criterion="poisson", complexity=0).fit(X, y).tree_

    tree.save(tmp_path / "tree.json")

    np.testing.assert_array_equal(node_risks(Tree.load(tmp_path / "tree.json")), node_risks(tree))


@pytest.mark.parametrize(
    ("exposure", "words"),
    [([1, 0], "exposure is 0 in row 1"), ([1, -1], "negative"), ([1], "exposure has 1 values")],
    ids=str,
)
def test_exposure_must_be_positive(exposure, words):
    with pytest.raises(DataError, match=words):
        CARTRegressor(criterion="poisson").fit([[0.0], [1.0]], [1, 2], exposure=exposure)


def test_the_named_tree_of_numbers_has_as_many_leaves_as_they_need():
    """Sixty steps, most of which save less than a thousandth of what is to be told apart."""
    x = np.repeat(np.arange(60), 40)
    y = np.sin(x * 7.0) + np.where(x < 3, 1000.0, 0.0)

    model = CARTRegressor().as_named(10, 0).fit({"x": x}, y)

    stopped_early = CARTRegressor(complexity=0.001).fit({"x": x}, y)
    assert max(model.cp_table_["nsplit"]) == 59
    assert stopped_early.n_leaves_ < 10 < 50 < model.n_leaves_
