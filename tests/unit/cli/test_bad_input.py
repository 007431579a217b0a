"""Every mistake ends in one clear line, the right exit code, and no file."""

from __future__ import annotations

import pytest

DATA = "x,colour,y\n1,red,a\n2,blue,b\n3,red,a\n"

BAD_DATA = {
    "a file that is not there": ("grow nowhere.csv --target y", "nowhere.csv does not exist"),
    "a suffix that is not known": ("grow tree.json --target y", "its name must end in one of"),
    "what is not a workbook": ("grow tree.xlsx --target y", "cannot be read as a workbook"),
    "an empty file": ("grow empty.csv --target y", "empty.csv is empty"),
    "a header without rows": ("grow header.csv --target y", "header.csv has no rows"),
    "an unknown target": ("grow data.csv --target z", "no column 'z'. It has: 'x', 'colour', 'y'"),
    "an unknown column to ignore": ("grow data.csv --target y --ignore z", "no column 'z'"),
    "unknown weights": ("grow data.csv --target y --weights z", "no column 'z'"),
    "an unknown column to retype": ("grow data.csv --target y --categorical z", "'z'"),
    "text read as numbers": ("grow data.csv --target y --numeric colour", "'colour'"),
    "an order that leaves out a category": (
        "grow data.csv --target y --ordered colour=red,green",
        "column 'colour' holds 'blue', which --ordered does not list",
    ),
    "weights that are text": ("grow data.csv --target y --weights colour", "weight"),
    "a negative weight": (
        "grow negative.csv --target y --weights w",
        "--weights 'w' contains a negative weight in rows 1",
    ),
    "nothing to predict from": (
        "grow data.csv --target y --ignore x --ignore colour",
        "data.csv has no column to predict from",
    ),
    "a target that is empty": (
        "grow gaps.csv --target y",
        "column 'y' is missing in every row: there is nothing to learn from.",
    ),
    "text for a number task": ("grow data.csv --target y --task numbers", "target 'y' holds text"),
    "fractions for a class task": ("grow fractions.csv --target y --task classes", "Target 'y'"),
    "a criterion for the other task": (
        "grow data.csv --target y --criterion poisson",
        "--criterion poisson scores a",
    ),
    "a file that is called like a parameter": ("grow kinds.csv --target y", "kinds.csv is empty"),
    "missing values that are refused": (
        "grow holes.csv --target y --missing error",
        "--missing error, but values are missing (NaN) or unknown in: 'x' (1). Fill them in, drop "
        "those samples, or use another policy such as --missing direction.",
    ),
    "a tree that is not there": ("show nowhere.json", "nowhere.json does not exist"),
    "a tree that is a folder": ("show .", "Is a directory"),
    "a tree cut in half": ("show cut.json", "cut off or damaged"),
    "a table given as a tree": ("predict data.csv data.csv", "data.csv: "),
    "JSON that is no tree": ("predict other.json data.csv", "not a saved tree"),
    "a node that is not there": ("show tree.json --node 99", "no node 99"),
    "a table in place of a tree": ("plot data.csv -o t.svg", "This is not a saved tree, which"),
    "a name in other letters": ("grow data.csv --target Y", "no column 'Y'. Did you mean 'y'? It"),
    "a sheet of a text": ("grow data.csv --target y --sheet 2", "--sheet 2 says nothing of it"),
    "a folder as data": ("grow . --target y", ". is a folder. Name a file in it."),
    "a missing feature": ("predict tree.json partial.csv", "no column 'colour'"),
    "a feature of the wrong type": ("predict tree.json wrong.csv", "column 'x'"),
    "an unknown column to copy": ("predict tree.json data.csv --id z", "no column 'z'"),
}

BAD_USAGE = {
    "no target": ("grow data.csv", "Missing option '--target'. Column to predict."),
    "an unknown command": ("plant data.csv", "Did you mean 'plot'? There are: report,"),
    "a command of explain left out": ("explain tree.json", "There are: counterfactual, distance,"),
    "a word for a number": (
        "grow data.csv --target y --max-depth three",
        "'three' should be a whole number of at least 0.",
    ),
    "an unknown criterion": (
        "grow data.csv --target y --criterion ginni",
        "'ginni' is not one of gini, entropy",
    ),
    "a column with two roles": (
        "grow data.csv --target y --ignore y",
        "'y' is named by both --target and --ignore",
    ),
    "a column named twice": ("grow data.csv --target y --target y", "named twice by --target"),
    "a negative depth": ("grow data.csv --target y --max-depth -1", "--max-depth"),
    "no samples in a leaf": ("grow data.csv --target y --min-samples-leaf 0", "at least 1"),
    "one fold": ("grow data.csv --target y --folds 1", "of at least 2"),
    "an order of one category": ("grow data.csv --target y --ordered colour", "size=small,medium"),
    "a folder that is not there": ("grow data.csv --target y --out no/t.json", "make it first"),
    "a folder as a file": ("grow data.csv --target y --out .", "is a directory"),
    "probabilities of numbers": ("predict numbers.json data.csv --proba", "predicts numbers"),
    "a copied column that clashes": (
        "predict tree.json data.csv --id y",
        "already have a column of that name",
    ),
    "predictions as Parquet": ("predict tree.json data.csv --out p.parquet", "plain CSV"),
    "a report that is not a page": (
        "report data.csv --target y -o report.csv",
        "'-o' / '--out': report.csv should end in .html or .htm.",
    ),
    "a report in place of the data": (
        "report data.csv --target y -o data.csv",
        "data.csv should end in .html or .htm.",
    ),
    "a page that is not one": (
        "show tree.json --html tree.txt",
        "'--html': tree.txt should end in .html or .htm.",
    ),
}

#: Commands that would overwrite a file that they read, and that file.
OVERWRITING = {
    "grow data.csv --target y --no-cv --out data.csv": "data.csv",
    "grow --out data.csv FOLDER/data.csv --target y --no-cv": "data.csv",
    "predict tree.json data.csv --out data.csv": "data.csv",
    "predict tree.json data.csv --out tree.json": "tree.json",
    "prune tree.json --method depth --set depth=0 --out tree.json": "tree.json",
    "prune tree.json --out data.csv --method reduced-error --data data.csv": "data.csv",
    "rules tree.json --out tree.json": "tree.json",
}


@pytest.fixture(scope="module")
def folder(program, tmp_path_factory):
    """Files with everything that can be wrong with them."""
    folder = tmp_path_factory.mktemp("bad")
    files = {
        "data.csv": DATA,
        "empty.csv": "",
        "kinds.csv": "",
        "header.csv": "x,y\n",
        "gaps.csv": "x,y\n1,\n2,\n",
        "holes.csv": "x,y\n1,a\n,b\n",
        "negative.csv": "x,w,y\n1,1,a\n2,-1,b\n",
        "fractions.csv": "x,y\n1,0.5\n2,1.5\n",
        "partial.csv": "x\n1\n",
        "wrong.csv": "x,colour\nmany,red\n",
        "tree.xlsx": "",
        "other.json": '{"format": "something else"}',
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    for target, name in (("y", "tree.json"), ("x", "numbers.json")):
        done = program("grow", "data.csv", "--target", target, "--no-cv", "--out", name, cwd=folder)
        assert done.returncode == 0, done.stderr
    text = (folder / "tree.json").read_text(encoding="utf-8")
    (folder / "cut.json").write_text(text[: len(text) // 2], encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", BAD_DATA)
def test_bad_data_is_one_line_and_code_1(program, folder, case):
    command, message = BAD_DATA[case]
    before = sorted(folder.iterdir())

    done = program(*command.split(), cwd=folder)

    assert done.returncode == 1, done.stderr
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    assert message in done.stderr
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("case", BAD_USAGE)
def test_a_command_that_makes_no_sense_is_code_2(program, folder, case):
    command, message = BAD_USAGE[case]
    before = sorted(folder.iterdir())

    done = program(*command.split(), cwd=folder)

    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("command", OVERWRITING)
def test_a_file_that_is_read_is_never_overwritten(program, folder, command):
    read = ("data.csv", "tree.json")
    before = {name: (folder / name).read_bytes() for name in read}

    done = program(*command.replace("FOLDER", str(folder)).split(), cwd=folder)

    assert (done.returncode, done.stdout) == (2, "")
    says = f"'--out': {OVERWRITING[command]} is read by this command and would be overwritten"
    assert says in done.stderr
    assert {name: (folder / name).read_bytes() for name in read} == before


def test_a_file_that_is_not_read_may_be_overwritten(program, folder, tmp_path):
    copy = tmp_path / "copy.json"
    for _ in range(2):
        done = program("prune", "tree.json", "--out", copy, cwd=folder)

        assert done.returncode == 0, done.stderr
