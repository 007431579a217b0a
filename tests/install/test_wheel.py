"""A wheel of ``make wheel`` on a machine without a compiler."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, **more: object) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


def processor_time() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@pytest.mark.big
@pytest.mark.timeout(900)
def test_a_wheel_makes_a_report_within_a_minute_without_a_compiler(tmp_path):
    if shutil.which("make") is None or not (ROOT / "build" / "core").is_dir():
        pytest.skip("no core was compiled here; `make demo` does")
    run("make", "wheel", cwd=ROOT)
    (wheel,) = (ROOT / "dist").glob("*.whl")
    before = processor_time()
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    # Programs are found in the environment alone: no compiler, no cmake.
    where = {"PATH": str(tmp_path / "venv" / "bin"), "HOME": str(tmp_path)}
    python = tmp_path / "venv" / "bin" / "python"

    install = [python, "-m", "pip", "install", "--only-binary", ":all:", "--no-compile"]
    run(*install, f"{wheel}[report]", env=where)
    run(python, "-I", ROOT / "tests" / "try_wheel.py", cwd=tmp_path, env=where)

    assert shutil.which("c++", path=where["PATH"]) is None
    assert "manylinux" in wheel.name or sys.platform != "linux"
    assert processor_time() - before < 60
