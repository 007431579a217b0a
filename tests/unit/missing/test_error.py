"""Missing values are refused, by name and number."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import ID3Classifier, Tree, TreeClassifier
from arboretum.exceptions import CategoryWarning, MissingValueError, ParameterError
from arboretum.explain import path
from arboretum.missing import Error, policy_of

Y = ["a", "b", "a"]


@pytest.fixture
def model():
    X = {"size": [1.0, 2.0, 3.0], "colour": ["red", "green", "red"]}
    return TreeClassifier(missing="error").fit(X, Y)


def test_training_data_with_missing_values_is_refused():
    X = {"size": [1.0, np.nan, None], "colour": ["red", None, "red"]}

    with pytest.raises(MissingValueError, match=r"'size' \(2\), 'colour' \(1\).*'direction'"):
        TreeClassifier(missing="error").fit(X, Y)


def test_samples_to_predict_are_refused_too(model):
    with pytest.raises(MissingValueError, match=r"'size' \(1\)"):
        model.predict({"size": [np.nan], "colour": ["red"]})


def test_a_category_never_seen_counts_as_missing(model):
    with pytest.raises(MissingValueError, match=r"'colour' \(2\)"):
        model.predict({"size": [1.0, 1.0], "colour": ["violet", None]})


def test_complete_data_passes(model):
    assert model.predict({"size": [1.0], "colour": ["red"]}).tolist() == ["a"]


def test_a_category_never_seen_may_stay_at_the_node_that_asks_for_it():
    X = {"size": [1.0, 1.0, 1.0], "colour": ["red", "green", "red"]}
    model = TreeClassifier(missing=Error(unseen="stays")).fit(X, Y)

    with pytest.warns(CategoryWarning, match="1 samples .* stays at the node"):
        leaf = model.apply({"size": [1.0], "colour": ["violet"]})

    assert leaf.tolist() == [0]
    with pytest.raises(MissingValueError, match=r"'colour' \(1\)"):
        model.predict({"size": [1.0], "colour": [None]})


def test_what_to_do_with_new_categories_must_be_known():
    with pytest.raises(ParameterError, match="unseen must be 'error' or 'stays'"):
        TreeClassifier(missing=Error(unseen="leaves")).fit({"size": [1.0, 2.0, 3.0]}, Y)


def test_what_is_not_predicted_is_not_explained_either(model):
    with pytest.raises(MissingValueError, match=r"'size' \(1\)"):
        path(model, {"size": [np.nan], "colour": ["red"]})


def test_a_node_says_that_a_missing_value_is_refused(model):
    assert model.tree_.root.on_missing == "is refused"


def test_a_species_without_a_choice_of_policy_points_to_another():
    with pytest.raises(MissingValueError, match=r"'colour' \(1\).*such as C4\.5"):
        ID3Classifier().fit({"colour": ["red", None, "blue"]}, Y)


def test_a_loaded_tree_knows_its_policy(model, tmp_path):
    model.tree_.save(tmp_path / "tree.json")

    assert policy_of(Tree.load(tmp_path / "tree.json")) == Error()


@pytest.mark.parametrize("params", [{"later": 1}, None, [1]], ids=repr)
def test_a_tree_with_parameters_of_a_later_version_refuses_all_the_same(model, params):
    saved = model.tree_.to_dict()
    saved["parts"]["missing"] = {"name": "error", "params": params}

    with pytest.raises(MissingValueError):
        path(Tree.from_dict(saved), {"size": [np.nan], "colour": ["red"]})


@pytest.mark.parametrize("name", [["error"], {}, None, "unheard of"], ids=repr)
def test_a_policy_that_is_not_ours_is_none(model, name):
    saved = model.tree_.to_dict()
    saved["parts"]["missing"] = {"name": name, "params": {}}

    assert policy_of(Tree.from_dict(saved)) is None
