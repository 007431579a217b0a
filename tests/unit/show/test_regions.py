"""Regions: the rectangle around a sample is that of its leaf."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_iris

from arboretum import CARTRegressor, TreeClassifier, datasets, show
from arboretum.exceptions import ParameterError
from arboretum.show.paper.region_cells import cut_into_cells, find_axes, place_in_cells, place_names
from arboretum.stopping import Purity
from tests.unit.show.drawn import boxes_of, outside, overlaps


def around(cells, point):
    return [
        cell.node
        for cell in cells
        if all(low < x <= high for x, (low, high) in zip(point, cell.bounds, strict=True))
    ]


@pytest.mark.parametrize("splits", ["binary", "multiway"])
def test_the_cells_are_where_the_tree_sends_points(splits):
    rng = np.random.default_rng(1)
    X = rng.uniform(size=(300, 2))
    model = TreeClassifier(splits=splits, max_depth=6).fit(X, rng.choice(list("ab"), 300))
    points = rng.uniform(size=(500, 2))

    cells, _ = cut_into_cells(model.tree_, (0, 1), ((0.0, 1.0), (0.0, 1.0)))

    assert [around(cells, point) for point in points] == [[n] for n in model.apply(points)]


def test_the_iris_of_the_source_text_has_six_regions_and_five_cuts():
    # Setosa or not, by sepal length and width, nodes of at most 5 samples or 95 % purity are
    # leaves: cuts at 5.45; 2.8, 3.45; 4.7, 6.5.  The point (6.75, 4.25) is in a region of class
    # c2 with three samples.
    iris = load_iris()
    X = {"sepal length": iris.data[:, 0], "sepal width": iris.data[:, 1]}
    y = np.where(iris.target == 0, "c1", "c2")
    tree = TreeClassifier(criterion="entropy", stopping=[Purity(0.95)], min_samples_split=6)
    tree = tree.fit(X, y).tree_

    cells, cuts = cut_into_cells(tree, (0, 1), ((4.2, 8.0), (1.9, 4.5)))
    picture = show.regions(tree, X, y, point={"sepal length": 6.75, "sepal width": 4.25})

    found = [(round(cut.threshold, 2), cut.axis, cut.depth) for cut in cuts]
    assert sorted(found) == [(2.8, 1, 1), (3.45, 1, 1), (4.7, 0, 2), (5.45, 0, 0), (6.5, 0, 2)]
    assert len(cells) == 6
    (leaf,) = (tree.node(node) for node in around(cells, (6.75, 4.25)))
    assert (leaf.prediction, leaf.n_samples) == ("c2", 3)
    names = {text.get_text() for text in picture.figure.axes[0].texts}
    assert names == {"h0", "h1", "h2", "h3", "h4", "R1", "R2", "R3", "R4", "R5", "R6"}
    dashes = {line.get_linestyle() for line in picture.figure.axes[0].lines}
    assert dashes == {"-", "--"}


@pytest.mark.parametrize("size", [(3.2, 2.6), (6.0, 4.8), (10.0, 7.0)])
@pytest.mark.parametrize("n_leaves", [3, 16, 60])
def test_names_of_lines_stand_on_their_line_and_not_on_one_another(n_leaves, size):
    rng = np.random.default_rng(n_leaves)
    X = rng.uniform(size=(500, 2))
    model = TreeClassifier(max_leaf_nodes=n_leaves).fit(X, rng.choice(list("abc"), 500))

    picture = show.regions(
        model, X, features=("x0", "x1"), figsize=size, title="A title takes room, too"
    )

    boxes = boxes_of(picture)
    chart = picture.figure.axes[0]
    assert overlaps(boxes) == []
    assert outside(picture, boxes) == []
    lines = [line.get_window_extent().extents for line in chart.lines]
    of_lines = [(name, box.extents) for name, box in boxes if name[0] == "h"]
    for name, (left, bottom, right, top) in of_lines:
        x0, y0, x1, y1 = lines[int(name[1:])]
        # Beside its line, a name is as far from it as the white around the letters is wide.
        assert max(left - x1, x0 - right, bottom - y1, y0 - top) <= 3.0
    if n_leaves <= 16 and size[0] >= 6.0:
        assert len(of_lines) == n_leaves - 1


@pytest.mark.parametrize("n_leaves", [3, 16, 60])
def test_names_of_regions_stand_inside_them_and_are_those_of_the_rules(n_leaves):
    rng = np.random.default_rng(n_leaves)
    X = rng.uniform(size=(500, 2))
    model = TreeClassifier(max_leaf_nodes=n_leaves).fit(X, rng.choice(list("abc"), 500))
    rules = {rule.region: rule for rule in model.tree_.rules()}

    chart = show.regions(model, X, features=("x0", "x1"), figsize=(8.0, 6.0)).figure.axes[0]

    written = [text for text in chart.texts if text.get_text()[0] == "R"]
    assert len(rules) == n_leaves
    cells, _ = cut_into_cells(model.tree_, (0, 1), (chart.get_xlim(), chart.get_ylim()))
    sizes = [np.ptp(chart.transData.transform(np.transpose(it.bounds)), axis=0) for it in cells]
    large = [it.node for it, size in zip(cells, sizes, strict=True) if size.min() > 60]
    named = {rules[text.get_text()].node for text in written}
    assert len(large) >= 2
    assert named >= set(large)
    for text in written:
        box = text.get_window_extent().extents.reshape(2, 2)
        corners = chart.transData.inverted().transform(box)
        nodes = model.apply(np.array([corners[0], corners[1], text.get_position()]))
        assert nodes.tolist() == [rules[text.get_text()].node] * 3


def test_names_of_regions_on_a_line_are_at_the_top():
    data = datasets.steps()
    model = CARTRegressor().fit(data.X, data.y)

    chart = show.regions(model, data.X, data.y).figure.axes[0]

    names = {text.get_text(): text.get_position() for text in chart.texts}
    assert sorted(names) == ["R1", "R2", "R3"]
    for name, (x, y) in names.items():
        (leaf,) = model.apply({"x": [x]})
        assert model.tree_.node(leaf).region == name
        assert y > data.y.max()


def test_a_name_of_a_region_gives_way_and_without_room_is_left_out():
    cells = np.array([[0, 0, 40, 20], [0, 0, 5, 20]], dtype=float)
    sizes = np.array([[10, 6], [10, 6]], dtype=float)
    middle = np.array([[15, 8, 25, 12]], dtype=float)

    free, taken = (place_in_cells(cells, sizes, boxes) for boxes in (np.empty((0, 4)), middle))

    np.testing.assert_equal(free, [[20, 10], [np.nan, np.nan]])
    # Half way up it would still meet the box; 0.9 of the 7 that there are up, it does not.
    np.testing.assert_allclose(taken, [[20, 16.3], [np.nan, np.nan]])


def test_a_name_gives_way_to_another_and_without_room_is_left_out():
    # Two upright lines, 4 apart, with names 10 wide and 6 high: the shorter is named first, beside
    # its line on the side where it hides nothing; the longer one on its other side.  The last is
    # too short for its name, which would leave the room.
    lines = np.array([[20, 0, 20, 50], [24, 0, 24, 40], [0, 0, 2, 0]], dtype=float)
    sizes = np.array([[10, 6], [10, 6], [10, 6]], dtype=float)

    middles = place_names(lines, sizes, np.array([0.0, 0.0, 100.0, 60.0]))

    np.testing.assert_equal(middles, [[20, 47], [29, 37], [np.nan, np.nan]])


def test_a_line_of_numbers_has_steps_at_the_means():
    # 20 samples each up to 1000, up to 2000 and above, around 20, 10 and 20.
    data = datasets.steps()
    model = CARTRegressor().fit(data.X, data.y)

    chart = show.regions(model, data.X, data.y).figure.axes[0]

    steps = [line.get_xydata() for line in chart.lines if len(set(line.get_ydata())) == 1]
    edges = sorted({round(x) for step in steps for x in step[:, 0]})
    assert edges[1:-1] == [1000, 2000]
    assert [round(step[0, 1]) for step in steps] == [20, 10, 20]
    assert len(chart.collections[0].get_offsets()) == 60


def test_shares_of_classes_are_steps_that_add_up_to_one():
    model = TreeClassifier(max_depth=1).fit({"x": [1, 2, 3, 4]}, list("abbb"))

    chart = show.regions(model).figure.axes[0]

    steps = [line for line in chart.lines if len(set(line.get_xdata())) == 2]
    heights = {}
    for line in steps:
        heights.setdefault(line.get_xdata()[0], []).append(line.get_ydata()[0])
    assert sorted(heights.values()) == [[0.0, 1.0], [1.0, 0.0]]


@pytest.mark.parametrize(
    ("X", "options", "message"),
    [
        (
            {"a": [1, 1, 1, 1], "b": [1, 2, 1, 2], "c": [1, 1, 2, 2]},
            {"features": ["a"]},
            "also asks",
        ),
        ({"town": ["r", "s", "t", "r"]}, {}, "categorical"),
        ({"a": [1, 2, 3, 4]}, {"features": ["z"]}, "not a feature"),
        ({"a": [1, 2, 3, 4]}, {"point": {"b": 1}}, "no 'a'"),
        ({"a": [1, 2, 3, 4]}, {"y": [1, 2, 3, 4]}, "without X"),
        ({"a": [1, 1, 1, 1]}, {}, "one or two features"),
    ],
)
def test_what_cannot_be_drawn_is_refused(X, options, message):
    model = TreeClassifier().fit(X, list("abcd") if len(X) == 3 else list("abca"))

    with pytest.raises(ParameterError, match=message):
        show.regions(model, **options)


def test_the_axes_are_the_features_asked_for_in_their_order():
    X = {"a": [1, 1, 2, 2], "b": [0, 0, 0, 0], "c": [1, 2, 1, 2]}
    tree = TreeClassifier().fit(X, list("abcd")).tree_

    assert find_axes(tree, None) == (0, 2)
    assert find_axes(tree, ("c", "a")) == (2, 0)
