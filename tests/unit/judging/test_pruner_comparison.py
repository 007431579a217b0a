"""Pruners side by side, against fitting with each of them."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C45Classifier, CARTClassifier, TreeRegressor, compare_pruners, datasets
from arboretum.exceptions import DataError, ParameterError
from arboretum.judging import cross_validate
from arboretum.pruning import CostComplexity, ErrorBased, Needless, ReducedError

PRUNERS = {
    "none": None,
    "error_based": ErrorBased(0.05),
    "reduced_error": ReducedError(),
    "cost_complexity": CostComplexity(cv=5),
}


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


def test_each_is_judged_as_if_it_were_alone(penguins):
    found = compare_pruners(penguins.X, penguins.y, C45Classifier(), PRUNERS, n_folds=4, seed=1)

    assert {one.name for one in found.judged} == set(PRUNERS)
    for one in found.judged:
        model = C45Classifier(pruning=PRUNERS[one.name])
        dataset = model.make_dataset(penguins.X, penguins.y, None)
        alone = cross_validate(
            dataset,
            lambda training, progress, model=model: model.fit_dataset(training).tree_,
            n_folds=4,
            seed=1,
        )
        assert one.errors == alone.errors
        model.fit(penguins.X, penguins.y)
        assert (one.n_leaves, one.depth) == (model.n_leaves_, model.depth_)
        wrong = np.mean(model.predict(penguins.X) != penguins.y)
        assert one.training[0].value == pytest.approx(wrong)


def test_the_table_has_the_least_error_first_and_says_why_some_are_missing():
    steps = datasets.steps()

    found = compare_pruners(steps.X, steps.y, TreeRegressor(), n_folds=3)

    errors = [one.errors[0].value for one in found.judged]
    assert errors == sorted(errors)
    assert {one.name for one in found.judged} == {
        "none",
        "cost_complexity",
        "reduced_error",
        "critical_value",
    }
    head, *lines = str(found).splitlines()
    assert head.split() == ["RMSE", "±", "SE", "in", "training", "leaves", "depth", "seconds"]
    assert [line.split()[0] for line in lines[:4]] == [one.name for one in found.judged]
    assert "error_based did not take part: ErrorBased counts the errors of classes" in str(found)


def test_rparts_prices_are_those_of_cart(penguins):
    pruners = {"none": None, "cp": CostComplexity(cp=0.05)}
    model = CARTClassifier(complexity=0.0, min_samples_split=4)

    found = compare_pruners(penguins.X, penguins.y, model, pruners, n_folds=2)

    fitted = model.fit(penguins.X, penguins.y)
    leaves = {one.name: one.n_leaves for one in found.judged}
    assert leaves == {"none": fitted.n_leaves_, "cp": fitted.prune(cp=0.05).n_leaves_}


def test_samples_come_first_as_in_compare():
    with pytest.raises(ParameterError, match=r"compare_pruners\(X, y, estimator\)"):
        compare_pruners(C45Classifier(), {"x": [1.0, 2.0]}, ["a", "b"])


def test_nothing_to_deal_is_refused():
    with pytest.raises(DataError, match="single sample"):
        compare_pruners({"x": [1.0]}, ["a"], C45Classifier(), {"needless": Needless()})
    with pytest.raises(ParameterError, match="n_folds=1"):
        compare_pruners({"x": [1.0, 2.0]}, ["a", "b"], C45Classifier(), n_folds=1)
