"""The sample beside the tree: picked, typed or slid, its true class, and what would change it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, TreeRegressor, datasets

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


@pytest.fixture(scope="module")
def model(penguins):
    return TreeClassifier(max_depth=3).fit(penguins.X, penguins.y)


def pick(opened, row):
    opened.page.fill("#row", str(row))
    opened.settle()


def test_a_row_is_shown_with_its_true_class(open_page, model, penguins):
    predicted = model.predict(penguins.X)
    (wrong, *_), (right, *_) = (
        np.flatnonzero(predicted != penguins.y),
        np.flatnonzero(predicted == penguins.y),
    )
    opened = open_page(model, X=penguins.X, y=penguins.y)
    opened.tab("sample")

    pick(opened, right)
    of_right = opened.page.inner_text(".truth")
    pick(opened, wrong)
    of_wrong = opened.page.inner_text(".truth")
    opened.page.get_by_role("textbox", name="bill_length_mm").fill("1")

    assert of_right == f"✓ true class: {penguins.y[right]}"
    assert of_wrong == f"✗ true class: {penguins.y[wrong]}"
    # What is typed is another sample.
    assert opened.page.locator(".truth").count() == 0
    assert opened.page.input_value("#row") == ""


def test_a_slider_sets_the_number_and_the_sample_is_followed(open_page, model, penguins):
    opened = open_page(model, X=penguins.X)
    opened.tab("sample")
    pick(opened, 0)
    name = "flipper_length_mm"
    feature = model.tree_.schema.feature_index[name]
    lengths = penguins.X[name][np.isfinite(penguins.X[name])]

    slider = opened.page.locator(f"#field-{feature} + input[type=range]")
    slider.evaluate("(it) => { it.value = it.max; it.dispatchEvent(new Event('input')); }")
    opened.settle()

    assert float(opened.page.input_value(f"#field-{feature}")) == lengths.max()
    row = {key: column[:1].copy() for key, column in penguins.X.items()}
    row[name][0] = lengths.max()
    assert opened.page.inner_text("#result strong") == model.predict(row)[0]


@pytest.mark.parametrize("row", [60, 160, 200, 300])
@pytest.mark.parametrize("closed", ["right", "left"])
def test_each_change_that_is_told_changes_the_prediction_to_what_is_told(
    open_page, model, penguins, row, closed
):
    if closed == "left":
        model = CARTClassifier.from_rpart(minsplit=10, cp=0.001).fit(penguins.X, penguins.y)
    sample = {name: column[row : row + 1].copy() for name, column in penguins.X.items()}
    before = model.predict(sample)[0]
    opened = open_page(model, X=penguins.X)
    opened.tab("sample")

    pick(opened, row)
    told = opened.page.locator(".changes li").all_inner_texts()

    assert told != []
    for text in told:
        name, sign, value, said = re.fullmatch(r"(\w+) ([≤>=<≥]) (.+): (\w+)", text).groups()
        changed = {key: column.copy() for key, column in sample.items()}
        step = {"≤": 0.0, ">": 1e-6, "<": -1e-6, "≥": 0.0}
        changed[name][0] = value if sign == "=" else float(value) + step[sign]
        assert model.predict(changed)[0] == said != before


def test_a_prediction_that_no_single_feature_changes_is_called_so(open_page, model, penguins):
    # Its bill is too short for a Chinstrap, and its island has no Gentoos.
    opened = open_page(model, X=penguins.X)
    opened.tab("sample")

    pick(opened, 0)

    assert "No other value of a single feature" in opened.page.inner_text(".changes")


def test_numbers_show_how_they_are_distributed_at_each_node(open_page):
    rng = np.random.default_rng(0)
    x = rng.normal(size=300)
    y = np.where(x > 0, 10.0, 0.0) + rng.normal(size=300)
    model = TreeRegressor(max_depth=1).fit({"x": x}, y)

    opened = open_page(model, X={"x": x}, y=y)
    heights = {
        node: opened.card(node)
        .locator(".column")
        .evaluate_all("(all) => all.map((it) => parseFloat(it.style.height))")
        for node in (0, 1, 2)
    }

    edges = np.linspace(y.min(), y.max(), 21)
    for node, rows in ((0, x == x), (1, x <= 0), (2, x > 0)):
        counts, _ = np.histogram(y[rows], edges)
        np.testing.assert_allclose(heights[node], 100 * counts / counts.max(), rtol=1e-4)
