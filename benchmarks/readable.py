"""How long the readable trees take: ``OPENBLAS_NUM_THREADS=1 python -m benchmarks.readable``.

10,000 samples of 15 features, on one thread: CPU seconds of a whole fit, cross-validation and
choice included, the best of three.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from arboretum import ReadableTreeClassifier, ReadableTreeRegressor
from arboretum.exceptions import ArboretumWarning
from benchmarks import data

N_SAMPLES, N_FEATURES, N_RUNS = 10_000, 15, 3
#: Kinds of categories, of which the first four matter.
SIZES = (3, 5, 8, 12, 25, 50)


def problems() -> Iterator[tuple[str, Any, np.ndarray]]:
    """A name, features, and classes or numbers."""
    rng = np.random.default_rng(data.SEED)
    X = rng.normal(size=(N_SAMPLES, N_FEATURES))
    noise = rng.normal(size=N_SAMPLES)
    signal = X[:, 0] + np.sin(2 * X[:, 1]) * X[:, 2] + noise
    for share in (0.0, 0.1):
        mixed = data.mixed("mixed", N_SAMPLES, share)
        yield f"mixed, {share:.0%} missing", mixed.X, named(mixed.y[:N_SAMPLES])
    yield "numbers", X, named(np.digitize(signal, [0.0]))
    yield "numbers", X, named(np.digitize(signal, [-1.0, -0.3, 0.3, 1.0]))
    yield "numbers, classes by chance", X, named(np.digitize(noise, [-0.5, 0.5]))
    yield "numbers", X, signal
    yield "numbers, target by chance", X, noise
    yield "friedman", *friedman(rng)
    frame, signal = with_categories(rng)
    yield "mixed, 0% missing", frame, signal
    yield "mixed, 10% missing", frame.mask(rng.random(frame.shape) < 0.1), signal


def friedman(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    X = rng.uniform(size=(N_SAMPLES, N_FEATURES))
    smooth = 10 * np.sin(np.pi * X[:, 0] * X[:, 1]) + 20 * (X[:, 2] - 0.5) ** 2
    return X, smooth + 10 * X[:, 3] + 5 * X[:, 4] + rng.normal(size=N_SAMPLES)


def with_categories(rng: np.random.Generator) -> tuple[pd.DataFrame, np.ndarray]:
    numbers = rng.normal(size=(N_SAMPLES, N_FEATURES - len(SIZES)))
    columns: dict[str, Any] = {f"x{k}": column for k, column in enumerate(numbers.T)}
    signal = np.sin(2 * numbers[:, :4]).sum(axis=1) + rng.normal(size=N_SAMPLES)
    for k, size in enumerate(SIZES):
        codes = rng.integers(0, size, N_SAMPLES)
        columns[f"c{k}"] = pd.Categorical([f"v{code}" for code in codes])
        if k < 4:
            signal += rng.normal(0.0, 0.8, size)[codes]
    return pd.DataFrame(columns), signal


def named(codes: np.ndarray) -> np.ndarray:
    return np.array([f"class {code}" for code in codes])


def main() -> None:
    warnings.simplefilter("ignore", ArboretumWarning)
    print("features                     target      CPU, s   leaves")
    for name, X, y in problems():
        is_class = y.dtype.kind == "U"
        estimator = ReadableTreeClassifier if is_class else ReadableTreeRegressor
        seconds = []
        for _ in range(N_RUNS):
            start = time.process_time()
            model = estimator(n_jobs=1).fit(X, y)
            seconds.append(time.process_time() - start)
        target = f"{len(np.unique(y))} classes" if is_class else "a number"
        print(f"{name:28} {target:10} {min(seconds):7.2f} {model.n_leaves_:8}", flush=True)


if __name__ == "__main__":
    main()
