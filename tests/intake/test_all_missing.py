"""A column without any value is never asked about, and never stops anything."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    CHAIDRegressor,
    ID3Classifier,
    M5Regressor,
    MAUVERegressor,
    RETISRegressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
    compare,
)
from arboretum.exceptions import IntakeWarning
from arboretum.pruning import CostComplexity
from tests.examples import examples

N = 120
RNG = np.random.default_rng(3)
X = pd.DataFrame(
    {
        "a": np.where(np.arange(N) % 7 == 0, np.nan, RNG.normal(size=N)),
        "b": RNG.integers(0, 5, N).astype(float),
        "c": RNG.choice(list("pqr"), N),
    }
)
KIND = np.where((X["a"].fillna(0) > 0) ^ (X["c"] == "p"), "u", "v")
NUMBER = 2 * X["b"] + np.where(X["c"] == "q", 3, 0) + 0.1 * RNG.normal(size=N)

CLASSIFIERS = [
    TreeClassifier(max_depth=4),
    TreeClassifier(missing="branch", splits="multiway", max_depth=3),
    TreeClassifier(missing="fractional", max_depth=3),
    CARTClassifier(complexity=0.001),
    C45Classifier(),
    CHAIDClassifier(alpha_split=0.3, alpha_merge=0.3),
]
REGRESSORS = [
    TreeRegressor(max_depth=4),
    CARTRegressor(),
    CHAIDRegressor(),
    M5Regressor(),
    RETISRegressor(),
    MAUVERegressor(),
]
#: The same nothing as libraries have it.
EMPTY = {
    "float": np.full(N, np.nan),
    "objects": pd.Series([None] * N, dtype=object),
    "string": pd.Series([None] * N, dtype="string"),
    "categories": pd.Categorical([None] * N, categories=["k", "l"]),
    "boolean": pd.Series([None] * N, dtype="boolean"),
    "Int64": pd.Series([None] * N, dtype="Int64"),
    "date": pd.Series([pd.NaT] * N),
}


def described(tree):
    """All that a tree is, except the feature that was added and what parts say of each feature."""
    document = tree.to_dict()
    del document["parts"]
    features = document["schema"]["features"]
    document["schema"]["features"] = [one for one in features if one["name"] != "z"]
    return document


def fit(estimator, X, y):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", IntakeWarning)
        return clone(estimator).fit(X, y)


@pytest.mark.parametrize("kind", EMPTY)
@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS], ids=repr)
def test_a_column_without_a_value_changes_nothing(estimator, kind):
    y = KIND if estimator._nominal else NUMBER
    with_column = X.assign(z=EMPTY[kind])

    alone, model = fit(estimator, X, y), fit(estimator, with_column, y)

    assert described(model.tree_) == described(alone.tree_)
    np.testing.assert_array_equal(model.predict(with_column), alone.predict(X))
    assert described(Tree.from_dict(model.tree_.to_dict())) == described(alone.tree_)


@pytest.mark.parametrize("value", ["text", 7, 1.5, True, None])
def test_whatever_new_samples_hold_there_is_not_asked(value):
    model = fit(TreeClassifier(max_depth=3), X.assign(z=np.nan), KIND)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        predicted = model.predict(X.assign(z=pd.Series([value] * N, dtype=object)))
        one = model.predict(X.assign(z=pd.Series([value] * N, dtype=object)).iloc[:1])

    np.testing.assert_array_equal(predicted, model.predict(X.assign(z=None)))
    assert one[0] == predicted[0]


def test_id3_which_takes_no_missing_values_takes_such_a_column():
    letters = pd.DataFrame({"c": X["c"], "d": RNG.choice(list("xy"), N)})

    alone, model = (fit(ID3Classifier(), some, KIND) for some in (letters, letters.assign(z=None)))

    assert described(model.tree_) == described(alone.tree_)
    assert model.predict(letters.assign(z="new")).tolist() == alone.predict(letters).tolist()


def test_the_user_is_warned_once():
    with pytest.warns(IntakeWarning, match="column 'z' has no value at all: no tree asks") as told:
        TreeClassifier().fit(X.assign(z=np.nan), KIND)

    assert len(told) == 1


@examples(60)
@given(data=st.data(), place=st.integers(0, 2), is_array=st.booleans())
@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS], ids=repr)
def test_wherever_the_column_stands_the_same_is_asked_and_predicted(
    estimator, data, place, is_array
):
    n = data.draw(st.integers(4, 30))
    cells = st.sampled_from([0.0, 1.0, 2.0, 3.5, np.nan])
    columns = [data.draw(st.lists(cells, min_size=n, max_size=n)) for _ in range(2)]
    target = st.sampled_from(["u", "v"]) if estimator._nominal else st.integers(0, 9)
    y = np.array(data.draw(st.lists(target, min_size=n, max_size=n)))
    alone = pd.DataFrame({"a": columns[0], "b": columns[1]})
    wider = alone.copy()
    wider.insert(place, "z", np.nan)
    if is_array:
        alone, wider = alone.to_numpy(), wider.to_numpy()

    one, other = fit(estimator, alone, y), fit(estimator, wider, y)

    predicted = [model.predict(some) for model, some in ((one, alone), (other, wider))]
    if estimator._nominal:
        np.testing.assert_array_equal(*predicted)
    else:
        np.testing.assert_allclose(*predicted)
    assert asked(one.tree_, "z") == asked(other.tree_, "z" if not is_array else f"x{place}")


def asked(tree, empty):
    """The questions, with features numbered as if the empty one were not there."""
    names = [feature.name for feature in tree.schema.features if feature.name != empty]
    return [
        None
        if node.is_leaf
        else (
            names.index(tree.schema.features[node.split.column].name),
            node.split.thresholds,
            node.split.missing_branch,
        )
        for node in tree.nodes()
    ]


@pytest.mark.parametrize(
    "y",
    [
        pytest.param(KIND, id="classes"),
        pytest.param(NUMBER, id="numbers", marks=pytest.mark.full),  # each species is quick above
    ],
)
@pytest.mark.filterwarnings("ignore:column 'z'")
def test_comparing_all_species_takes_no_notice(y):
    def errors(table):
        found = compare(table, y, n_folds=2)
        return {one.name: one.errors[0].value for one in found.judged}, set(found.excluded)

    (alone, excluded), (wider, also) = errors(X), errors(X.assign(z=np.nan))

    assert wider == pytest.approx(alone)
    assert excluded == also


def rare(n=N):
    """Columns of which a fold may know nothing, or one value; and a class that it may lack."""
    return X.assign(
        once=np.where(np.arange(n) == 3, 1.0, np.nan),
        word=np.where(np.arange(n) == 5, "only", None),
        flag=np.where(np.arange(n) == 9, "here", "there"),
    )


@pytest.mark.parametrize("estimator", [*CLASSIFIERS, *REGRESSORS], ids=repr)
def test_what_a_fold_does_not_know_stops_no_fold(estimator):
    y = np.where(np.arange(N) == 11, "w", KIND) if estimator._nominal else NUMBER

    found = compare(rare(), y, {"one": estimator}, n_folds=6, nominal=estimator._nominal)

    assert [one.name for one in found.judged] == ["one"]
    assert 0 < found.judged[0].errors[0].value < np.inf


@pytest.mark.parametrize("made", [CARTClassifier, CARTRegressor])
@pytest.mark.filterwarnings("ignore:column 'z'")
def test_pruning_by_cross_validation_takes_no_notice(made):
    y = KIND if made._nominal else NUMBER
    estimator = made(complexity=0.001, pruning=CostComplexity(cv=5, random_state=0))

    alone, wider = estimator.fit(X, y).tree_, clone(estimator).fit(X.assign(z=np.nan), y).tree_
    fragile = clone(estimator).fit(rare(), y)

    assert described(wider) == described(alone)
    assert fragile.tree_.n_leaves >= 1
