"""Running the scripts of the gallery, and reading what they say.

``python -m tests.docs.gallery NAME …`` writes the text file of each script again; read the diff.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import runpy
import sys
import tempfile
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

__all__ = [
    "FOLDER",
    "needs_gallery",
    "prose_and_code",
    "run_script",
    "scripts",
    "shown_output",
]

FOLDER = ROOT / "examples" / "gallery"
needs_gallery = pytest.mark.skipif(not FOLDER.is_dir(), reason="the source archive has no examples")
_DOCSTRING = re.compile(r'\A"""(.*?)"""', re.DOTALL)


def scripts() -> list[Path]:
    """Every script of the gallery."""
    return sorted(FOLDER.glob("*.py"))


def run_script(script: Path) -> tuple[str, dict[str, object]]:
    """What a script prints in an empty folder, and its names at the end."""
    os.environ["MPLBACKEND"] = "agg"
    printed = io.StringIO()
    with (
        tempfile.TemporaryDirectory() as folder,
        contextlib.chdir(folder),
        contextlib.redirect_stdout(printed),
    ):
        names = runpy.run_path(str(script), run_name="__main__")
    return "\n".join(line.rstrip() for line in printed.getvalue().splitlines()) + "\n", names


def shown_output(script: Path) -> str:
    """What the text file beside a script says that it prints."""
    return script.with_suffix(".txt").read_text(encoding="utf-8")


def prose_and_code(script: Path) -> tuple[str, str]:
    """The sentences of a script for its readers, and its program."""
    text = script.read_text(encoding="utf-8")
    opening = _DOCSTRING.match(text)
    assert opening is not None, f"{script.name} does not say what it shows"
    prose, code, is_prose = [opening[1]], [], False
    for line in text[opening.end() :].splitlines():
        is_prose = line.startswith("# %%") or (is_prose and line.startswith("#"))
        (prose if is_prose else code).append(line)
    return "\n".join(prose), "\n".join(code)


if __name__ == "__main__":
    for name in sys.argv[1:] or [script.stem for script in scripts()]:
        script = FOLDER / f"{name}.py"
        script.with_suffix(".txt").write_text(run_script(script)[0], encoding="utf-8")
