"""RETIS and MAUVE against linear-tree: ``python -m benchmarks.linear_tree``.

All grow to the same depth with the same least share of samples in a leaf, on one thread, from
50,000 samples of 20 numbers; scores are of as many samples that none has seen.  linear-tree needs
a scikit-learn before 1.6, so it runs in a separate environment: ``LINEAR_TREE_PYTHON`` names
its Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

N_SAMPLES, N_FEATURES = 50_000, 20
MAX_DEPTH = 5
LEAST_SHARE = 0.1

#: What the other environment runs: the samples are in a file.
PROGRAM = """
import json, sys, time
import numpy as np
from lineartree import LinearTreeRegressor
from sklearn.linear_model import LinearRegression
data = np.load(sys.argv[1])
model = LinearTreeRegressor(
    LinearRegression(), max_depth=int(sys.argv[2]), min_samples_leaf=float(sys.argv[3])
)
start = time.process_time()
model.fit(data["X"], data["y"])
seconds = time.process_time() - start
print(json.dumps([seconds, model.score(data["X_test"], data["y_test"])]))
"""

#: What is timed beside it.
OURS: dict[str, tuple[str, dict[str, str]]] = {
    "RETIS": ("RETISRegressor", {}),
    "MAUVE": ("MAUVERegressor", {"lines": "targets"}),
    "MAUVE, residuals": ("MAUVERegressor", {}),
}

FloatArray = np.ndarray


def bends(X: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Two linear models, and a slope that turns."""
    first, second = rng.normal(size=(2, X.shape[1]))
    turned = np.where(X[:, 1] > 0, 2 * X[:, 2], -X[:, 3])
    return np.where(X[:, 0] > 0.3, X @ first, X @ second) + turned


def friedman(X: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Friedman's first function, of numbers that are not only between 0 and 1."""
    curved = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2
    return curved + 10 * X[:, 3] + 5 * X[:, 4]


def pieces(X: FloatArray, rng: np.random.Generator) -> FloatArray:
    """Pieces of planes."""
    turned = np.where(X[:, 1] > 0.2, 3 * X[:, 2], X[:, 4] - 2 * X[:, 2])
    return 4 * np.abs(X[:, 0]) + turned + 2 * np.maximum(X[:, 5], 0)


def plane(X: FloatArray, rng: np.random.Generator) -> FloatArray:
    """One linear model: no split is worth anything."""
    return X @ rng.normal(size=X.shape[1])


TABLES: dict[str, Callable[[FloatArray, np.random.Generator], FloatArray]] = {
    "bends": bends,
    "friedman": friedman,
    "pieces": pieces,
    "plane": plane,
}


def samples(name: str) -> dict[str, FloatArray]:
    """Samples to learn from and others to be scored by."""
    rng = np.random.default_rng(0)
    X = rng.uniform(-1, 1, size=(2 * N_SAMPLES, N_FEATURES))
    y = TABLES[name](X, rng)
    y = y + 0.3 * y.std() * rng.normal(size=len(y))
    n = N_SAMPLES
    return {"X": X[:n], "y": y[:n], "X_test": X[n:], "y_test": y[n:]}


def time_ours(name: str, data: dict[str, FloatArray]) -> tuple[float, float]:
    """CPU seconds, the best of three, and the score."""
    import arboretum

    kind, options = OURS[name]
    limits = {"max_depth": MAX_DEPTH, "min_samples_leaf": LEAST_SHARE}
    model = getattr(arboretum, kind)(**limits, **options)
    seconds = []
    for _ in range(3):
        start = time.process_time()
        model.fit(data["X"], data["y"])
        seconds.append(time.process_time() - start)
    return min(seconds), model.score(data["X_test"], data["y_test"])


def time_linear_tree(python: str, data: dict[str, FloatArray]) -> tuple[float, float]:
    """CPU seconds and the score."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "samples.npz")
        np.savez(path, **data)
        arguments = [python, "-c", PROGRAM, str(path), str(MAX_DEPTH), str(LEAST_SHARE)]
        one_thread = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        done = subprocess.run(
            arguments, check=True, capture_output=True, text=True, env={**os.environ, **one_thread}
        )
    seconds, score = json.loads(done.stdout.splitlines()[-1])
    return seconds, score


def main() -> None:
    python = os.environ.get("LINEAR_TREE_PYTHON")
    if python is None:
        print(
            "linear-tree is not timed: set LINEAR_TREE_PYTHON to the Python of an environment "
            "with linear-tree and scikit-learn < 1.6.",
            file=sys.stderr,
        )
    print("table      program            CPU s       R2   times linear-tree")
    for name in TABLES:
        data = samples(name)
        theirs = time_linear_tree(python, data) if python else None
        if theirs:
            print(f"{name:10} linear-tree      {theirs[0]:7.3f} {theirs[1]:8.4f}")
        for program in OURS:
            seconds, score = time_ours(program, data)
            ratio = f"{theirs[0] / seconds:8.1f}" if theirs else ""
            print(f"{name:10} {program:16} {seconds:7.3f} {score:8.4f} {ratio}")


if __name__ == "__main__":
    main()
