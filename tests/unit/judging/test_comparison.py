"""Species side by side, against scikit-learn on the same folds."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_predict

from arboretum import (
    CARTClassifier,
    MultiTargetRegressor,
    RuleClassifier,
    TreeClassifier,
    TreeRegressor,
    compare,
    datasets,
)
from arboretum.data import make_dataset
from arboretum.estimators import CLASSIFIERS, REGRESSORS
from arboretum.exceptions import DataError, ParameterError, UnknownPartError
from arboretum.judging import comparison
from arboretum.judging.comparison import species_for
from arboretum.pruning import CostComplexity
from tests.unit.judging.test_cross_validate import rows_of_folds

FRAME = datasets.penguins().frame()
X, Y = FRAME.drop(columns="species"), FRAME["species"]
ROUGH, FINE = TreeClassifier(max_depth=1), TreeClassifier(max_depth=4)


def test_all_are_judged_on_the_folds_that_scikit_learn_would_judge_on():
    folds = rows_of_folds(make_dataset(X, Y, nominal=True), 5, seed=3)

    found = compare(X, Y, {"rough": ROUGH, "fine": FINE, "again": FINE}, n_folds=5, seed=3)

    assert [one.name for one in found.judged] == ["fine", "again", "rough"]  # best first
    for one, model in zip(found.judged, (FINE, FINE, ROUGH), strict=True):
        wrong = cross_val_predict(model, X, Y, cv=folds) != Y
        assert one.errors[0].value == pytest.approx(wrong.mean(), abs=1e-12)
        tree = model.fit(X, Y).tree_
        assert (one.n_leaves, one.depth) == (tree.n_leaves, tree.depth)
        assert one.seconds > 0
    assert (found.n_folds, found.seed, found.excluded) == (5, 3, {})


def test_what_nobody_has_to_choose_comes_first_and_the_others_by_their_error():
    found = compare(X, Y, {"fine": FINE, "auto": ROUGH, "rough": ROUGH}, n_folds=3)

    named = [line.split("  ")[0] for line in str(found).splitlines()[1:5]]

    assert named == ["auto", "fine", "rough", "without a tree"]
    assert [one.name for one in found.judged] == ["fine", "auto", "rough"]  # by their error


def test_of_several_numbers_the_vector_comes_first_in_print():
    two = FRAME[["body_mass_g", "bill_depth_mm"]].fillna(0.0)
    models = {"fine": MultiTargetRegressor(), "vector": MultiTargetRegressor(max_depth=0)}

    found = compare(FRAME[["species", "year"]], two, models, n_folds=3)

    named = [line.split("  ")[0] for line in str(found).splitlines()[1:]]
    assert named[:2] == ["vector", "fine"]
    assert [one.name for one in found.judged] == ["fine", "vector"]  # by their error


def test_numbers_are_compared_by_their_squared_error():
    example = datasets.steps()
    folds = rows_of_folds(make_dataset(example.X, example.y, nominal=False), 4, seed=0)
    model = TreeRegressor(max_leaf_nodes=3)
    column = example.X["x"][:, None]

    found = compare(example.X, example.y, {"steps": model}, n_folds=4)

    squares = (example.y - cross_val_predict(model, column, example.y, cv=folds)) ** 2
    assert found.judged[0].errors[0].value == pytest.approx(np.sqrt(squares.mean()))


def test_all_species_of_the_target_compete_or_say_why_not():
    classes, numbers = compare(X, Y, n_folds=2), compare(X, FRAME["year"], n_folds=2)

    every = {*CLASSIFIERS, *REGRESSORS} - {"optimal"}  # which would take long
    for found in (classes, numbers):
        assert {one.name for one in found.judged} | set(found.excluded) == every
    assert "tree" in {one.name for one in classes.judged}
    assert set(CLASSIFIERS) - set(REGRESSORS) <= set(numbers.excluded)


def test_a_search_that_takes_long_is_compared_where_it_is_named():
    found = compare(X, Y, ["optimal"], n_folds=2)

    assert [one.name for one in found.judged] == ["optimal"]


def test_what_does_not_apply_is_named_with_the_reason():
    strict = TreeClassifier(missing="error")

    found = compare(X, Y, {"strict": strict, "rough": ROUGH}, n_folds=2)

    assert [one.name for one in found.judged] == ["rough"]
    assert "values are missing" in found.excluded["strict"]
    assert str(found).splitlines()[-1].startswith("strict did not take part: ")


def test_a_species_without_numbers_is_left_out_of_them(monkeypatch):
    monkeypatch.setattr(comparison, "CLASSIFIERS", {"tree": TreeClassifier, "id": TreeClassifier})
    numbers = make_dataset({"x": [1.0, 2.0]}, [1.0, 2.0], nominal=False)

    estimators, excluded = species_for(numbers)

    assert "id" not in estimators
    assert excluded["id"] == "the target holds numbers, which it does not predict."


def test_the_table_has_a_line_for_each():
    lines = str(compare(X, Y, {"rough": ROUGH, "fine": FINE}, n_folds=5)).splitlines()

    assert lines[0].split("  ")[-6:] == ["± SE", " Brier", "log loss", "leaves", "depth", "seconds"]
    assert [line.split()[0] for line in lines[1:5]] == ["fine", "rough", "without", "log"]
    assert len({len(line.rstrip()) for line in lines[:3]}) == 1


def test_without_a_tree_is_a_line_of_its_own_where_it_belongs():
    folds = rows_of_folds(make_dataset(X, Y, nominal=True), 5, seed=3)
    noise = {"x": np.random.default_rng(0).normal(size=len(Y))}

    found = compare(X, Y, {"rough": ROUGH}, n_folds=5, seed=3)
    worse = compare(noise, Y, {"fine": TreeClassifier()}, n_folds=5, seed=3)

    usual = cross_val_predict(DummyClassifier(), X, Y, cv=folds)
    assert found.without_tree[0].value == pytest.approx((usual != Y).mean())
    assert worse.judged[0].errors[0].value > worse.without_tree[0].value
    assert [line.split()[0] for line in str(worse).splitlines()[1:3]] == ["without", "fine"]


def test_cart_is_the_tree_of_a_report():
    found = compare(X, Y, ["cart"], n_folds=5, seed=3)

    pruning = CostComplexity(cp=0.001, cv=5, rule="1se", random_state=3)
    model = CARTClassifier(complexity=0.001, pruning=pruning).fit(X, Y)
    report = model.report(X, Y, n_folds=5, seed=3, n_trees=0)
    assert found.judged[0].errors == [report.judged[0].error]
    assert found.judged[0].n_leaves == report.tree.n_leaves


def test_several_targets_have_an_error_each():
    both = FRAME[["species", "island"]]
    features = FRAME.drop(columns=["species", "island"])

    found = compare(features, both, {"rough": ROUGH}, n_folds=2)

    assert [error.target for error in found.judged[0].errors] == ["species", "island"]
    assert "error rate of island" in str(found)


def test_fewer_samples_than_folds_are_held_out_one_by_one():
    found = compare({"x": [1, 2, 3]}, ["a", "b", "a"], {"one": ROUGH, "two": FINE}, n_folds=10)

    assert found.n_folds == 3
    assert any("only 3 samples" in note for note in found.notes)
    assert str(found).splitlines()[-1].startswith("Note: ")


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ParameterError, match="n_folds=1 must be"):
        compare(X, Y, n_folds=1)
    with pytest.raises(
        UnknownPartError, match=r"'oak' is not a species.*The species are: auto, tree"
    ):
        compare(X, Y, ["oak"])
    with pytest.raises(DataError, match="single sample"):
        compare({"x": [1]}, ["a"])
    weighted = TreeClassifier(class_weight="balanced")
    with pytest.raises(ParameterError, match=r"'weighted' has a class_weight.*sample_weight"):
        compare(X, Y, {"weighted": weighted})


def test_rules_are_judged_as_rules_and_not_as_the_tree_they_come_from():
    folds = rows_of_folds(make_dataset(X, Y, nominal=True), 5, seed=3)
    model = RuleClassifier()

    (found,) = compare(X, Y, {"rules": model}, n_folds=5, seed=3).judged

    wrong = cross_val_predict(model, X, Y, cv=folds) != Y
    assert found.errors[0].value == pytest.approx(wrong.mean(), abs=1e-12)
    rules = model.fit(X, Y).rules_
    assert found.n_leaves == len(rules) + 1  # the default
    assert found.depth == max(len(rule.conditions) for rule in rules)


def test_small_trees_are_compared_with_the_best_of_their_size():
    # Of twelve patients, by trying all trees: 3 errors with two leaves, and 1 with three.
    drug = datasets.drug()
    trees = {"one": TreeClassifier(max_depth=1), "two": TreeClassifier(max_depth=2)}

    found = compare(drug.X, drug.y, trees, n_folds=2)

    far = {one.name: one.distance for one in found.judged}
    assert {name: (of.bound, of.cost) for name, of in far.items()} == {"one": (3, 3), "two": (1, 1)}
    assert all(one.is_best for one in far.values())
    assert "two: With 3 leaves no tree makes fewer training errors than the 1 of this one." in (
        str(found).replace("\n", " ")
    )
