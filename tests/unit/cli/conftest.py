"""The program as users start it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arboretum import datasets
from tests.unit.cli.forked import Forks

Program = Callable[..., subprocess.CompletedProcess[str]]


def fresh(arguments: list[str], cwd: Path | None) -> subprocess.CompletedProcess[str]:
    """Runs ``arboretum`` as a shell does."""
    command = [sys.executable, "-m", "arboretum", *arguments]
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", cwd=cwd, timeout=120, check=False
    )


@pytest.fixture(scope="session")
def program(request: pytest.FixtureRequest) -> Iterator[Program]:
    """Runs ``arboretum`` in a process of its own and returns what came of it."""
    options = ["--all"] if request.config.getoption("--quick") else []
    forks = Forks(*options) if hasattr(os, "fork") else None

    def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return (forks.run if forks else fresh)(list(map(str, arguments)), cwd)

    yield run
    if forks:
        forks.close()


@pytest.fixture(scope="session")
def penguins() -> Path:
    return datasets.path("penguins")


@pytest.fixture(scope="session")
def penguin_tree(
    program: Program, penguins: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A saved tree of the penguins' species, three questions deep."""
    out = tmp_path_factory.mktemp("trees") / "penguins.json"
    done = program(
        "grow", penguins, "--target", "species", "--max-depth", 3, "--no-cv", "--out", out
    )
    assert done.returncode == 0, done.stderr
    return out
