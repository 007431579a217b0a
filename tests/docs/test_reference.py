"""The list of public names is complete and up to date."""

from __future__ import annotations

import runpy

import pytest

from tests.docs.pages import ROOT

FOLDER = ROOT / "docs" / "reference"


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the source archive has no docs")
def test_the_reference_is_what_the_docstrings_say():
    expected = runpy.run_path(str(FOLDER / "write.py"))["reference"]()

    written = (FOLDER / "README.md").read_text(encoding="utf-8")

    assert written == expected, "run `python docs/reference/write.py` and read the diff"
