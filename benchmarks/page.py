"""How quick the page of a large tree is: ``python -m benchmarks.page``.

A tree of 4,999 nodes in a window of 1280 by 760 pixels, in Debian's chromium without a window:
how long the page takes to be written, to be painted first, and to show the answer to each thing a
reader does.  An answer counts from the event until the frame after it was drawn.  Milliseconds,
the median of some runs and the longest.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from arboretum import TreeClassifier, show

N_SAMPLES, N_LEAVES, N_RUNS = 20_000, 2_500, 7

FIRST_PAINT = """
() => new Promise((done) => {
  const seen = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
  const look = () => (seen() === undefined ? setTimeout(look, 10) : done(seen()));
  look();
})
"""
# The second frame starts when the first has been drawn.
TIMED = """
(act) => new Promise((done) => {
  const start = performance.now();
  new Function(act)();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})
"""
WHEEL = """document.getElementById("stage").dispatchEvent(new WheelEvent("wheel",
    { deltaY: %d, clientX: 400, clientY: 400, bubbles: true, cancelable: true }))"""
SET = """const it = document.getElementById("%s"); it.value = "%s";
    it.dispatchEvent(new Event("input", { bubbles: true }))"""
CLICK = """document.getElementById("%s").click()"""
ACTS = {
    "unfold everything": CLICK % "unfold",
    "fit everything": CLICK % "fit",
    "zoom, everything in view": WHEEL % -100,
    "search": SET % ("search", "x3"),
    "prune by a step": SET % ("step", 1),
    "back to the whole tree": SET % ("step", 0),
    "follow a sample": SET % ("row", 7),
    "fold to the start": CLICK % "fold",
    "zoom, cards in view": WHEEL % -100,
}


def main() -> None:
    from playwright.sync_api import sync_playwright

    rng = np.random.default_rng(0)
    X = rng.normal(size=(N_SAMPLES, 10))
    y = X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=N_SAMPLES) > 0
    model = TreeClassifier(max_leaf_nodes=N_LEAVES).fit(X, y)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree.html"
        start = time.perf_counter()
        show.html(model, file, X=X[:1000])
        took = 1000 * (time.perf_counter() - start)
        size = file.stat().st_size / 1e6
        print(f"{model.tree_.n_nodes} nodes, written in {took:.0f} ms, {size:.1f} MB\n")
        with sync_playwright() as driver:
            program = shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
            report([time_page(browser, file) for _ in range(N_RUNS)])
            browser.close()


def time_page(browser: Any, file: Path) -> dict[str, float]:
    """What one reader waits for."""
    page = browser.new_page(viewport={"width": 1280, "height": 760})
    page.goto(file.as_uri())
    page.evaluate(TIMED, "")
    drawn = page.evaluate("() => performance.now()")
    times = {"first paint": page.evaluate(FIRST_PAINT), "tree drawn, at most": drawn}
    times |= {name: page.evaluate(TIMED, act) for name, act in ACTS.items()}
    page.close()
    return times


def report(runs: list[dict[str, float]]) -> None:
    print(f"{'':26} median, ms  longest, ms")
    for name in runs[0]:
        found = [run[name] for run in runs]
        print(f"{name:26} {statistics.median(found):10.0f} {max(found):12.0f}")


if __name__ == "__main__":
    main()
