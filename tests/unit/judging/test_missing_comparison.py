"""Missing policies on the same folds, against scikit-learn on these folds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.model_selection import cross_val_predict

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    MultiTargetRegressor,
    compare,
    compare_missing,
)
from arboretum.data import make_dataset
from arboretum.exceptions import (
    DataError,
    ParameterError,
    UnknownPartError,
    UnsupportedCombination,
)
from arboretum.judging.paired import saved_by
from arboretum.missing import KNOWN, Surrogate
from tests.unit.judging.test_cross_validate import rows_of_folds

N = 160
RNG = np.random.default_rng(5)
IS_ILL = RNG.random(N) < 0.4
#: Measured in nearly all who are ill and in few who are well; then it says little.
TEST = np.where(
    RNG.random(N) < np.where(IS_ILL, 0.9, 0.15), RNG.normal(size=N) + IS_ILL / 2, np.nan
)
AGE = np.where(RNG.random(N) < 0.1, np.nan, RNG.normal(size=N) + IS_ILL / 3)
X = np.column_stack([TEST, AGE])
Y = IS_ILL.astype(int)
MODEL = CARTClassifier(complexity=0.01)


@pytest.fixture(scope="module")
def found():
    return compare_missing(X, Y, MODEL, n_folds=5, seed=3)


def test_every_policy_is_judged_on_the_folds_of_a_comparison(found):
    models = {name: CARTClassifier(complexity=0.01, missing=name) for name in KNOWN}
    theirs = compare(X, Y, models, nominal=True, n_folds=5, seed=3)

    of = {one.name: (one.errors[0].value, one.n_leaves) for one in theirs.judged}
    assert {one.name: (one.errors[0].value, one.n_leaves) for one in found.judged} == of
    assert set(of) == set(KNOWN) - {"error"}
    assert found.without_tree == theirs.without_tree


def test_what_is_saved_is_the_mean_difference_of_mistakes_sample_by_sample(found):
    folds = rows_of_folds(make_dataset(X, Y, nominal=True), 5, seed=3)
    wrong = {
        one.name: cross_val_predict(
            CARTClassifier(complexity=0.01, missing=one.name), X, Y, cv=folds
        )
        != Y
        for one in found.judged
    }

    for one in found.judged:
        saved = wrong[found.own].astype(float) - wrong[one.name]
        assert one.saved.mean == pytest.approx(saved.mean())
        assert one.saved.standard_error == pytest.approx(saved.std() / np.sqrt(N))
        assert one.is_own == (one.name == found.own == "surrogate")


def test_blanks_that_mean_something_are_told(found):
    better = [one.name for one in found.judged if one.saved.is_clear]

    assert set(better) >= {"direction", "significant"}
    assert found.verdict.startswith("Beside surrogate, ")
    assert "direction" in found.verdict
    assert found.verdict.endswith(": the choice matters.")
    assert str(found).splitlines()[0].startswith(f"{np.isnan(X).sum()} of {X.size} values")


def test_blanks_that_are_chance_are_told():
    rng = np.random.default_rng(0)
    whole = rng.normal(size=X.shape)
    holes, y = np.where(rng.random(X.shape) < 0.1, np.nan, whole), whole[:, 0] > 0

    chance = compare_missing(holes, y, MODEL, ["direction", "majority"], n_folds=5)

    assert chance.verdict == (
        "No policy is better or worse than surrogate by more than chance explains: on this table "
        "the choice does not matter."
    )


def test_policies_of_ones_own_and_of_numbers():
    y = np.nan_to_num(AGE) + 0.1 * RNG.normal(size=N)
    policies = {"first": Surrogate(max_surrogates=1), "direction": "direction"}

    found = compare_missing(X, y, CARTRegressor(missing="majority"), policies, n_folds=4)

    assert {one.name for one in found.judged} == {"majority", "first", "direction"}
    assert found.own == "majority"
    assert found.judged[0].errors[0].measure == "RMSE"


def test_what_the_species_does_not_take_is_listed_with_the_reason():
    table = {"a": ["u", "v", "w", None] * 20, "b": [1.0, 2.0, 3.0, 4.0] * 20}

    found = compare_missing(table, list("pqpq") * 20, C45Classifier(splits="multiway"), n_folds=2)

    assert "surrogate" in found.excluded
    assert "split samples in two" in found.excluded["surrogate"]


def test_a_weight_of_two_gives_what_the_row_twice_would_give():
    weights = np.random.default_rng(1).integers(1, 4, N)
    rows = np.repeat(np.arange(N), weights)
    weighted = make_dataset(X, Y, nominal=True, sample_weight=weights)
    repeated = make_dataset(X[rows], Y[rows], nominal=True)
    costs, others = RNG.random(N), RNG.random(N)

    ours = saved_by(costs, others, weighted)
    theirs = saved_by(costs[rows], others[rows], repeated)

    assert ours.mean == pytest.approx(theirs.mean)
    assert ours.standard_error == pytest.approx(theirs.standard_error)


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ((np.ones((6, 1)), [0, 1] * 3, MODEL), DataError, "No value of a feature is missing"),
        ((X, Y, CHAIDClassifier()), UnsupportedCombination, "one way to treat missing values"),
        ((X, X, MultiTargetRegressor()), UnsupportedCombination, "one target, but there are 2"),
        ((X, Y, MODEL, ["guess"]), UnknownPartError, "'guess' is not a missing policy"),
        ((X, Y, MODEL, ["error"]), None, ""),
        ((X, Y, CARTClassifier(missing="error")), UnsupportedCombination, "cannot be judged on"),
        ((MODEL, X, Y), ParameterError, "Pass the samples first"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_is_refused_with_what_to_do(given, error, words):
    if error is None:
        assert "missing='error'" in compare_missing(*given, n_folds=2).excluded["error"]
        return
    with pytest.raises(error, match=words):
        compare_missing(*given, n_folds=2)
