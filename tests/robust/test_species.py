"""Bad input to every estimator is refused by name; poor input is learned from."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from arboretum.exceptions import DataError, KindError, MissingValueError
from tests.properties.species import SPECIES

SEX, RHESUS = ["male", "female", "male", "female"], ["+", "+", "-", "-"]
X = {"sex": SEX, "rhesus": RHESUS}
N = len(SEX)
REGRESSORS = [species for species in SPECIES if not species.is_classifier]

every_species = pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)


def targets(species, n=N):
    return ["A", "B", "A", "B"][:n] if species.is_classifier else [1.0, 2.0, 1.5, 2.5][:n]


BAD_TRAINING = {
    "no samples": (pd.DataFrame({"sex": []}), 0, DataError, "0 sample"),
    "no features": (np.empty((N, 0)), N, DataError, "0 feature"),
    "infinity": ({"age": [1.0, np.inf, 2.0, 3.0]}, N, DataError, "'age' contains infinity.*row 1"),
    "a name twice": (pd.DataFrame([[1, 2]] * N, columns=["age", "age"]), N, DataError, "'age'"),
    "truths among text": ({"age": ["old", True, "x", "y"]}, N, KindError, "'age' mixes"),
    "too few targets": (X, N - 1, DataError, r"inconsistent numbers of samples: \[4, 3\]"),
}


@every_species
@pytest.mark.parametrize(("X", "n", "error", "message"), BAD_TRAINING.values(), ids=BAD_TRAINING)
def test_training_data_that_cannot_be_learned_from(species, X, n, error, message):
    with pytest.raises(error, match=message):
        species.make().fit(X, targets(species, n))


@every_species
def test_targets_that_cannot_be_learned_from(species):
    holes = [None, *targets(species)[1:]]

    with pytest.raises(MissingValueError, match="y"):
        species.make().fit(X, holes)
    with pytest.raises(DataError, match="requires y to be passed"):
        species.make().fit(X, None)


@pytest.mark.parametrize("species", REGRESSORS, ids=lambda species: species.name)
def test_a_regressor_wants_finite_numbers(species):
    with pytest.raises(DataError, match="y"):
        species.make().fit(X, ["a", "b", "c", "d"])
    with pytest.raises(DataError, match="infinity"):
        species.make().fit(X, [1.0, np.inf, 2.0, 3.0])


BAD_WEIGHTS = {
    "negative": ([1, -1, 1, 1], "negative weight in rows 1"),
    "missing": ([1, np.nan, 1, 1], r"sample_weight is missing \(NaN\) in rows 1"),
    "infinite": ([1, 1, np.inf, 1], "infinity in rows 2"),
    "too few": ([1, 1], "2 values for 4 samples"),
    "too large": ([1e308] * N, "adds up to infinity.*power of ten"),
    "all zero": ([0] * N, "zero for every sample"),
    "text": (list("abcd"), "sample_weight should hold numbers.*'a'"),
}


@every_species
@pytest.mark.parametrize(("weights", "message"), BAD_WEIGHTS.values(), ids=BAD_WEIGHTS)
def test_weights_that_make_no_sense(species, weights, message):
    with pytest.raises(DataError, match=message):
        species.make().fit(X, targets(species), sample_weight=weights)


BAD_NEW_DATA = {
    "a column is missing": ({"sex": ["male"]}, DataError, "lacks the column 'rhesus'"),
    "an unknown column": ({**X, "size": [1] * N}, DataError, "'size', which .* was not"),
    "numbers for text": ({"sex": [1], "rhesus": ["+"]}, KindError, "'sex' should hold text"),
}


@every_species
@pytest.mark.parametrize(("new", "error", "message"), BAD_NEW_DATA.values(), ids=BAD_NEW_DATA)
def test_new_data_that_does_not_fit_the_model(species, new, error, message):
    model = species.make().fit(X, targets(species))

    with pytest.raises(error, match=message):
        model.predict(new)


@every_species
def test_a_model_must_be_fitted_first(species):
    with pytest.raises(NotFittedError, match=species.name):
        species.make().predict(X)


POOR = {
    "one sample": ({"sex": ["male"]}, slice(0, 1)),
    "one value in each column": ({"sex": ["male"] * N, "rhesus": ["+"] * N}, slice(0, N)),
    "one class": (X, [0] * N),
    "as many values as samples": ({"name": list("abcd")}, slice(0, N)),
    "a column twice": ({"sex": SEX, "again": SEX}, slice(0, N)),
    "a column that is the target": ({"sex": ["A", "B", "A", "B"]}, slice(0, N)),
}


@every_species
@pytest.mark.parametrize(("X", "of"), POOR.values(), ids=POOR)
def test_poor_data_is_learned_from(species, X, of):
    y = np.array(targets(species))[of]

    model = species.make().fit(X, y)

    assert model.grower_.startswith("native")
    predicted = model.predict(X)
    assert len(predicted) == len(y)
    if species.is_classifier:
        assert set(predicted) <= set(y)
        np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)
    else:
        assert y.min() <= predicted.min() <= predicted.max() <= y.max()
    if len(set(y)) == 1:
        assert model.n_leaves_ == 1
        assert list(predicted) == list(y)


@every_species
def test_a_sample_of_weight_0_changes_no_split(species):
    more = {name: [*column, "never"] for name, column in X.items()}
    y = targets(species)

    with_it = species.make().fit(more, [*y, y[0]], sample_weight=[1.0] * N + [0.0]).tree_
    without = species.make().fit(X, y).tree_

    assert with_it.weight[0] == without.weight[0]
    assert with_it.n_leaves == without.n_leaves


@every_species
def test_a_clone_has_the_same_parameters(species):
    model = species.make()

    assert repr(clone(model)) == repr(model)
