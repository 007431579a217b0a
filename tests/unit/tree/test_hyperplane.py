"""A question as the two sides of a hyperplane."""

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, datasets
from arboretum.data import Feature, Schema
from arboretum.data.schema import Combination
from arboretum.exceptions import DataError, UnsupportedCombination
from arboretum.tree import SPREADS, Split

SCHEMA = Schema(
    (
        Feature("age", "numeric"),
        Feature("bmi", "numeric"),
        Feature("size", "ordered", ("S", "M", "L")),
    ),
    combinations=(Combination("risk", ((0, 0.5), (1, -1.0))),),
)


def test_the_first_question_of_the_iris_of_zaki_and_meira():
    plane = Split(0, "interval", 2, thresholds=(5.45,)).hyperplane(SCHEMA)

    assert (plane.weights.tolist(), plane.offset) == ([1, 0, 0], -5.45)
    assert str(plane) == "age - 5.45 = 0"
    np.testing.assert_allclose(plane.at([[6.75, 4.25, 0], [5.45, 0, 0]]), [1.3, 0])


def test_a_combination_has_its_weights():
    plane = Split(3, "interval", 2, thresholds=(-2.0,)).hyperplane(SCHEMA)

    assert (plane.weights.tolist(), plane.offset) == ([0.5, -1, 0], 2)
    assert str(plane) == "0.5 * age - bmi + 2 = 0"
    assert plane.at([10.0, 8.0, np.nan]) == -1
    assert np.isnan(plane.at([10.0, np.nan, 0.0]))


@pytest.mark.parametrize("estimator", [TreeClassifier(), CARTClassifier(complexity=0)])
def test_every_sample_is_on_the_side_that_its_branch_says(estimator):
    data = datasets.penguins()
    names = ["bill_length_mm", "flipper_length_mm", "body_mass_g"]
    X = np.column_stack([np.array(data.X[name], dtype=float) for name in names])
    known = ~np.isnan(X).any(axis=1)
    X, y = X[known], np.array(data.y)[known]
    tree = estimator.fit(X, y).tree_

    for node in tree.nodes():
        if node.split is not None:
            branches = [node.split.branch(float(x[node.split.column])) for x in X]
            sides = (node.split.hyperplane(tree.schema).at(X) > 0).astype(int)
            assert sides.tolist() == branches


@pytest.mark.parametrize(
    ("split", "why"),
    [
        (
            Split(2, "category", 2, branches=(0, 1, 1)),
            "'size' is not a hyperplane: it is about cat",
        ),
        (Split(2, "interval", 2, thresholds=(1.0,)), "is about categories, which have no dist"),
        (Split(0, "presence", 2, missing_branch=1), "asks whether a value is known"),
        (Split(0, "interval", 3, (1.0, 2.0), (), SPREADS), r"has 2 thresholds.*to_binary\(\)"),
    ],
)
def test_other_questions_say_why_they_are_none(split, why):
    with pytest.raises(UnsupportedCombination, match=why):
        split.hyperplane(SCHEMA)


@pytest.mark.parametrize("points", [[[1.0, 2.0]], [1.0, 2.0, 3.0, 4.0], 1.0], ids=str)
def test_points_of_other_features_are_refused(points):
    plane = Split(0, "interval", 2, thresholds=(5.45,)).hyperplane(SCHEMA)

    with pytest.raises(DataError, match="each of the 3 features, in this order: 'age', 'bmi'"):
        plane.at(points)
