"""Pages in a browser: Debian's chromium, driven by playwright."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from arboretum import show

HOW = "needs a browser: pip install playwright, and chromium (apt-get install chromium)"


@pytest.fixture(scope="session")
def browser():
    """A browser without a window; tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason=HOW)
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.skip(HOW)
    with playwright.sync_playwright() as driver:
        # Inside a container chromium cannot set up its own sandbox.
        started = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield started
        started.close()


class Opened:
    """A page with a tree, and everything that it complained about or asked for."""

    def __init__(self, page, file: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(dialog.message) or dialog.dismiss())
        page.on("request", lambda request: self.requests.append(request.url))
        page.goto(file.as_uri())
        self.settle()

    def settle(self) -> None:
        """Wait until what was asked for is drawn."""
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )

    def card(self, node: int):
        return self.page.locator(f'.card[data-node="{node}"]')

    def shown(self) -> list[int]:
        """The nodes whose cards are there, in the order in which they are read."""
        self.settle()
        cards = self.page.locator(".card").evaluate_all(
            "(all) => all.map((card) => card.dataset.node)"
        )
        return [int(node) for node in cards]

    def unfold(self) -> None:
        """Show every node, in a window that is large enough for cards."""
        self.page.set_viewport_size({"width": 3600, "height": 1500})
        self.settle()
        self.page.click("#unfold")
        self.page.click("#fit")
        self.settle()

    def slide(self, step: int) -> None:
        """Move the slider of sizes."""
        self.page.locator("#step").evaluate(
            "(slider, step) => { slider.value = step; slider.dispatchEvent(new Event('input')); }",
            step,
        )
        self.settle()

    def tab(self, name: str) -> None:
        self.page.locator(f"#tab-{name}").click()


@pytest.fixture
def open_page(browser, tmp_path):
    """Opens the page of a model; at the end of the test it must not have complained."""
    opened = []

    def open_it(model, window=(1280, 760), **options) -> Opened:
        file = tmp_path / "tree.html"
        show.html(model, file, **options)
        page = browser.new_page(viewport={"width": window[0], "height": window[1]})
        opened.append(Opened(page, file))
        return opened[-1]

    yield open_it
    close_and_check(opened)


@pytest.fixture
def open_report(browser, tmp_path):
    """Opens the page of a report; at the end of the test it must not have complained."""
    opened = []

    def open_it(report, **options) -> Opened:
        file = tmp_path / "report.html"
        report.save(file)
        page = browser.new_page(**{"viewport": {"width": 1280, "height": 900}} | options)
        opened.append(Opened(page, file))
        return opened[-1]

    yield open_it
    close_and_check(opened)


def close_and_check(opened: list[Opened]) -> None:
    for each in opened:
        each.page.close()
        assert each.complaints == []
        asked = [url for url in each.requests if not url.startswith(("file:", "data:", "about:"))]
        assert asked == []
