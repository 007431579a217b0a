"""Charts show the numbers they are given."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    HierarchicalClassifier,
    TreeClassifier,
    datasets,
    show,
    stopping_path,
)
from arboretum.exceptions import ParameterError
from arboretum.explain import impurity_importance, surrogate_importance
from arboretum.pruning import CostComplexity
from arboretum.stopping import Automatic


@pytest.fixture(scope="module")
def grown():
    data = datasets.penguins()
    pruning = CostComplexity(cv=5, random_state=0)
    return CARTClassifier(pruning=pruning).fit(data.X, data.y)


def test_the_cp_chart_has_the_points_of_plotcp(grown):
    expected = grown.cp_table_.plotcp_columns()

    chart = show.cp(grown).figure.axes[0]

    points, limit = chart.lines[0], chart.lines[-1]
    assert points.get_ydata().tolist() == expected["xerror"].tolist()
    assert limit.get_ydata() == pytest.approx([expected["limit"][0]] * 2)
    prices = [label.get_text() for label in chart.get_xticklabels()]
    assert prices[0] == "∞"
    assert [float(price) for price in prices[1:]] == pytest.approx(expected["cp"][1:], rel=0.06)


def test_of_many_trees_the_cp_chart_names_some_whose_labels_stay_apart():
    x = np.arange(400.0)
    steps = CARTRegressor(complexity=0.0, min_samples_split=2, pruning=CostComplexity(cv=2))
    model = steps.fit({"x": x}, np.sqrt(x))

    picture = show.cp(model)

    chart, renderer = picture.figure.axes[0], picture.figure.canvas.get_renderer()
    picture.figure.draw(renderer)
    (sizes,) = chart.child_axes
    boxes = [label.get_window_extent(renderer) for label in sizes.get_xticklabels()]
    assert len(chart.lines[0].get_ydata()) > 100
    assert 5 < len(boxes) <= 18
    assert all(one.x1 < other.x0 for one, other in pairwise(boxes))


def test_observed_and_predicted_numbers_are_drawn_sample_by_sample():
    observed, predicted = np.array([1.0, 2.0, 5.0]), np.array([1.0, 3.0, 3.0])

    picture = show.residuals(observed, predicted, target="price")

    chart = picture.figure.axes[0]
    assert chart.collections[0].get_offsets().tolist() == [[1.0, 1.0], [3.0, 2.0], [3.0, 5.0]]
    assert (chart.get_xlabel(), chart.get_ylabel()) == ("predicted price", "observed price")
    # Residuals 0, -1 and 2: the root of 5 / 3.
    assert "root mean square 1.291" in picture.alt
    many = show.residuals(np.arange(5000.0), np.arange(5000.0), max_points=100)
    assert len(many.figure.axes[0].collections[0].get_offsets()) == 100


def test_residuals_need_one_number_a_sample_in_both():
    with pytest.raises(ParameterError, match=r"observed has the shape \(2,\)"):
        show.residuals([1.0, 2.0], [1.0])


def test_the_cp_chart_says_which_tree_is_best(grown):
    table = grown.cp_table_
    sizes = table.plotcp_columns()["size"]

    first = show.cp(table).alt.splitlines()[0]

    assert f"least with {sizes[table.choose('min')]:.0f} leaves" in first
    assert f"has {sizes[table.choose('1se')]:.0f}." in first


def test_without_cross_validation_there_is_no_cp_chart():
    model = CARTClassifier().fit({"x": [1, 2]}, ["a", "b"])

    with pytest.raises(ParameterError, match="cv=10"):
        show.cp(model)
    with pytest.raises(ParameterError, match="no cp_table_"):
        show.cp(model.tree_)


def test_the_chart_of_limits_has_the_points_of_the_path_and_rings_the_chosen_one():
    data = datasets.penguins()
    path = stopping_path(TreeClassifier(), data.X, data.y, "max_depth", cv=5)

    picture = show.stopping_path(path)

    chart = picture.figure.axes[0]
    points, limit = chart.lines[0], chart.lines[-1]
    assert points.get_ydata().tolist() == path["error"]
    best, chosen = path.choose("min"), path.choose("1se")
    assert limit.get_ydata() == pytest.approx([path["error"][best] + path["std"][best]] * 2)
    assert chart.collections[-1].get_offsets().tolist() == [[chosen, path["error"][chosen]]]
    assert [it.get_text() for it in chart.get_xticklabels()] == [str(v) for v in path["value"]]
    assert picture.alt.startswith(path.in_words())


def test_several_limits_are_lines_over_the_leaves():
    data = datasets.penguins()
    model = TreeClassifier(stopping=Automatic(("max_leaf_nodes", "min_samples_leaf"), cv=3))
    path = model.fit(data.X, data.y).stopping_path_

    chart = show.stopping_path(model).figure.axes[0]

    names = [text.get_text() for text in chart.get_legend().get_texts()]
    assert names == ["max_leaf_nodes", "min_samples_leaf"]
    for name, bars in zip(names, chart.containers, strict=True):
        rows = [row for row, limit in enumerate(path.limit) if limit == name]
        assert bars[0].get_xdata().tolist() == [path["leaves"][row] for row in rows]
        assert bars[0].get_ydata().tolist() == [path["error"][row] for row in rows]


def test_without_a_path_there_is_no_chart_of_limits(grown):
    with pytest.raises(ParameterError, match="stopping='auto'"):
        show.stopping_path(grown)


@pytest.mark.parametrize(
    ("kind", "measure"), [("impurity", impurity_importance), ("surrogate", surrogate_importance)]
)
def test_bars_of_importance_are_as_long_as_the_numbers(grown, kind, measure):
    numbers = dict(zip(grown.tree_.schema.feature_names, measure(grown.tree_), strict=True))

    chart = show.importance(grown, kind).figure.axes[0]

    names = [label.get_text() for label in chart.get_yticklabels()]
    drawn = [bar.get_width() for bar in chart.patches]
    assert drawn == sorted((n for n in numbers.values() if n), reverse=True)
    assert drawn == [numbers[name] for name in names]


def test_importances_of_ones_own_are_drawn_too():
    picture = show.importance({"age": 0.2, "sex": 0.0, "income": 0.7}, max_features=5)

    assert picture.alt.splitlines() == ["income: 0.7", "age: 0.2"]


def test_the_table_of_two_features_has_the_classes_in_its_quadrants():
    people = datasets.football()

    picture = show.table(people.X, people.y, "gender", "age", sample_weight=people.weights)

    cells = [text.get_text() for text in picture.figure.axes[0].texts]
    assert {"no 390\nyes 10", "no 100\nyes 0", "no 50\nyes 250", "no 150\nyes 50"} <= set(cells)


def test_names_with_dollar_signs_are_no_formulas():
    X = {"$a$": [1.0, 2.0], "$b$": [1.0, 1.0]}
    model = TreeClassifier().fit(X, ["$x$", "$y$"])

    chart = show.regions(model, features=["$a$", "$b$"]).figure.axes[0]

    texts = [chart.xaxis.label, chart.yaxis.label, *chart.get_legend().get_texts()]
    assert [text.get_text() for text in texts] == ["$a$", "$b$", "$x$", "$y$"]
    assert not any(text.get_parse_math() for text in texts)


def test_labels_stand_below_those_above_them_with_their_areas_and_the_area_of_guessing():
    # All six are animals; of those to judge by, two have wings and are birds.
    X = {"wings": [2, 2, 2, 0, 0, 0]}
    y = ["animal/bird"] * 3 + ["animal/cat"] * 3
    model = HierarchicalClassifier(f_test=0.05, min_samples_leaf=1).fit(X, y)
    report = model.measure(X, ["animal/bird"] * 2 + ["animal/cat"] * 4)

    picture = show.label_tree(model.hierarchy_, report, title="Animals")

    chart = picture.figure.axes[0]
    assert chart.get_title() == "Animals"
    names = [text.get_text().rstrip() for text in chart.get_yticklabels()]
    assert names == ["animal", "    animal/bird", "    animal/cat"]
    assert [bar.get_width() for bar in chart.patches] == pytest.approx(report.auprc)
    marks = [segment[0][0] for segment in chart.collections[0].get_segments()]
    assert marks == pytest.approx([1.0, 2 / 6, 4 / 6])
    assert picture.alt.splitlines()[0] == "animal: 1, guessing 1"
    with pytest.raises(ParameterError, match="not the 3 of the hierarchy"):
        show.label_tree(model.hierarchy_, replace(report, labels=("animal",)))
