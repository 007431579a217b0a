"""How the program starts and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import arboretum
from arboretum.cli import main


def python(code, *arguments):
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)


@pytest.fixture(scope="module")
def large_file(tmp_path_factory):
    """Enough rows of noise that growing a tree takes far longer than reading them."""
    path = tmp_path_factory.mktemp("large") / "noise.csv"
    draw = np.random.default_rng(0)
    rows = np.column_stack(
        [draw.normal(size=(200_000, 5)).round(6), draw.integers(2, size=200_000)]
    )
    np.savetxt(path, rows, fmt="%g", delimiter=",", header="a,b,c,d,e,y", comments="")
    return path


@pytest.mark.parametrize(
    ("arguments", "ends"),
    [
        ("--help", 0),
        ("--version", 0),
        ("show --help", 0),
        ("grow --help", 0),
        (f"grow {__file__} --target y --species oak", 2),
        (f"grow {__file__} --target y --missing nowhere", 2),
        (f"report {__file__} --target y -o {__file__}.html --loss a=2", 2),
        ("grow nowhere.csv --target y", 1),
        (f"rules {__file__} --method none", 2),
    ],
)
def test_help_and_complaints_import_nothing_heavy(arguments, ends):
    heavy = {
        "numpy",
        "scipy",
        "sklearn",
        "pyarrow",
        "pandas",
        "narwhals",
        "rich",
        "arboretum._core",
    }
    code = (
        "import sys; from arboretum.cli import main; code = main(sys.argv[2:]);"
        "print(sorted(set(sys.argv[1].split()) & set(sys.modules)), code, file=sys.stderr)"
    )

    done = python(code, " ".join(heavy), *arguments.split())

    assert done.stderr.splitlines()[-1] == f"[] {ends}"


def test_showing_and_predicting_need_no_scikit_learn(penguin_tree, penguins):
    code = (
        "import sys; from arboretum.cli import main; main(sys.argv[1:]);"
        "print('sklearn' in sys.modules, file=sys.stderr)"
    )

    for arguments in (["show", penguin_tree], ["predict", penguin_tree, penguins]):
        assert python(code, *arguments).stderr == "False\n"


@pytest.mark.parametrize("command", ["grow", "compare", "report"])
def test_growing_needs_no_library_that_is_slow_to_import(command, penguins, tmp_path):
    code = (
        "import sys; from arboretum.cli import main; code = main(sys.argv[1:]);"
        "print(sorted({'joblib', 'pandas', 'scipy', 'sklearn'} & set(sys.modules)), code)"
    )
    options = ["--target", "species", "--n-jobs", "-1", "--folds", "2"]
    options += ["--trees", "2", "-o", tmp_path / "page.html"] if command == "report" else []

    assert python(code, command, penguins, *options).stdout.splitlines()[-1] == "[] 0"


def test_the_names_of_parts_in_the_help_are_all_there_are(program):
    from arboretum import criteria, missing, splits

    shown = program("grow", "--help").stdout.replace(",", " ").replace(".", " ").split()

    for names in (
        criteria.CLASS_CRITERIA, criteria.NUMBER_CRITERIA, missing.KNOWN, splits.RECIPES,
    ):  # fmt: skip
        assert set(names) <= set(shown)


def test_without_click_it_says_what_to_install():
    # None in sys.modules makes the import fail as if click were not installed.
    code = (
        "import sys; sys.modules['click'] = None; from arboretum.cli import main; sys.exit(main())"
    )

    done = python(code)

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == 'The command line needs click: pip install "arboretum[cli]"\n'


def test_the_version_is_that_of_the_package(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"arboretum {arboretum.__version__}\n"


@pytest.mark.parametrize("command", ["report", "grow", "compare", "predict", "show"])
def test_every_help_has_an_example(capsys, command):
    assert main([command, "--help"]) == 0
    assert f"Examples:\n    arboretum {command} " in capsys.readouterr().out


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("name", "seconds"), [("grow", 0.0), ("grow", 2.0), ("compare", 2.0), ("report", 2.0)]
)
def test_interrupting_leaves_no_file_and_gives_code_130(large_file, tmp_path, name, seconds):
    out = [] if name == "compare" else ["--out", str(tmp_path / "out.html")]
    command = [
        sys.executable, "-m", "arboretum", name, str(large_file), "--target", "y",
        "--task", "classes", "--folds", "500", *out,
    ]  # fmt: skip
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        # A test run in the background may ignore the signal; the program must not inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert "200000 rows" in process.stdout.readline()  # read; now it grows
    time.sleep(seconds)

    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)

    assert (process.returncode, errors.strip()) == (130, "Interrupted.")
    assert list(tmp_path.iterdir()) == []


def test_a_second_interrupt_while_the_first_is_answered_is_quiet_too(monkeypatch, penguin_tree):
    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    # Both the work and the message about its end are interrupted.
    monkeypatch.setattr("arboretum.Tree.load", interrupt)
    monkeypatch.setattr("click.echo", interrupt)

    assert main(["show", str(penguin_tree)]) == 130


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="pipes of POSIX")
def test_a_reader_that_leaves_early_is_no_error(penguin_tree, large_file, tmp_path):
    tree = tmp_path / "tree.json"
    assert main(["grow", str(large_file), "--target", "y", "--task", "classes", "--max-depth", "1",
                 "--no-cv", "--out", str(tree)]) == 0  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "arboretum", "predict", str(tree), str(large_file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )

    process.stdout.readline()
    process.stdout.close()

    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="terminals of POSIX")
@pytest.mark.parametrize(
    ("command", "ends_with"),
    [
        ("grow DATA --target species --folds 3 --json", "fold 3 of 3"),
        ("rules TREE --prune --data DATA", "choosing among"),
        ("explain why-not TREE DATA", "counting samples of runner-up 3 of 3"),
        ("predict TREE DATA --explain", "explaining 344 rows"),
    ],
)
def test_a_terminal_gets_a_progress_bar_and_the_output_stays_clean(
    penguins, penguin_tree, command, ends_with
):
    import pty

    ours, theirs = pty.openpty()
    files = {"DATA": str(penguins), "TREE": str(penguin_tree)}
    arguments = [files.get(word, word) for word in command.split()]
    quiet = subprocess.run(
        [sys.executable, "-m", "arboretum", *arguments], capture_output=True, check=True
    )

    loud = subprocess.run(
        [sys.executable, "-m", "arboretum", *arguments],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
        check=True,
    )
    os.close(theirs)
    drawn = os.read(ours, 1 << 16).decode(errors="replace")
    os.close(ours)

    assert quiet.stderr == b""
    assert loud.stdout == quiet.stdout
    assert "%" in drawn
    assert "0:00:0" in drawn  # seconds
    assert ends_with in drawn
