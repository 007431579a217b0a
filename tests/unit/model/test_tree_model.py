"""One way from samples to predictions: estimators, files, rules and explanations go it alike."""

from __future__ import annotations

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest

from arboretum import (
    CARTClassifier,
    HierarchicalClassifier,
    ID3Classifier,
    M5Regressor,
    MultiLabelClassifier,
    RuleClassifier,
    TreeClassifier,
    TreeRegressor,
    datasets,
    explain,
    show,
)
from arboretum.exceptions import (
    CategoryWarning,
    DataError,
    ExtrapolationWarning,
    MissingValueError,
    ParameterError,
)
from arboretum.missing import Error
from arboretum.model import LabelModel, Model, TreeGrower, TreeModel, model_of
from arboretum.tree import Tree

PENGUINS = datasets.penguins()
HOLES = {"x": [1.0, None, 3.0, 4.0]}


def loaded(tree, tmp_path):
    tree.save(tmp_path / "tree.json")
    return TreeModel(Tree.load(tmp_path / "tree.json"))


@pytest.mark.parametrize("missing", ["direction", "fractional", "surrogate"])
def test_a_saved_tree_predicts_as_the_estimator_does(missing, tmp_path):
    estimator = TreeClassifier(missing=missing, max_depth=4).fit(PENGUINS.X, PENGUINS.y)

    model = loaded(estimator.tree_, tmp_path)

    np.testing.assert_array_equal(model.predict(PENGUINS.X), estimator.predict(PENGUINS.X))
    np.testing.assert_array_equal(
        model.predict_proba(PENGUINS.X), estimator.predict_proba(PENGUINS.X)
    )
    assert model.policy == estimator.model_.policy


@pytest.mark.parametrize(
    "labels", [[False, True], [3, 7], [np.int32(3), np.int32(7)], [1.0, 2.0], ["n", "y"]]
)
def test_labels_of_any_type_are_those_that_nodes_decide_for(labels):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 3))
    y = np.array(labels)[(X[:, 0] * X[:, 1] > 0).astype(int)]
    estimator = TreeClassifier(max_depth=4).fit(X, y)
    tree = estimator.tree_

    expected = estimator.classes_[tree.decisions[tree.apply(X), 0]]

    np.testing.assert_array_equal(estimator.predict(X), expected, strict=True)
    np.testing.assert_array_equal(estimator.predict(pd.DataFrame(X)), expected, strict=True)


def test_numbers_are_those_of_the_leaves():
    X = np.random.default_rng(0).normal(size=(300, 3))
    estimator = TreeRegressor(max_depth=4).fit(X, X[:, 0] * X[:, 1])
    tree = estimator.tree_

    np.testing.assert_array_equal(estimator.predict(X), tree.value[tree.apply(X), 0], strict=True)
    with pytest.raises(DataError, match="contains infinity"):
        estimator.predict(np.full((2, 3), np.inf))


def test_classes_are_named_and_one_target_is_a_plain_array():
    X = {"x": [1.0, 2.0, 3.0, 4.0]}
    both = pd.DataFrame({"a": ["n", "n", "y", "y"], "b": ["u", "v", "u", "v"]})

    one = TreeClassifier().fit(X, both["a"]).model_
    two = TreeClassifier().fit(X, both).model_
    numbers = TreeRegressor().fit(X, np.array([[1.0, 5.0], [1.0, 6.0], [2.0, 7.0], [2.0, 8.0]]))

    assert one.predict(X).tolist() == ["n", "n", "y", "y"]
    assert two.predict(X).tolist() == both.to_numpy().tolist()
    assert [block.shape for block in two.predict_proba(X)] == [(4, 2), (4, 2)]
    assert numbers.model_.predict(X)[3].tolist() == [2.0, 8.0]


# -- what is fitted stays ------------------------------------------------------------------


def test_another_missing_policy_after_fit_does_not_change_predictions():
    y = ["a", "a", "b", "b"]
    lenient, strict = TreeClassifier().fit(HOLES, y), TreeClassifier(missing="error")
    strict.fit({"x": [1.0, 2.0, 3.0, 4.0]}, y)
    before = lenient.predict(HOLES).tolist()

    lenient.set_params(missing="error")
    strict.set_params(missing="direction")

    assert lenient.predict(HOLES).tolist() == before
    with pytest.raises(MissingValueError, match=r"'x' \(1\)"):
        strict.predict(HOLES)


def test_a_policy_that_is_changed_after_fit_does_not_change_predictions():
    weather = datasets.weather()
    policy = Error("stays")
    model = TreeClassifier(missing=policy, splits="multiway").fit(weather.X, weather.y)
    new = {name: ["?"] for name in weather.X}

    model.set_params(missing__unseen="error")

    with pytest.warns(CategoryWarning, match="stays at the node that asks"):
        assert model.predict(new).tolist() == ["yes"]  # 9 of 14
    with pytest.raises(MissingValueError):
        model.fit(weather.X, weather.y).predict(new)


@pytest.mark.parametrize("strategy", ["binary_relevance", "label_powerset"])
def test_another_strategy_after_fit_does_not_change_predictions(strategy):
    X, y = {"x": [1.0, 2.0, 3.0, 4.0]}, [{"p"}, {"p"}, {"q"}, {"p", "q"}]
    model = MultiLabelClassifier(strategy=strategy, pruning=None, min_samples_leaf=1).fit(X, y)
    before = model.predict_proba(X).tolist()

    model.set_params(strategy="vector", missing="error")

    assert model.predict_proba(X).tolist() == before
    assert model.predict_sets(X) == y


def test_a_fitted_estimator_is_pickled_with_its_model():
    model = TreeClassifier(missing="error", max_depth=2).fit({"x": [1.0, 2.0]}, ["a", "b"])
    model.predict({"x": [1.0]})

    again = pickle.loads(pickle.dumps(model))

    assert again.tree_ == model.tree_
    assert again.model_.policy == Error()
    assert again.predict({"x": [2.0]}).tolist() == ["b"]


# -- checks and warnings -------------------------------------------------------------------


def test_everyone_warns_of_a_new_category_alike(tmp_path):
    weather = datasets.weather()
    new = {name: [values[0]] for name, values in weather.X.items()} | {"outlook": ["fog"]}
    estimator = ID3Classifier().fit(weather.X, weather.y)
    words = "'outlook': 1 samples have categories .* each stays at the node"

    for predict in (
        estimator.predict,
        estimator.model_.predict,
        loaded(estimator.tree_, tmp_path).predict,
    ):
        with pytest.warns(CategoryWarning, match=words) as found:
            predict(new)
        assert [one.filename for one in found] == [__file__]
    rules = estimator.tree_.rules()
    with pytest.warns(CategoryWarning, match="'outlook': 1 samples .* treated as missing") as found:
        rules.predict(new)
    assert [one.filename for one in found] == [__file__]


def test_costs_and_pictures_of_samples_refuse_and_warn_as_predictions_do():
    X = {"x": [1.0, 2.0, 3.0, 4.0], "k": ["a", "b", "a", "b"]}
    tree = TreeClassifier(missing="error").fit(X, ["n", "n", "y", "y"]).tree_
    named = TreeClassifier().fit(X, ["n", "y", "n", "y"]).tree_
    new, hole = {"x": [1.0], "k": ["c"]}, {"x": [None], "k": ["a"]}

    with pytest.raises(MissingValueError):
        tree.cost_report(hole, feature_costs={"x": 1.0})
    with pytest.raises(MissingValueError):
        show.plot(tree, path=hole)
    with pytest.warns(CategoryWarning, match="'k'"):
        named.cost_report(new, feature_costs={"k": 1.0})
    with pytest.warns(CategoryWarning, match="'k'"):
        show.plot(named, path=new)


def test_an_explanation_says_itself_what_becomes_of_a_new_category():
    named = TreeClassifier().fit({"k": ["a", "b", "a", "b"]}, ["n", "y", "n", "y"])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = explain.path(named, {"k": ["c"]})

    assert found[0].reason.startswith("k is a category that training never saw")


def test_predictions_that_are_held_back_are_counted():
    x = np.arange(40.0)
    model = M5Regressor().fit({"x": x}, 2 * x)

    with pytest.warns(ExtrapolationWarning, match="1 of 2 predictions"):
        model.model_.predict({"x": [20.0, 1e6]})


def test_an_error_names_who_expects_the_columns():
    estimator = CARTClassifier().fit({"x": [1.0, 2.0]}, ["a", "b"])
    rules = RuleClassifier().fit({"x": [1.0, 2.0]}, ["a", "b"])

    with pytest.raises(DataError, match="which CARTClassifier was trained on"):
        estimator.predict({"z": [1.0]})
    with pytest.raises(DataError, match="which the tree was trained on"):
        estimator.model_.predict({"z": [1.0]})
    with pytest.raises(DataError, match="which RuleClassifier was trained on"):
        rules.predict({"z": [1.0]})
    with pytest.raises(DataError, match="which the rule set was trained on"):
        rules.rules_.predict({"z": [1.0]})


# -- who has one ---------------------------------------------------------------------------


def test_everything_that_predicts_has_a_model():
    X, y = {"x": [1.0, 2.0, 3.0, 4.0]}, ["a", "a", "b", "b"]
    estimator = TreeClassifier().fit(X, y)
    rules = RuleClassifier().fit(X, y)
    labels = HierarchicalClassifier(f_test=None, min_samples_leaf=1).fit(
        X, ["a", "a", "a/b", "a/b"]
    )

    assert model_of(estimator) is estimator.model_
    assert model_of(estimator.model_) is estimator.model_
    assert model_of(estimator.tree_).tree is estimator.tree_
    assert model_of(rules) is rules.rules_
    assert isinstance(rules.rules_, Model)
    assert isinstance(labels.model_, LabelModel)
    assert labels.model_.predict(X).tolist() == labels.predict(X).tolist()
    with pytest.raises(ParameterError, match="neither a tree nor a fitted estimator"):
        model_of("tree")


def test_estimators_keep_the_protocol_that_is_declared():
    assert isinstance(TreeClassifier(), TreeGrower)
    assert isinstance(MultiLabelClassifier(), TreeGrower)
    assert not isinstance(TreeClassifier().fit({"x": [1, 2]}, ["a", "b"]).tree_, TreeGrower)


def test_the_tree_may_be_replaced_by_one_from_a_file(tmp_path):
    model = TreeClassifier(max_depth=1).fit(PENGUINS.X, PENGUINS.y)
    other = TreeClassifier(max_depth=3).fit(PENGUINS.X, PENGUINS.y)
    other.tree_.save(tmp_path / "tree.json")

    model.tree_ = Tree.load(tmp_path / "tree.json")

    np.testing.assert_array_equal(model.predict(PENGUINS.X), other.predict(PENGUINS.X))
