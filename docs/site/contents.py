"""The order of the pages on the site is that of the lists in ``docs/README.md``."""

from __future__ import annotations

import posixpath
import re
import shutil
from functools import partial
from pathlib import Path

from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_ITEM = re.compile(r"^(?:\*|\d+\.) \[[^\]]+\]\(([^)]+)\.md\)", re.MULTILINE)
_SCRIPT = re.compile(r"\]\((?:\.\./)*(?:examples/)?gallery/(\w+)\.py\)")
#: Pages that only the site has, after the section they belong to.
MADE_HERE = {"Gallery": ["docs/gallery/index"], "Reference": ["docs/reference/modules/*"]}


def toctrees(index: str, folder: str) -> str:
    """A hidden table of contents for each section of a page of lists in a folder."""
    first, *parts = _SECTION.split(index)
    titles, texts = ["", *parts[::2]], [first, *parts[1::2]]
    return "\n".join(map(partial(_toctree, folder), titles, texts))


def _toctree(folder: str, title: str, text: str) -> str:
    pages = [posixpath.normpath(posixpath.join(folder, page)) for page in _ITEM.findall(text)]
    lines = "\n".join(f"/{page}" for page in [*pages, *MADE_HERE.get(title, [])])
    caption = f":caption: {title}\n" if title else ""
    return f"\n```{{toctree}}\n{caption}:hidden:\n:glob:\n\n{lines}\n```\n" if lines else ""


class AsListed:
    """Puts the scripts of the gallery in the order of ``examples/README.md``."""

    def __init__(self, src_dir: str) -> None:
        self.listed = _SCRIPT.findall((ROOT / "examples" / "README.md").read_text(encoding="utf-8"))

    def __call__(self, file: str | Path) -> int:
        return self.listed.index(Path(file).stem)


def _read(app: Sphinx, page: str, source: list[str]) -> None:
    if page == app.config.root_doc:
        index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
        source[0] += _toctree("", "", "* [All pages](docs/README.md)") + toctrees(index, "docs")
    if page == "docs/develop/decisions/README":
        source[0] += toctrees(source[0], posixpath.dirname(page))
    # A link to a script of the gallery leads to its page.
    source[0] = _SCRIPT.sub(r"](/docs/gallery/\1.rst)", source[0])


def _first_page(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        folder = Path(app.outdir)
        shutil.copy(folder / f"{app.config.root_doc}.html", folder / "index.html")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", _read)
    app.connect("build-finished", _first_page)
    return {"parallel_read_safe": True}
