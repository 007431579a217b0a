"""Pictures of trees: nothing overlaps, nothing is lost, and what is drawn is the tree."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

from arboretum import (
    C45Classifier,
    ID3Classifier,
    M5Regressor,
    TreeClassifier,
    TreeRegressor,
    datasets,
    show,
)
from arboretum.exceptions import ArboretumWarning, ParameterError
from arboretum.explain import SplitStability, Stability
from arboretum.show.paper.palette import HIGHLIGHT
from arboretum.tree import format_split, number_text
from tests.examples import full
from tests.unit.show.drawn import boxes_of, outside, overlaps, random_tree

SIZES = [(5.0, 4.0), (8.0, 6.0), (14.0, 10.0)]
PRESETS = ["summary", "counts", "probabilities", "brief", "shares", "full", "rpart", "code"]


def said_by(picture):
    return [text for text, _ in boxes_of(picture)]


def lines_of(picture):
    """The ends and the colour of each branch drawn."""
    (lines,) = picture.figure.axes[0].findobj(LineCollection)
    ends = [(tuple(path.vertices[0]), tuple(path.vertices[-1])) for path in lines.get_paths()]
    return list(zip(ends, [to_hex(colour) for colour in lines.get_colors()], strict=True))


def card_of(tree, thresholds):
    """A card by which half of 10 trees ask again what each of these nodes asks."""
    splits = tuple(
        SplitStability(node, format_split(tree.splits[node], tree.schema), "x", 0.5, 0.5, 0.5, of)
        for node, of in thresholds.items()
    )
    how = "10 trees, each from 9 of 10 samples"
    return Stability(tree, how, 10, splits, Counter(), Counter(), np.ones(10), 1.0)


@pytest.fixture(scope="module")
def weather():
    data = datasets.weather()
    return ID3Classifier().fit(data.X, data.y)


@pytest.fixture(scope="module")
def penguins():
    data = datasets.penguins()
    return TreeClassifier(max_depth=3).fit(data.X, data.y)


@pytest.mark.parametrize("seed", [*range(8), *full(*range(8, 29)), 29])
def test_no_label_overlaps_another_or_leaves_the_figure(seed):
    tree = random_tree(seed, n_leaves=3 + round(57 * seed / 29))
    look = {
        "preset": PRESETS[seed % len(PRESETS)],
        "conditions": "branches" if seed % 4 == 3 else "nodes",
        "title": "A title of some length",
    }

    pictures = [show.plot(tree, figsize=size, **look) for size in SIZES]
    if seed % 10 == 9:
        pictures.append(show.plot(tree, figsize=(40.0, 20.0), max_depth=None, **look))

    for picture in pictures:
        boxes = boxes_of(picture)
        assert overlaps(boxes) == []
        assert outside(picture, boxes) == []


@pytest.mark.parametrize("seed", [0, 12, 24, 28, *full(4, 8, 16, 20)])
def test_no_label_overlaps_another_where_questions_say_how_often_they_come_back(seed):
    tree = random_tree(seed, n_leaves=3 + round(57 * seed / 29))
    inner = np.flatnonzero(~tree.is_leaf).tolist()
    card = card_of(tree, {node: np.linspace(-1e5, 1e5, node % 3 * 2) for node in inner})
    look = {"preset": PRESETS[seed % len(PRESETS)], "stability": card}

    for size in SIZES:
        picture = show.plot(tree, figsize=size, **look)

        boxes = boxes_of(picture)
        assert any(text.startswith("50 %") for text, _ in boxes)
        assert overlaps(boxes) == []
        assert outside(picture, boxes) == []


def test_below_each_question_stand_its_share_and_where_its_thresholds_lie():
    # Of 21 thresholds from 40 to 60 the middle 90 % lie between 41 and 59.
    tree = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"]).tree_
    picture = show.plot(tree, stability=card_of(tree, {0: np.arange(40.0, 61.0)}))

    said = said_by(picture)
    assert said.index("50 %, 41 to 59") == said.index("age <= 45") + 1
    assert picture.alt.splitlines()[-1] == (
        "age <= 45: in 50 % of 10 trees of other samples, 90 % of thresholds 41 to 59."
    )


def test_a_card_of_another_tree_is_refused(penguins, weather):
    card = card_of(weather.tree_, {})

    with pytest.raises(ParameterError, match="another tree"):
        show.plot(penguins, stability=card)
    with pytest.raises(ParameterError, match="is not a Stability"):
        show.plot(penguins, stability="card")


def test_the_boxes_of_the_renderer_tell_overlap_and_escape(penguins):
    picture = show.plot(penguins)
    axes = picture.figure.axes[0]
    place = axes.texts[0].get_position()

    axes.text(*place, "on top")
    axes.text(0.0, -50.0, "outside")

    boxes = boxes_of(picture)
    assert any("on top" in pair for pair in overlaps(boxes))
    assert outside(picture, boxes) == ["outside"]


def test_every_node_says_its_class_its_counts_and_its_question(weather):
    # Quinlan's 14 days: 9 yes, 5 no; outlook, then humidity and wind.
    said = said_by(show.plot(weather, preset="counts"))

    assert {"outlook", "overcast", "rain", "sunny", "wind = strong", "humidity = high"} <= set(said)
    assert said.count("yes") + said.count("no") == weather.tree_.n_nodes + 4 + 2  # answers, legend
    assert {"5 / 9", "0 / 4", "2 / 3", "3 / 2", "2 / 0", "0 / 3", "3 / 0", "0 / 2"} <= set(said)


def test_conditions_may_stand_on_the_branches(weather):
    said = said_by(show.plot(weather, conditions="branches"))

    assert {"outlook = rain", "wind = strong", "wind = weak"} <= set(said)
    assert "outlook" not in said


def test_a_path_is_highlighted_down_to_its_leaf(penguins):
    data = datasets.penguins()
    sample = {name: column[300] for name, column in data.X.items()}
    tree = penguins.tree_
    n_passed = penguins.decision_path({n: [v] for n, v in sample.items()}).sum()

    branches = lines_of(show.plot(penguins, path=sample))

    red = [ends for ends, colour in branches if colour == HIGHLIGHT.lower()]
    assert len(branches) == tree.n_nodes - 1
    assert len(red) == n_passed - 1
    # One branch starts in the column where the one above ended.
    assert all(below[0][0] == above[1][0] for above, below in pairwise(red))


def test_a_sample_may_be_a_dict_a_row_or_a_table(penguins):
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(datasets.penguins().X)

    forms = [frame.iloc[[300]], frame.iloc[300], frame.iloc[300].to_dict()]

    pictures = [lines_of(show.plot(penguins, path=form)) for form in forms]
    assert pictures[0] == pictures[1] == pictures[2]
    assert HIGHLIGHT.lower() in {colour for _, colour in pictures[0]}


def test_a_row_of_an_array_is_a_sample():
    X = np.array([[1.0, 5.0], [2.0, 5.0]])

    branches = lines_of(show.plot(TreeClassifier().fit(X, ["a", "b"]), path=X[1]))

    assert [colour == HIGHLIGHT.lower() for _, colour in branches] == [False, True]


def test_a_sample_that_goes_down_all_branches_is_highlighted_on_all():
    data = datasets.penguins()
    model = C45Classifier(max_depth=2).fit(data.X, data.y)
    nothing = dict.fromkeys(data.X)

    branches = lines_of(show.plot(model, path=nothing))

    assert {colour for _, colour in branches} == {HIGHLIGHT.lower()}


def test_a_folded_node_tells_how_many_leaves_it_hides(penguins):
    tree = penguins.tree_
    hidden = [
        tree.is_leaf[node : tree.subtree_end[node]].sum()
        for node in np.flatnonzero((tree.depths == 1) & ~tree.is_leaf)
    ]

    picture = show.plot(penguins, max_depth=1)

    said, folded = said_by(picture), f"{sum(hidden)} of {tree.n_leaves} leaves are folded"
    assert sorted(text for text in said if text.endswith("leaves")) == sorted(
        f"+{n} leaves" for n in hidden
    )
    assert picture.n_folded == sum(hidden)
    assert any(text.startswith(folded) for text in said)


def test_a_tree_too_large_for_its_page_is_folded_until_it_can_be_read():
    tree = random_tree(20, 60)

    picture = show.plot(tree, figsize=(8.0, 6.0))

    sizes = [text.get_size() for text in picture.figure.axes[0].texts]
    hidden = [int(t[1:-7]) for t in said_by(picture) if t.startswith("+") and t.endswith("leaves")]
    n_drawn = len(lines_of(picture)) + 1
    depth = next(d for d in range(tree.depth + 1) if (tree.depths <= d).sum() == n_drawn)
    assert min(sizes) >= 4.0
    assert sum(hidden) + tree.is_leaf[tree.depths <= depth].sum() == tree.n_leaves


def test_small_letters_are_warned_of_and_invisible_ones_folded_away():
    tree = random_tree(20, 60)

    with pytest.warns(ArboretumWarning, match="too small to read"):
        small = show.plot(tree, figsize=(12.0, 8.0), max_depth=None)
    with pytest.warns(ArboretumWarning, match="so the tree is folded"):
        folded = show.plot(tree, figsize=(2.0, 2.0), max_depth=None)

    assert small.n_folded == 0
    assert 0 < folded.n_folded <= tree.n_leaves
    assert overlaps(boxes_of(folded)) == []


def test_by_default_a_node_says_its_class_the_share_of_it_and_how_many_samples_came():
    # Of 10 samples 7 are a; x <= 6.5 has 6 of them, all a; above it one of four is a.
    model = TreeClassifier(max_depth=1).fit({"x": range(1, 11)}, list("aaaaaabbba"))

    said = said_by(show.plot(model))

    assert {"70 %", "100 % of samples", "60 % of samples", "75 %", "40 % of samples"} <= set(said)


def test_equations_have_numbers_and_stand_in_a_table_below():
    x = np.arange(60.0)
    model = M5Regressor().fit({"x": x}, np.where(x < 30, 5 * x, 300 - 2 * x))
    equations = [
        model.tree_.models.text(leaf, model.tree_.schema, 4)
        for leaf in np.flatnonzero(model.tree_.is_leaf)
    ]

    said = said_by(show.plot(model))

    numbers = [f"LM{i}" for i in range(1, len(equations) + 1)]
    assert len(equations) > 1
    assert all(said.count(number) == 2 for number in numbers)  # at its leaf and in the table
    below = dict(zip(said[-2 * len(numbers) :: 2], said[-2 * len(numbers) + 1 :: 2], strict=True))
    assert below == dict(zip(numbers, equations, strict=True))


def test_an_equation_without_a_feature_is_told_as_the_number_it_is():
    x = [1.0] * 10 + [2.0] * 10
    model = M5Regressor(model_features=[], smoothing=0.0).fit({"x": x}, [3.0] * 10 + [8.0] * 10)

    said = said_by(show.plot(model))

    assert all(model.tree_.models.is_constant(node) for node in range(model.tree_.n_nodes))
    assert {number_text(value, 4) for value in model.predict({"x": [1.0, 2.0]})} <= set(said)
    assert not any(text.startswith("LM") for text in said)


def test_leaves_have_round_corners_and_questions_square_ones(penguins):
    picture = show.plot(penguins, fields=["prediction"])

    (shapes,) = picture.figure.axes[0].findobj(PolyCollection)
    n_corners = Counter(len(path.vertices) > 5 for path in shapes.get_paths())
    n_swatches = len(penguins.classes_)
    assert n_corners[True] == penguins.n_leaves_
    assert n_corners[False] == penguins.tree_.n_nodes - penguins.n_leaves_ + n_swatches


def test_a_long_set_of_categories_is_clipped_and_noted_whole():
    towns = [f"town {k}" for k in range(8)]
    model = TreeClassifier().fit({"town": towns}, [k < 5 for k in range(8)])

    said = said_by(show.plot(model, max_categories=2))

    assert any(text.endswith("[1]") for text in said)
    assert "[1] town in {town 5, town 6, town 7}" in said or (
        "[1] town in {town 0, town 1, town 2, town 3, town 4}" in said
    )


def test_names_are_drawn_as_they_are(penguins):
    model = TreeClassifier().fit({"$a$ <b> & \\c": [1, 2]}, ["$x$", "y_1^2"])

    said = said_by(show.plot(model))

    assert "$a$ <b> & \\c <= 1.5" in said
    assert {"$x$", "y_1^2"} <= set(said)
    assert not any(text.get_parse_math() for text in show.plot(model).figure.axes[0].texts)


def test_numbers_are_drawn_with_their_deviation_or_their_samples():
    data = datasets.steps()
    model = TreeRegressor(max_depth=1).fit(data.X, data.y)

    plain = said_by(show.plot(model))
    spread = said_by(show.plot(model, preset="probabilities"))
    samples = said_by(show.plot(model, data=(data.X, data.y)))

    assert any("mean ± standard deviation of y" in text for text in plain)
    assert any("samples by y" in text for text in samples)
    assert f"± {np.sqrt(model.tree_.impurity[0]):.3g}" in spread


def test_several_targets_are_named_a_line_each():
    # At x <= 1.5 both targets are the first row, above it the second.
    pd = pytest.importorskip("pandas")
    targets = pd.DataFrame({"height": [10.0, 20.0], "weight": [3.0, 5.0]})

    said = said_by(show.plot(TreeRegressor().fit({"x": [1, 2]}, targets)))

    assert {"height: 15", "weight: 4", "height: 10", "weight: 3", "height: 20", "weight: 5"} <= set(
        said
    )


def test_boxes_of_one_depth_stand_level_whatever_their_answers():
    sizes = ["S", "extra large, and more than one line of it", "M"]
    model = ID3Classifier().fit({"size": sizes}, list("abc"))

    texts = show.plot(model).figure.axes[0].texts

    heights = {
        text.get_text(): text.get_position()[1] for text in texts if text.get_weight() == "bold"
    }
    assert heights["a"] == heights["b"] == heights["c"]


def test_of_many_classes_the_largest_are_counted_a_line_each():
    y = ["bacterial-blight"] * 3 + ["bacterial-pustule"] * 3 + list("abc")
    model = TreeClassifier(max_depth=0).fit({"x": range(9)}, y)

    whole = said_by(show.plot(model, preset="counts"))
    narrow = said_by(show.plot(model, preset="counts", figsize=(1.6, 1.6)))

    assert {"bacterial-blight 3", "bacterial-pustule 3", "+3 classes"} <= set(whole)
    assert sum(text.startswith("bacterial") and text.endswith(" 3") for text in narrow) == 2


def test_the_number_of_samples_is_said_once_where_there_are_no_classes():
    model = TreeRegressor(max_depth=0).fit({"x": [1, 2]}, [1.0, 2.0])

    assert said_by(show.plot(model, preset="full")).count("n = 2") == 1


def test_numbers_are_never_broken_over_two_lines():
    name = "a_name_as_long_as_the_line_is"
    model = TreeRegressor().fit({name: [-0.0012345, -0.0009]}, [-123.25, 7.5])

    said = said_by(show.plot(model, conditions="branches"))

    assert sum(text.endswith(" <= -0.00106725") for text in said) == 1
    assert sum(text.endswith(" > -0.00106725") for text in said) == 1


def test_a_tree_without_splits_is_one_box():
    model = TreeClassifier(max_depth=0).fit({"x": [1, 2, 3]}, ["a", "b", "a"])

    picture = show.plot(model, preset="counts")

    assert {"a", "2 / 1"} <= set(said_by(picture))
    assert overlaps(boxes_of(picture)) == []


def test_it_fits_a_sheet_lying_the_way_that_has_larger_letters(penguins):
    # A4 is 210 by 297 millimetres; this tree is wider than high.
    width, height = show.plot(penguins, fit="A4").figure.get_size_inches() * 25.4

    assert (width, height) == (pytest.approx(297), pytest.approx(210))


def test_it_draws_into_axes_of_another_figure(penguins):
    figure = Figure(figsize=(12, 5))
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2)

    picture = show.plot(penguins, ax=right)

    inside = right.get_window_extent()
    assert picture.figure is figure
    assert not left.texts
    assert all(inside.x0 - 1 <= box.x0 and box.x1 <= inside.x1 + 1 for _, box in boxes_of(picture))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"preset": "pretty"}, "'probabilities'"),
        ({"fields": ["gini"]}, "'impurity'"),
        ({"branches": "long"}, "'deviance'"),
        ({"conditions": "above"}, "'branches'"),
        ({"fit": "A9"}, "'letter'"),
        ({"fit": "A4", "figsize": (3, 3)}, "Pass only one"),
        ({"max_depth": -1}, "The root is at depth 0"),
        ({"path": datasets.weather().X}, "has 14 samples"),
        ({"file": "tree.gif"}, ".svg, .pdf or .png"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_would(weather, wrong, message):
    with pytest.raises(ParameterError, match=message.replace(".", r"\.")):
        show.plot(weather, **wrong)


@pytest.mark.full
def test_without_matplotlib_show_is_there_and_says_how_to_get_pictures():
    code = (
        "import sys; sys.modules['matplotlib'] = None\n"
        "from arboretum import TreeClassifier, show\n"
        "model = TreeClassifier().fit([[1.0], [2.0]], [0, 1])\n"
        "try: show.plot(model)\n"
        "except ImportError as error: print(error)"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert 'pip install "arboretum[plot]"' in done.stdout


def test_answers_may_say_where_missing_values_go():
    data = datasets.penguins()
    model = TreeClassifier(max_depth=1).fit(data.X, data.y)
    takes = model.tree_.root.split.missing_branch

    said = said_by(show.plot(model, show_missing=True))

    assert f"{('yes', 'no')[takes]} or missing" in said
    assert f"{('no', 'yes')[takes]}" in said
