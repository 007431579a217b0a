"""Bad input through the estimators: the message names the culprit and the remedy."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.exceptions import NotFittedError

from arboretum import C50Classifier, M5Regressor, TreeClassifier, TreeRegressor
from arboretum.exceptions import (
    DataError,
    KindError,
    MissingValueError,
    ParameterError,
    UnknownPartError,
    UnsupportedCombination,
)
from arboretum.leaves import Linear, Mean, Median
from arboretum.pruning import ErrorBased

X = {"age": [20.0, 73.0, 37.0], "sex": ["male", "female", "male"]}
Y = ["A", "B", "A"]


@pytest.fixture(scope="module")
def model():
    return TreeClassifier().fit(X, Y)


BAD_TRAINING = {
    "no samples": (np.empty((0, 2)), [], DataError, "0 sample"),
    "no features": (np.empty((3, 0)), Y, DataError, "0 feature"),
    "infinity": ({"age": [1.0, np.inf, 2.0]}, Y, DataError, r"'age' contains infinity.*row 1"),
    "duplicate names": (
        pd.DataFrame([[1, 2], [3, 4], [5, 6]], columns=["age", "age"]),
        Y,
        DataError,
        "'age'",
    ),
    "too few targets": (X, ["A", "B"], DataError, r"inconsistent numbers of samples: \[3, 2\]"),
    "missing target": (X, ["A", None, "B"], MissingValueError, "y"),
    "no target": (X, None, DataError, "requires y to be passed"),
}


@pytest.mark.parametrize(("X", "y", "error", "message"), BAD_TRAINING.values(), ids=BAD_TRAINING)
def test_training_data_that_cannot_be_learned_from(X, y, error, message):
    with pytest.raises(error, match=message):
        TreeClassifier().fit(X, y)


BAD_WEIGHTS = {
    "negative": ([1, -1, 1], r"negative weight in rows 1"),
    "missing": ([1, np.nan, 1], r"sample_weight is missing \(NaN\) in rows 1"),
    "infinite": ([1, 1, np.inf], r"infinity in rows 2"),
    "too few": ([1, 1], r"2 values for 3 samples"),
    "too large": ([1e308, 1e308, 1e308], r"adds up to infinity.*power of ten"),
    "all zero": ([0, 0, 0], r"zero for every sample"),
    "text": (["a", "b", "c"], r"sample_weight should hold numbers.*'a'.*Convert it to numbers\.$"),
}


@pytest.mark.parametrize(("weights", "message"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_weights_that_make_no_sense(weights, message):
    with pytest.raises(DataError, match=message):
        TreeClassifier().fit(X, Y, sample_weight=weights)


BAD_NEW_DATA = {
    "a column is missing": ({"age": [20.0]}, DataError, "lacks the column 'sex'"),
    "an unknown column": (
        {**X, "size": [1, 2, 3]},
        DataError,
        "'size', which TreeClassifier was not",
    ),
    "text for numbers": ({"age": ["old"], "sex": ["male"]}, KindError, "'age'.*numbers.*'old'"),
    "numbers for text": ({"age": [1.0], "sex": [1]}, KindError, "'sex' should hold text.*'female'"),
    "infinity": ({"age": [np.inf], "sex": ["male"]}, DataError, "'age' contains infinity"),
}


@pytest.mark.parametrize(("new", "error", "message"), BAD_NEW_DATA.values(), ids=BAD_NEW_DATA)
def test_new_data_that_does_not_fit_the_model(model, new, error, message):
    with pytest.raises(error, match=message):
        model.predict(new)


FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}

BAD_FRAMES = {
    "a column is missing": (["age"], "now missing:\n- sex"),
    "an unknown column": (["age", "sex", "size"], "unseen at fit time:\n- size"),
    "another order": (["sex", "age"], "in the same order"),
}


@pytest.mark.parametrize("library", FRAMES)
@pytest.mark.parametrize("case", BAD_FRAMES)
def test_a_frame_with_other_columns_is_told_which_were_trained_on(library, case):
    # The first part is in the words of scikit-learn, whose checks ask for them.
    columns, message = BAD_FRAMES[case]
    frame = FRAMES[library]
    model = TreeClassifier().fit(frame(X), Y)
    given = {**X, "size": [1, 2, 3]}

    with pytest.raises(DataError, match=f"(?s){message}.*in their order: 'age', 'sex'"):
        model.predict(frame({name: given[name] for name in columns}))


def test_a_frame_that_holds_a_column_twice_is_told_so():
    model = TreeClassifier().fit(pd.DataFrame(X), Y)

    with pytest.raises(DataError, match=r"(?s)'age' 2 times.*in their order: 'age', 'sex'"):
        model.predict(pd.DataFrame(X)[["age", "age", "sex"]])


def test_an_array_of_another_width_is_told_which_columns_were_trained_on():
    model = TreeRegressor().fit(np.eye(3), [1.0, 2.0, 3.0])

    with pytest.raises(DataError, match=r"X has 2 features.*expecting 3.*'x0', 'x1', 'x2'"):
        model.predict(np.eye(2))


@pytest.mark.parametrize("method", ["predict", "predict_proba", "apply", "decision_path"])
def test_a_model_must_be_fitted_first(method):
    with pytest.raises(NotFittedError, match="TreeClassifier"):
        getattr(TreeClassifier(), method)(X)


UNKNOWN_PARTS = {
    "criterion": ("ginni", r"criterion='ginni'.*Did you mean 'gini'\?.*'entropy', 'gain_ratio'"),
    "splits": (
        "trinary",
        r"splits='trinary'.*'binary', 'multiway', 'grouped', 'by_arity', 'threshold'",
    ),
    "missing": (
        "ignore",
        r"missing='ignore'.*'direction', 'significant', 'majority', 'fractional', 'impute'",
    ),
    "leaf": ("mode", r"leaf='mode'.*'distribution', 'm_estimate', 'majority';"),
    "stopping": ("never", r"stopping='never'.*'purity'"),
    "pruning": ("hard", r"pruning='hard'"),
}


@pytest.mark.parametrize("name", UNKNOWN_PARTS)
def test_an_unknown_part_lists_the_known_ones(name):
    value, message = UNKNOWN_PARTS[name]

    with pytest.raises(UnknownPartError, match=message):
        TreeClassifier(**{name: value}).fit(X, Y)


@pytest.mark.parametrize("name", ["criterion", "splits", "missing", "leaf"])
def test_a_part_of_the_wrong_type_says_what_it_should_derive_from(name):
    with pytest.raises(UnknownPartError, match=rf"{name}=.*is a float.*derived from arboretum\."):
        TreeClassifier(**{name: 3.5}).fit(X, Y)


BAD_LIMITS = {
    "max_depth": [-1, 2.5, True, "deep"],
    "min_samples_split": [1, 0.0, 1.5, "two"],
    "min_samples_leaf": [0, 1.5, -3, None],
    "min_weight_fraction_leaf": [-0.1, 0.6, "half", np.nan],
    "max_leaf_nodes": [0, 2.5, True],
    "min_impurity_decrease": [-1e-9, "small", np.nan],
    "max_features": [0, 3, 0.0, 1.5, "all"],
    "n_jobs": [0, 1.5, True, "a", 10**30],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD_LIMITS.items() for value in values]
)
def test_a_limit_that_makes_no_sense_is_named(name, value):
    with pytest.raises(ParameterError, match=f"{name}={value!r}"):
        TreeClassifier(**{name: value}).fit(X, Y)


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, "lucky"])
def test_a_seed_that_makes_no_sense_is_named(seed):
    with pytest.raises(ParameterError, match=f"random_state={seed!r} must be a whole number"):
        TreeClassifier(max_features=1, random_state=seed).fit(X, Y)


def test_a_model_that_was_given_a_wrong_number_of_jobs_says_so_when_it_predicts():
    model = TreeClassifier().fit(X, Y).set_params(n_jobs="a")

    with pytest.raises(ParameterError, match="n_jobs='a' has no meaning"):
        model.predict(X)


def test_stopping_must_be_rules():
    with pytest.raises(ParameterError, match="stopping=7 must be a rule, a function of a node"):
        TreeClassifier(stopping=7).fit(X, Y)


def test_a_criterion_for_numbers_does_not_score_classes():
    with pytest.raises(UnsupportedCombination, match=r"'squared_error' scores a number.*'gini'"):
        TreeClassifier(criterion="squared_error").fit(X, Y)
    with pytest.raises(UnsupportedCombination, match=r"'gini' scores a class.*'squared_error'"):
        TreeRegressor(criterion="gini").fit(X, [1.0, 2.0, 3.0])


def test_a_leaf_model_for_numbers_does_not_predict_classes():
    with pytest.raises(UnsupportedCombination, match=r"'mean' predicts numbers.*'distribution'"):
        TreeClassifier(leaf="mean").fit(X, Y)
    with pytest.raises(UnsupportedCombination, match=r"'majority' predicts classes.*'median'"):
        TreeRegressor(leaf="majority").fit(X, [1.0, 2.0, 3.0])
    with pytest.raises(UnsupportedCombination, match=r"Mean reads Moments.*counts ClassCounts"):
        TreeClassifier(leaf=Mean()).fit(X, Y)


def test_the_median_is_not_for_classes():
    with pytest.raises(UnsupportedCombination, match=r"Median needs numbers.*'distribution'"):
        TreeClassifier(leaf=Median()).fit(X, Y)


def test_a_kind_without_a_splitter_is_named():
    with pytest.raises(UnsupportedCombination, match=r"'sex' is categorical.*Threshold.*Subset"):
        TreeClassifier(splits="threshold").fit(X, Y)


def test_purity_is_about_classes():
    with pytest.raises(UnsupportedCombination, match=r"Purity.*largest class"):
        TreeRegressor(stopping="purity").fit(X, [1.0, 2.0, 3.0])


def test_a_share_of_samples_counts_all_samples():
    # 0.3 of ten samples are three.
    tree = TreeClassifier(min_samples_leaf=0.3).fit({"x": range(10)}, [1] + [0] * 9).tree_

    assert min(leaf.n_samples for leaf in tree.leaves()) >= 3


def test_counts_below_0_are_refused_by_the_poisson_criterion():
    with pytest.raises(DataError, match=r"'y' has the value -1.*'squared_error'"):
        TreeRegressor(criterion="poisson").fit(X, [1.0, -1.0, 2.0])


@pytest.mark.parametrize("y", [["A", "B", "A"], ["1", "two", "3"]])
def test_a_regressor_refuses_text(y):
    with pytest.raises(DataError, match="y"):
        TreeRegressor().fit(X, y)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
def test_targets_too_large_to_be_summed_are_named(criterion):
    with pytest.raises(DataError, match=r"'y' overflow.*1e\+308.*power of ten"):
        TreeRegressor(criterion=criterion).fit(X, [1e308, 0.0, 1e308])


@pytest.mark.parametrize("y", [[1e15, 1e15 + 1, 1e15 + 2], [5e-324, 0.0, 1e-323]])
def test_numbers_far_from_0_or_next_to_it_are_told_apart(y):
    assert TreeRegressor().fit({"x": [1, 2, 3]}, y).predict({"x": [1, 2, 3]}).tolist() == y


@pytest.mark.parametrize(
    ("model", "culprit"),
    [
        (C50Classifier(winnow="yes"), "winnow='yes' of C50Classifier"),
        (M5Regressor(clip=None), "clip=None of M5Regressor"),
        (TreeClassifier(pruning=ErrorBased(raising=0)), "raising=0 of ErrorBased"),
        (TreeRegressor(leaf=Linear(clip="no")), "clip='no' of Linear"),
    ],
    ids=str,
)
def test_what_must_be_true_or_false_is_nothing_else(model, culprit):
    y = Y if "Classifier" in str(model) else [1.0, 2.0, 3.0]
    with pytest.raises(ParameterError, match=f"{culprit} must be True or False"):
        model.fit(X, y)
