"""Reports of many trees on a desk, a large screen, a phone and paper: legible, whole, not blank."""

from __future__ import annotations

import re
import shutil
import subprocess

import numpy as np
import pytest

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    HierarchicalClassifier,
    M5Regressor,
    MultiLabelClassifier,
    MultiTargetRegressor,
    TreeClassifier,
    TreeRegressor,
)
from arboretum.pruning import CostComplexity
from tests.browser.boxes import BOXES

pytestmark = pytest.mark.browser

N = 600
RNG = np.random.default_rng(5)
X = {f"feature_{i}": RNG.normal(size=N).round(2) for i in range(4)} | {
    "a feature with quite a long name, in mm": (100 + 20 * RNG.normal(size=N)).round(1),
    "region": RNG.choice(["north", "south by south-west", "east", "the far and lonely west"], N),
    "visits": RNG.integers(0, 9, N),
    "tail": np.exp(2 * RNG.normal(size=N)).round(3),
    "admitted": np.datetime64("2021-01-01") + RNG.integers(0, 900, N).astype("timedelta64[D]"),
}
SCORE = X["feature_0"] + X["feature_1"] * (X["visits"] > 4) + 0.4 * RNG.normal(size=N)
TWO = np.where(SCORE > 0.8, "readmitted within 30 days", "not readmitted")
THREE = np.array(["low", "medium", "high"])[np.digitize(SCORE, [-0.6, 0.7])]
MANY = np.array([chr(65 + i) for i in range(26)])[np.floor(SCORE * 6).astype(int) % 26]
MONEY = 125_000 + 40_000 * SCORE
AILMENTS = {
    name: (SCORE + shift + RNG.normal(size=N) > 0.9).astype(int)
    for shift, name in enumerate(("cough", "a label with quite a long name", "fever", "rash"), -1)
}
PATHS = [
    f"region {i % 3}/district {i % 40}" + ("@watched" if i % 7 == 0 else "")
    for i in np.floor(SCORE * 20).astype(int)
]
LENGTHS = {f"length of limb {k}": SCORE * k + RNG.normal(size=N) for k in range(1, 9)}
DAYS = (X["admitted"] > np.datetime64("2022-03-01")) ^ (RNG.random(N) < 0.05)

TREES = {
    "two leaves": (TreeClassifier(max_depth=1), TWO),
    "two classes": (CARTClassifier(pruning=CostComplexity(cv=3)), TWO),
    "three classes": (CARTClassifier(max_depth=3), THREE),
    "three classes, 20 leaves": (TreeClassifier(max_leaf_nodes=20), THREE),
    "many branches": (CHAIDClassifier(), THREE),
    "26 classes": (TreeClassifier(max_leaf_nodes=60), MANY),
    "26 classes, 300 leaves": (TreeClassifier(max_leaf_nodes=300), MANY),
    "numbers": (CARTRegressor(pruning=CostComplexity(cv=3)), MONEY),
    "numbers, 150 leaves": (TreeRegressor(max_leaf_nodes=150), MONEY),
    "equations": (M5Regressor(), MONEY),
    "the root alone": (CARTClassifier(pruning=CostComplexity(cv=3)), RNG.choice(["a", "b"], N)),
    "labels": (MultiLabelClassifier(pruning=CostComplexity(cv=3)), AILMENTS),
    "labels of a hierarchy": (HierarchicalClassifier(f_test=(0.01, 0.1)), PATHS),
    "eight numbers": (MultiTargetRegressor(pruning=CostComplexity(cv=3)), LENGTHS),
    "a number and a class": (
        MultiTargetRegressor(max_depth=4),
        {"cost in euros": MONEY, "return": TWO},
    ),
    "dates": (TreeClassifier(max_depth=3), np.where(DAYS, "after", "before")),
}
LEAST_LETTER = 11.0
#: How far the letters and drawings of each section reach across and down, as shares, by name.
USED = """
() => Object.fromEntries([...document.querySelectorAll("main > section")]
  .filter((section) => section.querySelector("table, svg, img, dl, ul"))
  .map((section) => {
    const room = section.getBoundingClientRect();
    const boxes = [...section.querySelectorAll("p, li, dd, td, th, svg, img, figcaption, summary")]
      .filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect());
    const [right, bottom] = ["right", "bottom"].map((at) => Math.max(...boxes.map((it) => it[at])));
    const shares = [(right - room.left) / room.width, (bottom - room.top) / room.height];
    return [section.id, Math.min(...shares)];
  }))
"""
#: Millimetres in a point, and what no printer reaches.
MILLIMETRE, EDGE = 25.4 / 72, 10.0


@pytest.fixture(scope="module", params=list(TREES))
def report_file(request, tmp_path_factory):
    estimator, y = TREES[request.param]
    table = {name: column for name, column in X.items() if y is not MANY or name != "tail"}
    file = tmp_path_factory.mktemp("report") / "report.html"
    estimator.fit(table, y).report(table, y, file, n_folds=2, n_trees=2)
    return file


@pytest.fixture(params=[1280, 1920, 390])
def page(request, browser, report_file):
    opened = browser.new_page(viewport={"width": request.param, "height": 900})
    opened.goto(report_file.as_uri())
    yield opened
    opened.close()


def test_letters_are_large_and_whole_and_none_lies_on_another(page):
    width = page.viewport_size["width"]
    if width == 390:  # a matrix of many classes is wider than a phone
        page.locator(".wide:has(.many)").evaluate_all(
            "(all) => all.forEach((one) => one.classList.add('scrolls-here'))"
        )

    assert page.evaluate(BOXES) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    # The smallest letters of a picture have 7.5 points.
    scales = page.locator(".sheet img").evaluate_all(
        "(all) => all.map((one) => one.clientWidth / one.naturalWidth)"
    )
    assert min(scales) * 7.5 * 96 / 72 >= LEAST_LETTER - 0.01
    if width > 390:
        needs = "(all) => all.map((one) => one.scrollWidth - one.clientWidth)"
        assert max(page.locator(".wide").evaluate_all(needs)) <= 1


def test_no_section_of_a_large_screen_is_half_empty(browser, report_file):
    opened = browser.new_page(viewport={"width": 1920, "height": 900})
    opened.goto(report_file.as_uri())

    used = opened.evaluate(USED)

    opened.close()
    # What is said in a sentence or two needs no more room.
    assert {name: share for name, share in used.items() if share < 0.5} == {}


@pytest.mark.parametrize("sheet", ["A4", "Letter"])
def test_no_page_on_paper_is_blank_or_cut(browser, report_file, sheet, tmp_path):
    if shutil.which("pdftotext") is None:
        pytest.skip("needs pdftotext: apt-get install poppler-utils")
    opened = browser.new_page()
    opened.goto(report_file.as_uri())
    opened.pdf(path=tmp_path / "report.pdf", format=sheet)
    opened.close()

    made = subprocess.run(
        ["pdftotext", "-bbox", tmp_path / "report.pdf", "-"], capture_output=True, check=True
    )

    pages = made.stdout.decode().split("<page ")[1:]
    assert 3 <= len(pages) <= 20
    for text in pages:
        width = float(re.search(r'width="([\d.]+)"', text)[1])
        words = np.array(re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"', text))
        assert len(words) >= 5
        assert words[:, 0].astype(float).min() * MILLIMETRE >= EDGE
        assert (width - words[:, 2].astype(float).max()) * MILLIMETRE >= EDGE
