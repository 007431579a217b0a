"""Runs a program in an environment of its own, on the same samples."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["run_elsewhere"]

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")


def run_elsewhere(
    python: str, program: str, data: dict[str, np.ndarray], *arguments: object
) -> Any | None:
    """What the last line that a program prints says, in JSON; None if it fails.

    The program finds the arrays in the file that its first argument names.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "samples.npz")
        np.savez(path, **data)
        done = subprocess.run(
            [python, "-c", program, str(path), *map(str, arguments)],
            capture_output=True,
            text=True,
            env={**os.environ, **ONE_THREAD},
        )
    return json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else None
