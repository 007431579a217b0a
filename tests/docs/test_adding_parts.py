"""The steps by which a part, an exporter or a source is added work as the pages write them.

The files of the last section of a page are written into a copy of the package, and the tests that
ought to find the new part run there.  No other file is touched: adding a part is local.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arboretum import _core
from tests.docs.pages import ROOT

pytestmark = [
    pytest.mark.docs,
    pytest.mark.skipif(not (ROOT / "docs").is_dir(), reason="the source archive has no docs"),
]

#: A file that is named, and the block with what to write or to change there.
_STEP = re.compile(
    r"`((?:cpp|src|tests|docs)/[^`\n]+)`[^`]*(?:`[^`\n]+`[^`]*)*?\n\n```(py|diff)\n(.*?)^```$",
    re.M | re.S,
)

#: Read by every Python that starts in the copy, commands too: whatever version of the package is
#: installed beside it, the copy is imported.
_CUSTOM = """
import sys
sys.meta_path[:] = [it for it in sys.meta_path if "Redirecting" not in type(it).__name__]
"""
_RUN = """
import sys
import arboretum, pytest
assert arboretum.__file__.startswith({root!r}), arboretum.__file__
sys.exit(pytest.main(["-q", "-x", "-p", "no:cacheprovider", *{arguments!r}]))
"""

#: By page: existing tests that try all of a kind, or would have to know them.
FINDERS = {
    "a-criterion": [
        "tests/conformance/test_parts.py::test_criteria_pass",
        "tests/unit/criteria/test_impurity.py",
    ],
    "a-splitter": ["tests/conformance/test_parts.py::test_splitters_pass"],
    "a-stopping-rule": ["tests/conformance/test_parts.py::test_stopping_rules_pass"],
    "a-pruner": ["tests/unit/pruning/test_pruner.py"],
    "an-exporter": ["tests/unit/cli/test_plot.py"],
    "a-source": ["tests/sources/test_every_source.py"],
}
EVERYWHERE = [
    "tests/api/test_names.py",
    "tests/api/test_parts_speak_for_themselves.py",
    "tests/unit/test_part.py",
]


def steps_of(page: Path, heading: str = "Add it to arboretum") -> list[tuple[str, str, str]]:
    """Path, kind and text of each file that a page says to write or to change."""
    _, _, section = page.read_text(encoding="utf-8").partition(f"\n## {heading}\n")
    return [match.groups() for match in _STEP.finditer(section)]


def make(steps: list[tuple[str, str, str]], copy: Path) -> list[str]:
    """Make some steps in a copy; the files that were written or changed."""
    for path, kind, text in steps:
        there = copy / path
        assert there.exists() == (kind == "diff"), path
        new = text if kind == "py" else changed(there.read_text(encoding="utf-8"), text)
        there.write_text(new, encoding="utf-8")
    return [path for path, _, _ in steps]


def run_in(copy: Path, arguments: list[str]) -> None:
    """Run some tests in a copy; they must pass."""
    (copy / "src" / "sitecustomize.py").write_text(_CUSTOM, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", _RUN.format(root=str(copy), arguments=arguments)],
        cwd=copy,
        env={"PYTHONPATH": str(copy / "src"), "PATH": "", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def changed(text: str, diff: str) -> str:
    """A text with a change made: each hunk must fit one place."""
    for hunk in re.split(r"^@@\n", diff, flags=re.MULTILINE):
        lines = hunk.splitlines()
        before = "".join(f"{line[1:]}\n" for line in lines if line[0] in " -")
        after = "".join(f"{line[1:]}\n" for line in lines if line[0] in " +")
        assert text.count(before) == 1, f"fits {text.count(before)} places:\n{before}"
        text = text.replace(before, after)
    return text


@pytest.fixture
def copy(tmp_path) -> Path:
    """A copy of what a part is added to."""
    ignored = shutil.ignore_patterns("__pycache__", "_core.*.so", "parity", "prose_numbers")
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=ignored)
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=ignored)
    shutil.copytree(ROOT / "docs" / "guide", tmp_path / "docs" / "guide")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    core = Path(_core.__file__)
    (tmp_path / "src" / "arboretum" / core.name).symlink_to(core)
    return tmp_path


@pytest.mark.parametrize("part", FINDERS)
def test_a_part_is_added_by_the_steps_of_its_page(part, copy):
    paths = make(steps_of(ROOT / "docs" / "develop" / f"add-{part}.md"), copy)

    # One file, its registry, one test; a line of the guide may follow.
    assert [path.split("/")[0] for path in paths[:3]] == ["src", "src", "tests"]
    run_in(copy, [paths[2], *FINDERS[part], *EVERYWHERE])


# Natively -----------------------------------------------------------------------

#: The trees of the core beside the loop's: exactly, and within rounding.
_NATIVE_TEST = """
import numpy as np
import pytest

from arboretum import TreeClassifier
from tests.growers.both import assert_same_tree, grow_both


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("n", [40, 3000])
def test_both_searchers_grow_the_tree_of_the_loop(n, n_classes):
    rng = np.random.default_rng(n)
    X = np.c_[rng.normal(size=(n, 2)), rng.integers(0, 4, (n, 2))]
    y = (X.sum(axis=1) + rng.normal(size=n) > 1).astype(int) + (n_classes - 2) * (X[:, 0] > 1)
    model = TreeClassifier(criterion="root_gini", max_depth=4)

    assert model.fit(X, y).grower_ == "native"
    assert_same_tree(*grow_both(model, X, y), exact=False)
"""


def ninja(build: Path, *arguments: str) -> str:
    """What the ninja of a build says about it: another one would not know what is up to date."""
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    program = re.search(r"^CMAKE_MAKE_PROGRAM:\w+=(.+)$", cache, re.MULTILINE)
    assert program is not None
    command = [program[1], "-C", str(build), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def built_tree() -> Path | None:
    """A build whose objects are up to date with the sources, if there is one.

    A build that took the core that was kept by another has no objects.
    """
    builds = sorted(it.parents[1] for it in (ROOT / "build").glob("*/CMakeFiles/_core.dir"))
    return next((it for it in builds if "no work to do" in ninja(it, "-n")), None)


def compile_changed(build: Path, copy: Path, paths: list[str]) -> None:
    """Put a core into the copy: what was changed is compiled there, the rest is taken as built."""
    originals = {str((ROOT / path).resolve()) for path in paths if path.startswith("cpp/")}
    commands = ninja(build, "-t", "commands").splitlines()
    objects: dict[str, str] = {}
    for target, needed in re.findall(
        r"^(\S+\.o): #deps.*\n((?: .*\n)*)", ninja(build, "-t", "deps"), re.MULTILINE
    ):
        files = {str((build / line.strip()).resolve()) for line in needed.splitlines()}
        if files & originals:
            objects[target] = str(copy / Path(target).name)
    assert objects
    for target, written in objects.items():
        compile_one = next(it for it in commands if f" -o {target} " in it)
        for place in (str(ROOT / "cpp"), os.path.relpath(ROOT / "cpp", build)):
            compile_one = compile_one.replace(place, str(copy / "cpp"))
        compile_one = _with_own_group(compile_one, build, copy)
        compile_one = compile_one.replace(f" -o {target} ", f" -o {written} ")
        compile_one = re.sub(r"-M[TF] \S+|-MD", "", compile_one)
        # What it grows is compared, not how fast: so the compiler need not take its time.
        compile_one = compile_one.replace(" -O3 ", " -O1 ")
        subprocess.run(compile_one, shell=True, cwd=build, check=True)
    core = copy / "src" / "arboretum" / Path(_core.__file__).name
    core.unlink()
    link = commands[-1]
    for target, written in objects.items():
        link = link.replace(f" {target} ", f" {written} ")
    link = re.sub(r"-o \S*_core\S*\.so", f"-o {core}", link)
    subprocess.run(link, shell=True, cwd=build, check=True)


def _with_own_group(compile_one: str, build: Path, copy: Path) -> str:
    """The command for a file of files that are compiled together: those of the copy."""
    group = re.search(r"\S+/Unity/unity_\w+\.cxx(?= |$)", compile_one)
    if group is None:
        return compile_one
    own = copy / Path(group[0]).name
    text = (build / group[0]).read_text(encoding="utf-8")
    own.write_text(text.replace(str(ROOT / "cpp"), str(copy / "cpp")), encoding="utf-8")
    return compile_one.replace(group[0], str(own))


@pytest.mark.big
def test_a_criterion_is_added_natively_by_the_steps_of_its_page(copy):
    build = built_tree()
    if build is None:
        pytest.skip("the core was not built here; `make develop` does")
    shutil.copytree(ROOT / "cpp", copy / "cpp")
    make(steps_of(ROOT / "docs" / "develop" / "add-a-criterion.md"), copy)

    page = ROOT / "docs" / "develop" / "fast-core.md"
    paths = make(steps_of(page, "Add a criterion natively"), copy)
    assert len(paths) == 6
    compile_changed(build, copy, paths)

    (copy / "tests" / "growers" / "test_root_gini.py").write_text(_NATIVE_TEST, encoding="utf-8")
    run_in(copy, ["tests/growers/test_root_gini.py", "tests/worked/test_root_gini.py"])


@pytest.mark.parametrize("part", FINDERS)
def test_what_a_page_says_to_write_is_clean(part, tmp_path):
    files = [
        step for step in steps_of(ROOT / "docs" / "develop" / f"add-{part}.md") if step[1] == "py"
    ]
    for path, _, text in files:
        (tmp_path / Path(path).name).write_text(text, encoding="utf-8")

    for command in (["check"], ["format", "--check"]):
        ruff = [sys.executable, "-m", "ruff", *command, "--config", str(ROOT / "pyproject.toml")]
        done = subprocess.run([*ruff, str(tmp_path)], capture_output=True, text=True, check=False)

        assert done.returncode == 0, done.stdout + done.stderr


def test_architecture_shows_the_commits_of_the_pages():
    shown = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    for page in ("a-criterion", "an-exporter", "a-source"):
        commit = shown.partition(f"\nadd {page.replace('-', ' ')}\n")[2].partition("\n\n")[0]
        listed = re.findall(r"^ (\S+) +\| +(\d+)$", commit, re.MULTILINE)
        steps = steps_of(ROOT / "docs" / "develop" / f"add-{page}.md")[:3]

        assert listed == [(path, str(n_added(kind, text))) for path, kind, text in steps]
        assert "\n 3 files changed" in commit


def n_added(kind: str, text: str) -> int:
    """The lines that a step adds."""
    return sum(kind == "py" or line.startswith("+") for line in text.splitlines())


def test_a_change_that_fits_nowhere_is_refused():
    assert changed("a\nb\n", " a\n+c\n b\n") == "a\nc\nb\n"
    with pytest.raises(AssertionError, match="fits 0 places"):
        changed("a\nb\n", " b\n+c\n a\n")
