"""Every script of the gallery is also a notebook, which runs and shows what the script does."""

from __future__ import annotations

import runpy

import pytest

from tests.docs.gallery import needs_gallery, prose_and_code, run_script, scripts, shown_output
from tests.docs.pages import ROOT

pytestmark = needs_gallery

PROGRAM = ROOT / "docs" / "site" / "notebooks.py"


@pytest.fixture(scope="module")
def make():
    pytest.importorskip("matplotlib")
    return runpy.run_path(str(PROGRAM))["notebook"]


@pytest.fixture(scope="module")
def write():
    pytest.importorskip("matplotlib")
    return runpy.run_path(str(PROGRAM))["write"]


def sources(made, kind):
    return ["".join(cell["source"]) for cell in made["cells"] if cell["cell_type"] == kind]


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.stem)
def test_a_notebook_says_and_does_what_the_script_does(script, make):
    nbformat = pytest.importorskip("nbformat")
    prose, code = prose_and_code(script)

    made = make(script.read_text(encoding="utf-8"))

    nbformat.validate(made)
    lines = [line for cell in sources(made, "code") for line in cell.splitlines()]
    own = [line for line in lines if not line.startswith("display(")]
    assert list(filter(None, own)) == list(filter(None, code.splitlines()))
    told = "".join(sources(made, "markdown"))
    words = [word for word in prose.replace("# %%", "").split() if word.isalpha()]
    assert [word for word in words if word not in told] == []
    assert "``" not in told
    assert ">`_" not in told
    assert sources(made, "markdown")[0].startswith("# ")


@pytest.mark.docs
@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.stem)
def test_a_notebook_prints_and_shows_what_the_script_does(script, write, tmp_path, monkeypatch):
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    import matplotlib.pyplot as plt

    from arboretum.show import Picture

    _, names = run_script(script)
    pictures = [name for name, value in names.items() if isinstance(value, Picture)]
    n_figures = len(plt.get_fignums())
    plt.close("all")
    file = write(script, tmp_path)
    monkeypatch.delenv("MPLBACKEND", raising=False)  # a kernel shows figures by its own
    made = nbformat.read(file, as_version=4)

    nbclient.NotebookClient(made, timeout=300, resources={"metadata": {"path": tmp_path}}).execute()

    outputs = [output for cell in made.cells for output in cell.get("outputs", [])]
    said = "".join(it.text for it in outputs if it.get("name") == "stdout")
    assert "\n".join(line.rstrip() for line in said.splitlines()) + "\n" == shown_output(script)
    shown = [it for it in outputs if "image/png" in it.get("data", {})]
    assert len(shown) == len(pictures) + n_figures
