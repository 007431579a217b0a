"""The questionnaire ends where the tree sends a sample, and asks no more than it needs."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, TreeClassifier, datasets
from tests.browser.test_follow import make_case

pytestmark = pytest.mark.browser

N_ROWS = 14

#: Answers every question from a row: by a button, or by typing numbers.
ANSWER_ALL = """
({ rows, types }) => rows.map((row) => {
  document.getElementById("question-again")?.click();
  const asked = [];
  const choices = () => [...document.querySelectorAll("#questions .choice")];
  const click = (text) => choices().find((it) => it.textContent === text).click();
  const number = (text) => Number(text.match(/-?[\\d.]+(e[-+]\\d+)?/)[0]);
  for (let limit = 0; limit < 60 && document.querySelector("#questions .verdict") === null; limit++) {
    const name = document.querySelector("#questions h2").textContent.slice(0, -1);
    const value = row[name];
    const form = document.querySelector("#questions form");
    asked.push(name);
    if (value === null) click("I don’t know");
    else if (form === null) {
      const own = choices().find((it) => it.textContent === value);
      if (own) own.click();
      else click("something else");
    } else {
      const buttons = choices().filter((it) => !it.classList.contains("other"));
      if (types || buttons.length === 0) {
        form.querySelector("input").value = value;
        form.requestSubmit();
      } else {
        (buttons.find((it) => it.textContent.endsWith("or less") && value <= number(it.textContent))
          ?? buttons.find((it) => it.textContent.includes("up to") && value <= Number(it.textContent.split("up to ")[1]))
          ?? buttons.at(-1)).click();
      }
    }
  }
  return { said: [...document.querySelectorAll(".verdict")].map((it) => it.textContent), asked };
})
"""  # noqa: E501


def plain_rows(table):
    """Rows as a page is answered: numbers, the texts of categories, None."""

    def plain(value):
        if value is None or value != value:
            return None
        return float(value) if isinstance(value, float) else str(value)

    return [
        {name: plain(table[name].iloc[row]) for name in table.columns} for row in range(len(table))
    ]


NAMES = [
    "direction",
    "majority",
    "branch",
    "fractional",
    "fractional numbers",
    "surrogates",
    "own category",
    "equations",
    "a combination",
    "stays",
]


@pytest.mark.parametrize("types", [True, False])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore::arboretum.exceptions.CategoryWarning")
def test_answers_lead_to_the_prediction(open_page, name, types):
    model, new = make_case(name)
    new = new.iloc[:N_ROWS]
    opened = open_page(model, view="questions")

    found = opened.page.evaluate(ANSWER_ALL, {"rows": as_quoted(plain_rows(new)), "types": types})

    columns = model.model_.read(new)
    ends = model.tree_.ends(columns)
    if model.tree_.schema.is_classification:
        classes = model.tree_.schema.classes
        expected = [[classes[k]] for k in model.tree_.predict_classes(ends)[:, 0]]
        assert [row["said"] for row in found] == expected
    else:
        said = [float(row["said"][0]) for row in found]
        np.testing.assert_allclose(said, model.tree_.predict_values(ends, columns)[:, 0], rtol=1e-4)
    if types:  # a number that was typed is never asked for again
        assert all(len(row["asked"]) == len(set(row["asked"])) for row in found)


def as_quoted(rows):
    """Categories that could be taken for several stand in quotes on the page."""
    marks = {"green, or so": '"green, or so"', "{grey}": '"{grey}"'}
    return [{name: marks.get(value, value) for name, value in row.items()} for row in rows]


@pytest.fixture(scope="module")
def model():
    penguins = datasets.penguins()
    return CARTClassifier().fit(penguins.X, penguins.y)


def test_an_answer_can_be_taken_back_and_seen_in_the_tree(open_page, model):
    tree = model.tree_
    page = open_page(model, view="questions").page
    first = page.locator("#questions h2").inner_text()

    page.locator(".choice").nth(0).click()
    page.locator(".choice").nth(0).click()
    verdict = page.locator(".verdict").inner_text()
    reasons = page.locator("ol.because li strong").all_inner_texts()
    page.locator(".change").nth(1).click()
    again = page.locator("#questions h2").inner_text()
    page.locator(".choice").nth(1).click()
    other = page.locator(".verdict").inner_text()
    page.click("#question-tree")
    page.wait_for_timeout(100)
    followed = page.locator(".card.followed").evaluate_all(
        "(all) => all.map((it) => +it.dataset.node)"
    )

    assert first == "flipper_length_mm?"
    assert verdict == tree.node(2).prediction
    assert reasons == ["206.5 or less", "43.35 or less"]
    assert again == "bill_length_mm?"
    assert other == tree.node(3).prediction
    assert followed == [0, 1, 3]


def test_the_answer_says_how_sure_it_is_and_what_would_change_it(open_page, model):
    tree = model.tree_
    page = open_page(model, view="questions").page

    page.locator(".choice").nth(0).click()
    page.locator(".choice").nth(0).click()
    told = page.locator("#questions").inner_text()

    leaf, other = tree.node(2), tree.node(4)
    shares = dict(zip(tree.schema.classes, leaf.value / leaf.value.sum(), strict=True))
    assert f"Adelie {100 * shares['Adelie']:.0f}%" in told
    assert f"{leaf.n_samples:.0f} samples of the training data gave these answers" in told
    assert f"{other.conditions[-1]}: mostly {other.prediction}" in told


def test_the_keyboard_alone_answers_all(open_page, model):
    page = open_page(model, view="questions").page
    page.keyboard.press("Tab")
    page.locator(".choice").nth(0).focus()

    page.keyboard.press("Enter")
    focused = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert focused == "bill_length_mm?"
    assert page.locator(".verdict").inner_text() == model.tree_.node(2).prediction


def test_a_tree_that_refuses_missing_values_has_no_way_to_say_that_one_does_not_know(open_page):
    X, y = {"age": [20, 30, 60]}, ["n", "n", "y"]

    refusing = open_page(TreeClassifier(missing="error").fit(X, y), view="questions").page
    texts = refusing.locator(".choice").all_inner_texts()

    assert texts == ["45 or less", "more than 45"]


def test_what_equals_a_threshold_of_rpart_is_no_less(open_page):
    model = CARTClassifier.from_rpart(minsplit=2).fit({"age": [20, 30, 60]}, ["n", "n", "y"])
    page = open_page(model, view="questions").page

    texts = page.locator(".choice").all_inner_texts()
    page.fill("#number", "45")
    page.locator("#questions form button").click()

    assert texts[:2] == ["less than 45", "45 or more"]
    assert page.locator(".verdict").inner_text() == "y"


def test_a_date_is_asked_for_as_a_date(open_page):
    import pandas as pd

    days = pd.date_range("2022-01-01", periods=40)
    X = pd.DataFrame({"signup": days})
    y = np.where(days < "2022-01-20", "early", "late")
    page = open_page(TreeClassifier().fit(X, y), view="questions").page

    texts = page.locator(".choice").all_inner_texts()
    page.fill("#number", "2022-01-19")
    page.locator("#questions form button").click()
    early = page.locator(".verdict").inner_text()
    page.click("#question-back")
    page.fill("#number", "2022-01-20")
    page.locator("#questions form button").click()

    assert texts[:2] == ["up to 2022-01-19", "after 2022-01-19"]
    assert early == "early"
    assert page.locator(".verdict").inner_text() == "late"
