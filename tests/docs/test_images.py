"""The pictures of the pages show what the library draws today."""

from __future__ import annotations

import runpy

import pytest

from tests.docs.pages import ROOT

FOLDER = ROOT / "docs" / "guide" / "images"


def description_of(png):
    """What a PNG file says it shows."""
    image = pytest.importorskip("PIL.Image")
    with image.open(png) as opened:
        return opened.info["Description"]


@pytest.mark.docs
@pytest.mark.skipif(not FOLDER.is_dir(), reason="the source archive has no docs")
def test_every_picture_says_what_is_drawn_now():
    # The picture itself depends on the version of matplotlib.
    drawings = runpy.run_path(str(FOLDER / "write.py"))["PICTURES"]

    taken = runpy.run_path(str(FOLDER / "write_pages.py"))["PICTURES"]

    assert {file.stem for file in FOLDER.glob("*.png")} == {*drawings, *taken}
    for name, draw in drawings.items():
        assert description_of(FOLDER / f"{name}.png") == draw().alt, (
            "run docs/guide/images/write.py"
        )
