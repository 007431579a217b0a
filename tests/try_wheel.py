"""Tries an installed wheel, without the sources: a tree, and the report of the README."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path


def grow() -> None:
    """Grow a tree that can be checked in the head."""
    from arboretum import TreeClassifier

    model = TreeClassifier().fit({"age": [20, 73, 37, 52]}, ["A", "B", "A", "B"])
    assert model.grower_.startswith("native"), model.grower_
    assert model.predict({"age": [44, 45]}).tolist() == ["A", "B"]


def report() -> None:
    """Make a report of the penguins by the command line."""
    from arboretum import datasets

    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "report.html"
        command = ["report", str(datasets.path("penguins")), "--target", "species"]
        done = subprocess.run(
            [sys.executable, "-m", "arboretum", *command, "-o", str(page)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=True,
        )
        assert "A tree with 8 leaves predicts species" in done.stdout, done.stdout
        assert "flipper_length_mm" in page.read_text(encoding="utf-8")


if __name__ == "__main__":
    grow()
    report()
