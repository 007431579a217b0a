"""A page opens readable: large letters, nothing cut, nothing over another, on screens and paper."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from tests.browser.trees_to_read import TREES, tree_to_read

pytestmark = pytest.mark.browser

WINDOWS = {"laptop": (1280, 760), "desktop": (1920, 1000), "phone": (390, 844)}

#: The size of each text that is seen, in pixels of the screen, and texts that leave their box.
LETTERS = """
() => {
  const letters = [], cut = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const home = text.parentElement;
    if (text.textContent.trim() === "" || !home.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width <= 1 || home.closest(".unseen, option") !== null) continue;
    const drawn = home.offsetHeight ? home.getBoundingClientRect().height / home.offsetHeight : 1;
    letters.push([parseFloat(getComputedStyle(home).fontSize) * drawn, text.textContent]);
    const card = home.closest(".card, .cell");
    const room = card?.getBoundingClientRect();
    const isMark = home.closest(".fold") !== null;
    if (room && !isMark && (box.right > room.right + 0.5 || box.bottom > room.bottom + 0.5)) {
      cut.push(text.textContent);
    }
  }
  return { letters, cut };
}
"""

BOXES = """
(selector) => [...document.querySelectorAll(selector)].map((it) => {
  const { x, y, width, height } = it.getBoundingClientRect();
  return { x, y, width, height, text: it.textContent };
})
"""


def open_in(open_page, name, window, view="tree"):
    model, X, y = tree_to_read(name)
    opened = open_page(model, X=X, y=y, view=view, window=WINDOWS[window])
    opened.settle()
    return opened


def overlap(a, b):
    def meet(start, size):
        return a[start] + 0.5 < b[start] + b[size] and b[start] + 0.5 < a[start] + a[size]

    return meet("x", "width") and meet("y", "height")


def overlaps(boxes):
    return [(a["text"], b["text"]) for i, a in enumerate(boxes) for b in boxes[:i] if overlap(a, b)]


def is_inside(box, room):
    return (
        box["x"] >= room["x"] - 0.5
        and box["y"] >= room["y"] - 0.5
        and box["x"] + box["width"] <= room["x"] + room["width"] + 0.5
        and box["y"] + box["height"] <= room["y"] + room["height"] + 0.5
    )


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", TREES)
def test_a_tree_opens_with_large_letters_nothing_cut_and_nothing_over_another(
    open_page, name, window
):
    opened = open_in(open_page, name, window)
    page = opened.page

    found = page.evaluate(LETTERS)
    cards = page.evaluate(BOXES, ".card")
    stage = page.locator("#stage").bounding_box()

    assert min(found["letters"]) >= [11 - 1e-6, ""]
    assert found["cut"] == []
    assert all(is_inside(box, stage) for box in [*cards, *page.evaluate(BOXES, ".card .fold")])
    assert overlaps([*cards, *page.evaluate(BOXES, ".answer span")]) == []
    assert page.evaluate("document.documentElement.scrollWidth") == WINDOWS[window][0]
    # The root alone is not a tree.
    assert len(cards) >= 3


@pytest.mark.parametrize("name", TREES)
def test_what_is_folded_is_counted(open_page, name):
    tree = tree_to_read(name)[0].tree_
    opened = open_in(open_page, name, "laptop")

    hidden = tree.n_nodes - opened.page.locator(".card:not(.rest)").count()

    hint = f"{hidden} of {tree.n_nodes} nodes are folded: click + on a node, or Unfold"
    assert opened.page.inner_text("#hint") == (hint if hidden else "")


def test_of_many_branches_the_largest_are_shown_and_a_click_shows_the_others(open_page):
    tree = tree_to_read("twelve ways")[0].tree_
    opened = open_in(open_page, "twelve ways", "phone")
    rest = opened.page.locator(".card.rest")

    shown = [node for node in opened.shown()[1:] if opened.card(node).get_attribute("aria-level")]
    first = [node for node in shown if tree.parent[node] == 0]
    aside = sorted(set(tree.children(0).tolist()) - set(first))
    told = rest.inner_text()
    rest.click()

    assert min(tree.n_samples[first]) >= max(tree.n_samples[aside])
    assert f"{len(aside)} other answers" in told
    assert f"n {tree.n_samples[aside].sum():.0f}" in told
    assert rest.count() == 0
    assert opened.card(aside[0]).is_visible()


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("name", ["three classes", "26 classes", "300 leaves", "long names"])
def test_an_icicle_opens_with_large_letters_and_cells_as_high_as_their_samples(
    open_page, name, window
):
    tree = tree_to_read(name)[0].tree_
    opened = open_in(open_page, name, window, view="icicle")
    page = opened.page

    found = page.evaluate(LETTERS)
    cells = page.locator(".cell").evaluate_all(
        "(all) => all.map((it) => [+it.dataset.node, it.getBoundingClientRect().height])"
    )

    assert min(found["letters"]) >= [11 - 1e-6, ""]
    assert found["cut"] == []
    assert overlaps(page.evaluate(BOXES, ".cell")) == []
    whole = dict(cells)[0] + 2
    for node, height in cells:
        whole_cell = whole * tree.n_samples[node] / tree.n_samples[0]
        assert height == pytest.approx(whole_cell - min(2.0, whole_cell / 2), abs=0.1)


@pytest.mark.parametrize("name", ["three classes", "many categories", "equations", "long names"])
def test_questions_fit_on_a_phone_and_their_buttons_are_large(open_page, name):
    opened = open_in(open_page, name, "phone", view="questions")
    page = opened.page

    found = page.evaluate(LETTERS)
    buttons = page.evaluate(BOXES, ".choice")

    assert min(found["letters"]) >= [11 - 1e-6, ""]
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert min(box["height"] for box in buttons) >= 44
    assert overlaps(buttons) == []


@pytest.mark.parametrize("view", ["tree", "icicle", "questions"])
@pytest.mark.parametrize("name", ["two leaves", "300 leaves", "long names", "twelve ways"])
def test_paper_has_letters_on_every_page_and_shows_the_tree_on_the_first(
    open_page, tmp_path, name, view
):
    if shutil.which("pdftotext") is None:
        pytest.skip("needs pdftotext (apt-get install poppler-utils)")
    opened = open_in(open_page, name, "desktop", view=view)
    file = tmp_path / "tree.pdf"

    opened.page.pdf(path=file, prefer_css_page_size=True, print_background=True)

    pages = subprocess.check_output(["pdftotext", "-bbox", file, "-"], text=True).split("<page ")[
        1:
    ]
    words = [re.findall(r'xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)"', p) for p in pages]
    width, height = (float(x) for x in re.findall(r'"([\d.]+)"', pages[0])[:2])
    assert width > height  # A4 across
    for boxes in words:
        assert boxes != []  # no blank page
        for left, top, right, bottom in boxes:
            assert 0 <= float(left) <= float(right) <= width
            assert 0 <= float(top) <= float(bottom) <= height
            # Of 11 pixels at least: a line of letters is higher than its size.
            assert float(bottom) - float(top) >= 11 * 0.75
    assert len(words[0]) >= 5
