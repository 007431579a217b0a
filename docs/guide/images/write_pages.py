"""Takes the pictures of pages in a browser, next to this file.

Needs playwright and chromium.  Run it after a change of what the page looks like, and look at them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from arboretum import CARTClassifier, TreeClassifier, datasets, show
from arboretum.pruning import CostComplexity

FOLDER = Path(__file__).parent
WINDOW, PHONE = {"width": 1180, "height": 660}, {"width": 390, "height": 600}
DESK = {"width": 1280, "height": 980}


def main() -> None:
    from playwright.sync_api import sync_playwright

    data = datasets.penguins()
    model = TreeClassifier(max_depth=3, min_samples_leaf=5).fit(data.X, data.y)
    with sync_playwright() as driver, TemporaryDirectory() as folder:
        program = shutil.which("chromium") or shutil.which("chromium-browser")
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, (view, window, act) in PICTURES.items():
            file = Path(folder) / "page.html"
            if view == "report":
                write_report(data, file)
            else:
                show.html(model, file, X=data.X, y=data.y, title="Palmer penguins", view=view)
            page = browser.new_page(viewport=window)
            page.goto(file.as_uri())
            act(page)
            page.wait_for_timeout(300)
            page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


def write_report(data: Any, file: Path) -> None:
    model = CARTClassifier(complexity=0.001, pruning=CostComplexity(cv=10)).fit(data.X, data.y)
    model.report(data.X, data.y, file, title="What predicts the species of a penguin?")


def follow_a_row(page: Any) -> None:
    page.click("#tab-sample")
    page.fill("#row", "300")


def answer(page: Any) -> None:
    while page.locator(".choice").count():
        page.locator(".choice").first.click()


def nothing(page: Any) -> None:
    pass


PICTURES: dict[str, tuple[Any, Any, Callable[[Any], None]]] = {
    "report": ("report", DESK, nothing),
    "page-tree": ("tree", WINDOW, follow_a_row),
    "page-icicle": ("icicle", WINDOW, nothing),
    "page-question": ("questions", PHONE, nothing),
    "page-answer": ("questions", PHONE, answer),
}

if __name__ == "__main__":
    main()
