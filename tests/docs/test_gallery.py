"""The scripts of the gallery print what is shown, and say no number that they do not print."""

from __future__ import annotations

import json
import re

import pytest

from tests.docs.gallery import (
    FOLDER,
    needs_gallery,
    prose_and_code,
    run_script,
    scripts,
    shown_output,
)
from tests.docs.gallery_rows import ROWS
from tests.docs.pages import ROOT

pytestmark = needs_gallery

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?!\w)")
SOURCE_ROWS = [*(f"D{i:02}" for i in range(1, 20)), *(f"E{i:02}" for i in range(1, 13))]
SOURCE_ROWS += [f"T{i:02}" for i in range(1, 17)]


def name_of(script):
    return script.stem


@pytest.mark.docs
@pytest.mark.parametrize("script", scripts(), ids=name_of)
def test_a_script_prints_what_is_shown_and_draws_what_can_be_told(script):
    pytest.importorskip("matplotlib")
    import matplotlib.pyplot as plt

    from arboretum.show import Picture

    printed, names = run_script(script)
    plt.close("all")

    assert printed == shown_output(script), "run `python -m tests.docs.gallery` and read the diff"
    for picture in names.values():
        assert not isinstance(picture, Picture) or picture.alt


@pytest.mark.parametrize("script", scripts(), ids=name_of)
def test_every_number_in_the_prose_is_printed_or_computed_with(script):
    prose, code = prose_and_code(script)
    prose = re.sub(r"https?://\S+", "", prose)

    known = set(_NUMBER.findall(shown_output(script) + code))

    assert set(_NUMBER.findall(prose)) - known == set()


@pytest.mark.parametrize("row", [*SOURCE_ROWS, *(row for row in ROWS if row not in SOURCE_ROWS)])
def test_every_figure_and_table_of_the_source_texts_is_in_the_gallery(row):
    outputs = {script: shown_output(FOLDER / f"{script}.py") for script in ROWS[row]}

    lacking = [
        (script, text)
        for script, said in ROWS[row].items()
        for text in said
        if text not in outputs[script]
    ]

    assert lacking == []


def test_every_script_is_on_the_list_and_shows_something_of_the_sources():
    listed = re.findall(r"\(gallery/(\w+)\.py\)", (ROOT / "examples" / "README.md").read_text())

    assert sorted(listed) == [script.stem for script in scripts()]
    assert {script for where in ROWS.values() for script in where} == set(listed)


def test_the_heart_tree_has_the_nodes_that_rpart_gave_it():
    # Recorded from R: rpart 4.1.19 on the Statlog heart data, all defaults.
    recorded = ROOT / "tests" / "parity" / "rpart" / "fits" / "heart_statlog.json"
    frame = json.loads(recorded.read_text(encoding="utf-8"))["fits"]["default"]["frame"]
    shown = re.findall(
        r"^ *(\d+)  (\S+) +n=(\d+) +errors=(\d+) +(\d)$",
        shown_output(FOLDER / "heart.py"),
        re.MULTILINE,
    )

    columns = [frame[name] for name in ("node", "var", "n", "dev", "yval")]

    assert shown == [tuple(map(str, row)) for row in sorted(zip(*columns, strict=True))]


def test_a_healthy_heart_has_three_clauses_in_the_gallery():
    lines = shown_output(FOLDER / "heart.py").splitlines()

    assert [line for line in lines if line.startswith("(thal")] == [
        "(thal in {6, 7} and coloured.vessels < 0.5 and exercise.angina = 0 and age >= 51)",
        "(thal = 3 and pain.type = 4 and coloured.vessels < 0.5)",
        "(thal = 3 and pain.type in {1, 2, 3})",
    ]
