"""Inside scikit-learn's tools, with parts reachable by name."""

from __future__ import annotations

import pickle

import joblib
import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_diabetes, load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum import TreeClassifier, TreeRegressor, datasets
from arboretum.criteria import Gini, InformationGain, SquaredError
from arboretum.exceptions import ParameterError
from arboretum.missing import Direction
from arboretum.splits import Subset


@pytest.fixture(scope="module")
def penguins():
    frame = datasets.penguins().frame()
    return frame.drop(columns="species"), frame["species"]


def tie_free(n=200):
    """Data on which scikit-learn's tree and ours must be the same."""
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, 4)).astype(np.float32).astype(np.float64)
    y = (X[:, 0] + 0.3 * X[:, 1] + 0.3 * rng.normal(size=n) > 0).astype(int)
    return X, y


def test_a_pipeline_scales_and_the_tree_does_not_mind():
    iris = load_iris()
    plain = TreeClassifier().fit(iris.data, iris.target)

    scaled = make_pipeline(StandardScaler(), TreeClassifier()).fit(iris.data, iris.target)

    assert scaled.predict(iris.data).tolist() == plain.predict(iris.data).tolist()


def test_a_pipeline_carries_names_and_categories_to_the_tree(penguins):
    X, y = penguins
    pipeline = make_pipeline(FunctionTransformer(), TreeClassifier()).fit(X, y)

    assert pipeline[-1].tree_.schema.feature_names == tuple(X.columns)
    assert list(pipeline[-1].feature_names_in_) == list(X.columns)
    assert pipeline.score(X, y) == 1.0


def test_a_grid_search_reaches_into_parts_and_finds_the_best_depth():
    X, y = tie_free()
    model = TreeClassifier(criterion=InformationGain())
    grid = {"criterion__base": [2, "e", 10], "max_depth": [1, 3]}

    search = GridSearchCV(model, grid, cv=3).fit(X, y)

    assert search.best_estimator_.criterion.base == search.best_params_["criterion__base"]
    # The unit of entropy scales every score alike: the same trees, the same accuracy.
    by_depth = dict.fromkeys(search.cv_results_["param_max_depth"], None)
    for depth in by_depth:
        of_depth = search.cv_results_["param_max_depth"] == depth
        assert len(set(search.cv_results_["mean_test_score"][of_depth].tolist())) == 1


def test_a_grid_search_over_whole_parts():
    X, y = tie_free(100)
    search = GridSearchCV(TreeClassifier(max_depth=2), {"criterion": ["gini", Gini()]}, cv=3)

    search.fit(X, y)

    assert len(set(search.cv_results_["mean_test_score"].tolist())) == 1


def test_cross_validated_scores_are_those_of_scikit_learn():
    X, y = tie_free()
    reference = DecisionTreeClassifier(min_samples_leaf=10, random_state=0)

    ours = cross_val_score(TreeClassifier(min_samples_leaf=10), X, y, cv=5)

    assert ours.tolist() == cross_val_score(reference, X, y, cv=5).tolist()


def test_cross_validation_deals_with_categories_and_missing_values(penguins):
    X, y = penguins

    scores = cross_val_score(TreeClassifier(max_depth=4), X, y, cv=5)

    assert scores.mean() > 0.9


def test_calibration_gives_probabilities_that_add_up(penguins):
    X, y = penguins

    model = CalibratedClassifierCV(TreeClassifier(max_depth=3), cv=3).fit(X, y)

    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)
    assert model.score(X, y) > 0.9


def test_a_clone_has_the_same_parts_but_not_the_same_objects():
    model = TreeClassifier(criterion=InformationGain(base="e"), missing=Direction())

    copy = clone(model)

    assert copy.criterion == model.criterion
    assert copy.criterion is not model.criterion
    assert not hasattr(copy, "tree_")


def test_parameters_of_parts_are_read_and_set_by_name():
    model = TreeRegressor(criterion=SquaredError(ddof=1))

    assert model.get_params()["criterion__ddof"] == 1
    assert model.set_params(criterion__ddof=0, max_depth=3).criterion == SquaredError(ddof=0)
    assert model.max_depth == 3


def test_an_unknown_parameter_of_a_part_is_refused_with_the_known_ones():
    model = TreeClassifier(criterion=InformationGain())

    with pytest.raises(ParameterError, match=r"InformationGain has no parameter 'unit'.*base"):
        model.set_params(criterion__unit=3)


@pytest.mark.parametrize("way", [pickle, joblib], ids=lambda m: m.__name__)
def test_a_fitted_model_survives_pickling(tmp_path, penguins, way):
    X, y = penguins
    model = TreeClassifier(splits=("threshold", Subset()), max_depth=4).fit(X, y)
    path = tmp_path / "model"

    if way is pickle:
        path.write_bytes(pickle.dumps(model))
        loaded = pickle.loads(path.read_bytes())
    else:
        joblib.dump(model, path)
        loaded = joblib.load(path)

    assert loaded.tree_ == model.tree_
    assert loaded.get_params().keys() == model.get_params().keys()
    np.testing.assert_array_equal(loaded.predict_proba(X), model.predict_proba(X))
    with pytest.raises(ValueError, match="read-only"):
        loaded.tree_.value[0] = 0.0


def test_sample_weights_are_routed_through_a_pipeline():
    X, y = tie_free(60)
    weights = np.where(y == 1, 3.0, 0.5)
    with sklearn.config_context(enable_metadata_routing=True):
        model = TreeClassifier(max_depth=2).set_fit_request(sample_weight=True)
        scaler = StandardScaler(with_mean=False).set_fit_request(sample_weight=False)
        pipeline = Pipeline([("scale", scaler), ("tree", model)])

        pipeline.fit(X, y, sample_weight=weights)

    direct = TreeClassifier(max_depth=2)
    direct.fit(X / X.std(axis=0), y, sample_weight=weights)
    assert pipeline[-1].tree_.weight[0] == weights.sum()
    np.testing.assert_allclose(pipeline[-1].tree_.value, direct.tree_.value)


def test_unrequested_weights_are_refused_by_the_router():
    X, y = tie_free(60)
    with sklearn.config_context(enable_metadata_routing=True):
        model = make_pipeline(TreeClassifier())
        with pytest.raises(sklearn.exceptions.UnsetMetadataPassedError, match="sample_weight"):
            model.fit(X, y, sample_weight=np.ones(60))


def test_the_html_form_names_the_estimator_and_what_was_set():
    shown = TreeClassifier(criterion=InformationGain(base="e"), max_depth=3)._repr_html_()

    assert "TreeClassifier" in shown
    assert "InformationGain" in shown
    assert "max_depth" in shown


def test_the_short_form_shows_what_differs_from_the_defaults():
    assert repr(TreeClassifier(max_depth=3)) == "TreeClassifier(max_depth=3)"


def test_decision_paths_are_those_of_scikit_learn():
    X, y = tie_free(1000)
    ours = TreeClassifier(max_depth=3).fit(X, y)
    theirs = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)

    assert not ours.tree_.tie.any()
    assert (ours.decision_path(X) != theirs.decision_path(X)).nnz == 0
    assert ours.apply(X).tolist() == theirs.apply(X).tolist()
    assert (ours.get_depth(), ours.get_n_leaves()) == (theirs.get_depth(), theirs.get_n_leaves())


def test_log_probabilities_are_the_logarithms_and_minus_infinity_for_classes_not_seen():
    model = TreeClassifier().fit({"x": [0, 0, 0, 1]}, ["a", "a", "b", "c"])

    found = model.predict_log_proba({"x": [0, 1]})

    assert found.tolist() == [
        pytest.approx([np.log(2 / 3), np.log(1 / 3), -np.inf]),
        [-np.inf, -np.inf, 0],
    ]


def test_several_nominal_targets_as_scikit_learn_does_them():
    X, first = tie_free()
    Y = np.stack([first, (X[:, 2] > 0.1).astype(int) + (X[:, 3] > 0.5)], axis=1)
    ours = TreeClassifier(max_depth=4).fit(X, Y)
    theirs = DecisionTreeClassifier(max_depth=4, random_state=0).fit(X, Y)

    assert ours.tree_.impurity == pytest.approx(theirs.tree_.impurity)
    assert ours.n_classes_ == theirs.n_classes_.tolist()
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    for block, reference in zip(ours.predict_proba(X), theirs.predict_proba(X), strict=True):
        np.testing.assert_allclose(block, reference)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
def test_several_numbers_as_scikit_learn_does_them(criterion):
    X = load_diabetes().data[:200].astype(np.float32).astype(np.float64)
    rng = np.random.default_rng(0)
    Y = np.exp(X[:, [2, 3]] * 20) + rng.random((200, 2))
    ours = TreeRegressor(criterion=criterion, max_depth=4, min_samples_leaf=5).fit(X, Y)
    theirs = DecisionTreeRegressor(
        criterion=criterion, max_depth=4, min_samples_leaf=5, random_state=0
    ).fit(X, Y)

    assert ours.predict(X).shape == Y.shape
    np.testing.assert_allclose(ours.predict(X), theirs.predict(X))
    assert ours.score(X, Y) == pytest.approx(theirs.score(X, Y))
