"""The types of the native core that editors and mypy read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STUB = Path(__file__).resolve().parents[3] / "src" / "arboretum" / "_core.pyi"


def test_the_stub_says_what_the_bindings_say(tmp_path):
    pytest.importorskip("nanobind", reason="needs nanobind's stubgen")
    pytest.importorskip("ruff", reason="needs ruff to format the stub")
    fresh = tmp_path / "_core.pyi"

    for command in (
        ["nanobind.stubgen", "-q", "-m", "arboretum._core", "-o", fresh],
        [
            "ruff",
            "check",
            "--quiet",
            "--fix",
            "--config",
            STUB.parents[2] / "pyproject.toml",
            fresh,
        ],
        ["ruff", "format", "--quiet", "--config", STUB.parents[2] / "pyproject.toml", fresh],
    ):
        subprocess.run([sys.executable, "-m", *map(str, command)], check=False, timeout=120)

    assert fresh.read_text() == STUB.read_text(), "run `make stubs`"
