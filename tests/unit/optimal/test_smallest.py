"""The smallest tree without mistakes, and what forbids it."""

import numpy as np
import pytest

from arboretum import OptimalClassifier, OptimalRegressor
from arboretum.data import contradictions
from arboretum.exceptions import ContradictionWarning, ParameterError
from tests.examples import full
from tests.oracles.optimal import every_question, least_costs

CASES = 10


def check_smallest(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(5, 13))
    X = {f"x{j}": random.integers(0, random.integers(2, 6), n) / 2 for j in range(3)}
    n_classes = int(random.integers(2, 5))
    y = random.integers(0, n_classes, n)
    y[:n_classes] = range(n_classes)
    known = contradictions(X, y, nominal=True)

    model = OptimalClassifier(objective="smallest", n_jobs=int(random.integers(1, 3)))
    if len(known):
        with pytest.warns(ContradictionWarning, match="agree in all features"):
            model.fit(X, y)
        assert {tuple(one.rows) for one in model.contradictions_} == {
            tuple(one.rows) for one in known
        }
    else:
        model.fit(X, y)

    each = 1.0 - np.eye(n_classes)[y]
    errors = least_costs(
        every_question([("number", x) for x in X.values()]),
        lambda rows: each[rows].sum(axis=0).min(),
        np.ones(n),
        n,
        n,
        1,
    )
    assert model.certificate_.has_fewest_leaves
    assert (model.predict(X) != y).sum() == errors[-1] == round(known.least_error * n)
    assert model.n_leaves_ == 1 + errors.index(errors[-1])


@pytest.mark.parametrize("start", [0, *full(*range(CASES, 400, CASES))])
def test_no_tree_without_avoidable_mistakes_has_fewer_leaves(start):
    for seed in range(start, start + CASES):
        check_smallest(seed)


def test_samples_that_cannot_share_a_leaf_need_one_each():
    # Between any two of a class there is one of the other class.
    X, y = {"x": np.arange(50.0)}, np.arange(50) % 2

    model = OptimalClassifier(objective="smallest", n_jobs=1).fit(X, y)

    assert model.certificate_.has_fewest_leaves
    assert model.n_leaves_ == 50
    assert model.certificate_.work < 4 * 50  # without the bound 1,129 subproblems are looked at


def test_a_search_that_is_ended_has_a_tree_without_mistakes():
    # Of the parity of four columns no one, two or three say anything.
    bits = np.array(list(np.ndindex(2, 2, 2, 2)))
    X, y = {f"x{j}": bits[:, j] for j in range(4)}, bits.sum(axis=1) % 2

    model = OptimalClassifier(objective="smallest", work_limit=0).fit(X, y)

    assert model.certificate_.stopped == "work"
    assert (model.predict(X) == y).all()


def test_limits_that_forbid_every_tree_without_mistakes_are_named():
    X, y = {"x": [1.0, 2.0, 3.0]}, ["a", "b", "a"]

    with pytest.raises(ParameterError, match=r"max_depth=1.*pays 1 for mistakes"):
        OptimalClassifier(objective="smallest", max_depth=1).fit(X, y)


def test_a_price_of_leaves_makes_no_sense_for_the_smallest_tree():
    with pytest.raises(ParameterError, match=r"alpha=0\.1"):
        OptimalClassifier(objective="smallest", alpha=0.1).fit({"x": [1.0, 2.0]}, ["a", "b"])


def test_another_objective_is_refused():
    with pytest.raises(ParameterError, match=r"'least' is unknown\. Use one of cost, smallest"):
        OptimalClassifier(objective="least").fit({"x": [1.0, 2.0]}, ["a", "b"])


def test_a_tree_of_numbers_without_mistakes_is_refused():
    with pytest.raises(ParameterError, match=r"a leaf for each different number.*alpha=0\.01"):
        OptimalRegressor(objective="smallest").fit({"x": [1.0, 2.0]}, [1.5, 2.5])
