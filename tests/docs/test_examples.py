"""The scripts in ``examples/`` print what the text file beside each of them shows."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.docs.pages import ROOT

SCRIPTS = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.docs
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_an_example_prints_what_is_shown(script, tmp_path):
    finished = subprocess.run(
        [sys.executable, "-X", "utf8", script],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    assert finished.stderr == ""
    assert finished.stdout == script.with_suffix(".txt").read_text(encoding="utf-8")
