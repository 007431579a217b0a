"""The report in a browser: complete, legible, usable by keyboard, and deaf to hostile names."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, CARTRegressor, TreeClassifier, datasets
from arboretum.pruning import CostComplexity
from arboretum.report import Report
from tests.browser.contrast import CONTRAST
from tests.browser.test_hostile_names import HOSTILE

pytestmark = pytest.mark.browser

SECTIONS = [
    "summary",
    "tree",
    "errors",
    "features",
    "importance",
    "choice",
    "stability",
    "rules",
    "data",
    "reading",
    "caution",
    "repeat",
]


@pytest.fixture(scope="module")
def found() -> Report:
    penguins = datasets.penguins()
    pruning = CostComplexity(cv=5)
    model = CARTClassifier(complexity=0.001, pruning=pruning).fit(penguins.X, penguins.y)
    return model.report(penguins.X, penguins.y, n_folds=5, n_trees=10)


@pytest.fixture(scope="module")
def numbers() -> Report:
    penguins = datasets.penguins()
    y = np.nan_to_num(penguins.X["body_mass_g"], nan=4000.0)
    X = {name: column for name, column in penguins.X.items() if name != "body_mass_g"}
    return CARTRegressor().fit(X, y).report(X, y, n_folds=3, n_trees=5)


def test_every_section_is_there_and_its_link_leads_to_it(open_report, found):
    page = open_report(found).page

    assert (
        page.locator("main > section").evaluate_all("(all) => all.map((it) => it.id)") == SECTIONS
    )
    assert page.locator("h1").count() == 1
    for name in SECTIONS:
        page.locator(f'nav a[href="#{name}"]').click()
        page.locator(f"#{name} h2").wait_for(state="visible")
        top = page.locator(f"#{name}").evaluate("(it) => it.getBoundingClientRect().top")
        assert -1 <= top < 900


def test_tables_and_pictures_have_words_of_their_own(open_report, found, numbers):
    for report in (found, numbers):
        page = open_report(report).page

        assert page.locator("table").count() == page.locator("table > caption").count()
        texts = page.locator("img").evaluate_all("(all) => all.map((it) => it.alt)")
        sizes = page.locator("img").evaluate_all("(all) => all.map((it) => it.naturalWidth)")
        assert all(len(text) > 40 for text in texts)
        assert all(size > 100 for size in sizes)
        assert page.locator("figure").count() == page.locator("figure > figcaption").count() > 0


def test_the_numbers_on_the_page_are_those_of_the_report(open_report, found):
    page = open_report(found).page
    (judged,) = found.judged

    cells = page.locator(".matrix tbody td b").all_text_contents()
    tiles = page.locator(".tiles .value").all_text_contents()
    chosen = page.locator("#choice tr.marked th").text_content()

    assert [float(cell) for cell in cells] == judged.confusion.weights.ravel().tolist()
    assert (
        f"{100 * judged.error.value:.1f}\N{NO-BREAK SPACE}%"
        in page.locator("#errors table").first.inner_text()
    )
    assert tiles == [
        f"{100 * judged.error.value:.1f}\N{NO-BREAK SPACE}%",
        f"{100 * judged.without_tree.value:.1f}\N{NO-BREAK SPACE}%",
        str(found.tree.n_leaves),
        f"{100 * found.stability.agreement:.0f}\N{NO-BREAK SPACE}%",
    ]
    assert chosen == str(found.tree.n_leaves)


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window_and_every_text_can_be_read(
    open_report, found, width, scheme
):
    page = open_report(found, viewport={"width": width, "height": 800}, color_scheme=scheme).page

    assert page.evaluate("document.documentElement.scrollWidth") == width
    texts = page.locator("h1, h2, p, li, a, th, td, dt, dd, caption, figcaption, summary, code")
    assert min(texts.evaluate_all(CONTRAST)) >= 4.5
    ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert (ground == "rgb(20, 24, 28)") == (scheme == "dark")


def test_the_tab_key_reaches_links_wide_tables_and_the_tree_to_explore(open_report, found):
    page, reached = open_report(found).page, []

    for _ in range(len(SECTIONS) + 10):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "(document.activeElement.hash ?? '') || "
                "document.activeElement.className || "
                "document.activeElement.tagName"
            )
        )
        if reached[-1] == "SUMMARY":
            break
    page.keyboard.press("Enter")

    # The link past the links, the links, the tree in words, its picture, the tree to explore.
    links = ["#summary", *(f"#{name}" for name in SECTIONS)]
    assert reached == [*links, "wide", "wide sheet", "SUMMARY"]
    assert page.locator("details.explorer").get_attribute("open") is not None


def test_the_tree_to_explore_is_fitted_when_it_is_opened(open_report, found):
    opened = open_report(found)
    opened.page.locator("details.explorer summary").click()
    frame = opened.page.frame_locator("details.explorer iframe")
    frame.locator('.card[data-node="0"]').wait_for(state="visible")
    opened.page.wait_for_timeout(200)

    stage = frame.locator("#stage").bounding_box()
    cards = [card.bounding_box() for card in frame.locator(".card").all()]

    assert len(cards) >= 3
    for card in cards:
        assert stage["x"] <= card["x"]
        assert card["x"] + card["width"] <= stage["x"] + stage["width"] + 1
        assert card["y"] + card["height"] <= stage["y"] + stage["height"] + 1
    frame.locator("#tab-node").click()
    share = found.stability.splits[0].same_way
    assert f"in {100 * share:.0f} % of 10 trees" in frame.locator("#node").inner_text()


def test_in_the_dark_the_tree_to_explore_is_dark_and_paper_is_white(open_report, found):
    page = open_report(found, color_scheme="dark").page
    page.locator("details.explorer summary").click()
    ground = "(it) => getComputedStyle(it).backgroundColor"
    frame = page.frame_locator("details.explorer iframe")

    assert frame.locator("html").evaluate(ground) == "rgb(29, 34, 40)"

    page.emulate_media(media="print", color_scheme="dark")

    assert page.locator("html").evaluate(ground) == "rgb(255, 255, 255)"
    texts = page.locator("h1, h2, p, li, th, td, dt, dd, caption, figcaption, code")
    assert min(texts.evaluate_all(CONTRAST)) >= 4.5
    assert page.locator(".sheet").first.evaluate("(it) => getComputedStyle(it).filter") == "none"


def test_print_shows_everything_but_what_needs_a_screen(open_report, found):
    page = open_report(found).page
    page.emulate_media(media="print")

    assert not page.locator("nav").is_visible()
    assert not page.locator("details.explorer").is_visible()
    assert all(page.locator(f"#{name}").is_visible() for name in SECTIONS)
    page.set_viewport_size({"width": 680, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == 680
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_as_it_is_and_runs_nothing(open_report, name):
    # A column, a category, a class, and the title at once.
    X = {name: np.arange(40.0) % 8, "c": np.array([name, "b"] * 20), "same": np.array([name] * 40)}
    y = np.array([name, "b", "c", "d"] * 10)
    model = TreeClassifier(max_depth=2).fit(X, y)

    opened = open_report(model.report(X, y, n_folds=2, n_trees=2, title=name))
    opened.page.locator("details.explorer summary").click()
    opened.settle()

    assert opened.page.locator("h1").text_content() == name
    assert opened.page.locator("main img:not([alt]), main svg[onload], main script").count() == 0
    assert opened.page.locator("script").count() == 1  # that of the page itself
    assert opened.page.locator("main img").count() == opened.page.locator("figure img").count()
