"""The program as users start it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arboretum import datasets

Program = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def program() -> Program:
    """Runs ``arboretum`` in a process of its own and returns what came of it."""

    def run(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "arboretum", *map(str, arguments)]
        return subprocess.run(
            command, capture_output=True, encoding="utf-8", cwd=cwd, timeout=120, check=False
        )

    return run


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
