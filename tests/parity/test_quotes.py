"""What the pages for people who come from other programs quote from these programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, new_namespace, read_steps, run_step
from tests.parity.j48.read import PRUNED

START = ROOT / "docs" / "start"
#: Of the random tables, the one on the page.
SHOWN = 23

pytestmark = pytest.mark.skipif(not START.is_dir(), reason="the source archive has no docs")


def recorded_by_rpart():
    path = Path(__file__).parent / "rpart" / "random.json"
    return json.loads(path.read_text(encoding="utf-8"))["cases"][SHOWN]


def test_the_frame_on_the_page_is_the_one_that_rpart_gave():
    case = recorded_by_rpart()
    frame, splits = case["frame"], case["splits"]
    lines = []
    for node, name, n, dev, yval in zip(
        *(frame[key] for key in ("node", "var", "n", "dev", "yval")), strict=True
    ):
        split = splits.get(str(node))
        improve = f" {split['primary']['improve']:7.4f}" if split else ""
        lines.append(f"{node:4} {name:>6} {n:2} {dev:7.4f} {yval:.4f}{improve}")

    assert "\n".join(lines) in (START / "from-rpart.md").read_text(encoding="utf-8")


def test_the_table_on_the_page_is_the_one_that_rpart_was_given():
    names = new_namespace()
    for step in read_steps(START / "from-rpart.md"):
        if step.source.startswith(("nan =", "X =", "y =")):
            run_step(step, names)
    columns = {
        name: [None if value != value else value for value in column]
        for name, column in {**names["X"], "y": names["y"]}.items()
    }

    assert columns == recorded_by_rpart()["columns"]


def test_the_irises_on_the_page_are_the_tree_that_j48_printed():
    page = (START / "from-weka.md").read_text(encoding="utf-8")

    assert "\n".join(PRUNED["iris"]["tree"]) in page
