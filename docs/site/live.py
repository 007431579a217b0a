"""A report and a tree to explore on the first page, made by the library as the site is built."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from arboretum import CARTClassifier, datasets, show
from arboretum.pruning import CostComplexity

#: The paragraph of README.md that the frames follow; other hosts show it with its links alone.
ABOVE = "[a tree to explore](docs/guide/page.md).\n"
FOLDER = Path("_static") / "live"
_FRAMES = """
```{raw} html
:file: docs/site/live.html
```
"""


def _read(app: Sphinx, page: str, source: list[str]) -> None:
    if page == app.config.root_doc and app.builder.format == "html":
        before, found, after = source[0].partition(ABOVE)
        if not found:
            raise ExtensionError(f"README.md has to say {ABOVE.strip()}, which the frames follow")
        source[0] = before + found + _FRAMES + after


def _write(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        folder = Path(app.outdir) / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        write_pages(folder)


def write_pages(folder: Path) -> None:
    """``report.html`` and ``tree.html`` of the penguins."""
    penguins = datasets.penguins()
    species = pd.Series(penguins.y, name="species")
    model = CARTClassifier(complexity=0.001, pruning=CostComplexity(cv=10))
    model.fit(penguins.X, species).report(penguins.X, species, folder / "report.html")
    every_size = CARTClassifier(
        complexity=0.0, min_samples_split=4, pruning=CostComplexity(cv=10, rule=None)
    )
    every_size.fit(penguins.X, species)
    show.html(every_size, folder / "tree.html", X=penguins.X, y=species, title="Penguins")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", _read)
    app.connect("build-finished", _write)
    return {"parallel_read_safe": True}
