"""``arboretum report``, as users call it."""

from __future__ import annotations

import json

import pytest

from arboretum import ReadableTreeClassifier, datasets


@pytest.fixture(scope="module")
def written(program, penguins, tmp_path_factory):
    """The folder of a report, and what was printed."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "penguins.csv").write_bytes(penguins.read_bytes())
    done = program(
        *("report", folder / "penguins.csv", "--target", "species", "--ignore", "year"),
        *("-o", folder / "report.html", "--folds", 5, "--trees", 10, "--n-jobs", 2),
    )
    assert done.returncode == 0, done.stderr
    return folder, done.stdout


def test_it_tells_what_python_tells(written):
    example = datasets.penguins()
    X = {name: column for name, column in example.X.items() if name != "year"}
    model = ReadableTreeClassifier().fit(X, example.y)

    summary = model.report(X, example.y, n_folds=5, n_trees=10).summary

    _, printed = written
    ours = [line.replace(" y ", " species ") for line in summary]
    assert printed.splitlines()[-2 - len(ours) : -2] == ours


def test_the_page_names_the_file_and_the_command_but_no_folder(written):
    folder, printed = written
    page = (folder / "report.html").read_text("utf-8")

    assert printed.endswith(f"saved as {folder / 'report.html'}\n")
    assert "<title>What predicts species?</title>" in page
    assert "penguins.csv: 344 rows, 6 features." in page
    assert str(folder) not in page
    command = "arboretum report penguins.csv --target species --ignore year -o report.html"
    assert f"{command} --folds 5 --trees 10 --n-jobs 2" in page


def test_numbers_and_json(program, penguins, tmp_path):
    done = program(
        *("report", penguins, "--target", "year", "--species", "tree", "--folds", 2),
        *("--trees", 0, "--json", "--title", "Which year?", "-o", tmp_path / "r.html"),
    )

    document = json.loads(done.stdout)
    assert document["title"] == "Which year?"
    assert document["data"]["file"] == "penguins.csv"
    assert document["errors"][0]["measure"] == "RMSE"
    assert document["stability"] is None
    assumed = "target 'year' holds 2007, 2008 and 2009, read as numbers."
    assert document["notes"][0].startswith(assumed)
    assert assumed in (tmp_path / "r.html").read_text("utf-8").replace("&#x27;", "'")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["--target", "specie", "-o", "r.html"], 1, "has no column 'specie'"),
        (["--target", "species"], 2, "Missing option '-o' / '--out'"),
        (["--target", "species", "-o", "no/r.html"], 2, "the folder 'no' does not exist"),
        (
            ["--target", "year", "--species", "c45", "-o", "r.html"],
            2,
            "the target holds numbers, which it does not predict",
        ),
        (["--target", "species", "-o", "r.html", "--folds", "1"], 2, "'--folds'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_line(
    program, penguins, tmp_path, arguments, code, complaint
):
    done = program("report", penguins, *arguments, cwd=tmp_path)

    assert done.returncode == code
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "r.html").exists()
