"""Turns the scripts of the gallery into notebooks: ``python docs/site/notebooks.py FOLDER``.

On the site each page of the gallery offers its own.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arboretum import show

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "examples" / "gallery"
PAGES = "docs/gallery/"

_TITLE = re.compile(r"\A(.+)\n=+\n", re.MULTILINE)
_LINK = re.compile(r"`([^`<]+?)\s*<([^>]+)>`_")
_CODE = re.compile(r"``(.+?)``", re.DOTALL)
#: What draws a picture, by name.  A script keeps it under a name; a notebook has to show it.
_DRAWS = {
    name
    for name in show.__all__
    if callable(made := getattr(show, name))
    and inspect.signature(made).return_annotation in ("Picture", show.Picture)
}


def notebook(script: str) -> dict[str, Any]:
    """The notebook of a script: its prose and its code, cell after cell."""
    cells: list[dict[str, Any]] = []
    for is_prose, text in _blocks(script):
        source = _markdown(text) if is_prose else _with_pictures(text)
        cell: dict[str, Any] = {
            "cell_type": "markdown" if is_prose else "code",
            "id": f"cell-{len(cells) + 1}",
            "metadata": {},
            "source": source.splitlines(keepends=True),
        }
        cells.append(cell if is_prose else cell | {"execution_count": None, "outputs": []})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _blocks(script: str) -> list[tuple[bool, str]]:
    """Prose and code in turn: the docstring, then what follows each line of ``# %%``."""
    opening = ast.get_docstring(ast.parse(script))
    assert opening is not None, "a script of the gallery begins by saying what it shows"
    _, *parts = re.split(r"^# %%\n", script, flags=re.MULTILINE)
    blocks = [(True, opening)]
    for part in parts:
        prose = re.match(r"(?:#.*\n)*", part)
        assert prose is not None
        comments = prose[0].splitlines()
        blocks.append((True, "\n".join(line.removeprefix("#").strip() for line in comments)))
        blocks.append((False, part[prose.end() :].strip("\n")))
    return [(is_prose, text) for is_prose, text in blocks if text]


def _markdown(prose: str) -> str:
    """The few marks that the scripts use, in Markdown."""
    prose = _TITLE.sub(r"# \1\n", prose)
    prose = _LINK.sub(lambda found: f"[{' '.join(found[1].split())}]({found[2]})", prose)
    return _CODE.sub(r"`\1`", prose)


def _with_pictures(code: str) -> str:
    """The code, which ends by showing the pictures that it makes."""
    names = []
    for line in ast.parse(code).body:
        if not isinstance(line, ast.Assign) or not isinstance(line.value, ast.Call):
            continue
        made, (target,) = line.value.func, line.targets
        if isinstance(made, ast.Attribute) and made.attr in _DRAWS and isinstance(target, ast.Name):
            names.append(target.id)
    return "\n".join([code, *(f"display({name})" for name in names)])


def write(script: Path, folder: Path) -> Path:
    """Write the notebook of a script into a folder."""
    file = folder / script.with_suffix(".ipynb").name
    text = json.dumps(notebook(script.read_text(encoding="utf-8")), indent=1, ensure_ascii=False)
    file.write_text(f"{text}\n", encoding="utf-8")
    return file


def _offer(app: Sphinx, page: str, source: list[str]) -> None:
    """Let a page of the gallery offer its notebook, written beside it."""
    script = SCRIPTS / f"{page.removeprefix(PAGES)}.py"
    if page.startswith(PAGES) and script.is_file():
        file = write(script, Path(app.srcdir) / PAGES)
        source[0] += f"\n:download:`This page as a notebook of Jupyter <{file.name}>`\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """What Sphinx calls."""
    app.connect("source-read", _offer)
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for script in sorted(SCRIPTS.glob("*.py")):
        print(write(script, folder))
