"""Many numbers at once against scikit-learn: ``python -m benchmarks.many_targets``.

Both grow from the same 100,000 samples of 20 numbers with 8 targets that count alike.  Time is
from the array to the tree.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product

import numpy as np
from sklearn.tree import DecisionTreeRegressor

from arboretum import MultiTargetRegressor

N_SAMPLES, N_FEATURES, N_TARGETS = 100_000, 20, 8
DEPTHS = (12, None)
THREADS = (1, 2)


def samples() -> tuple[np.ndarray, np.ndarray]:
    """Features, and targets that each depend on three of them, with noise."""
    draw = np.random.default_rng(0)
    X = draw.normal(size=(N_SAMPLES, N_FEATURES))
    noise = draw.normal(size=(N_SAMPLES, N_TARGETS))
    signals = [X[:, k] * X[:, k + 1] + np.abs(X[:, k + 2]) for k in range(N_TARGETS)]
    return X, np.stack(signals, axis=1) + noise


def best_of_three(fit: Callable[[], object]) -> tuple[float, float]:
    """CPU and wall seconds."""
    cpu, wall = [], []
    for _ in range(3):
        starts = time.process_time(), time.perf_counter()
        fit()
        cpu.append(time.process_time() - starts[0])
        wall.append(time.perf_counter() - starts[1])
    return min(cpu), min(wall)


def main() -> None:
    X, y = samples()
    theirs = {
        depth: best_of_three(lambda d=depth: DecisionTreeRegressor(max_depth=d).fit(X, y))
        for depth in DEPTHS
    }
    print("depth  threads  ours, CPU s  wall s   scikit-learn, CPU s  wall s   ratio, CPU   wall")
    for depth, n_jobs in product(DEPTHS, THREADS):
        model = MultiTargetRegressor(weights="equal", max_depth=depth, n_jobs=n_jobs)
        cpu, wall = best_of_three(lambda m=model: m.fit(X, y))
        their_cpu, their_wall = theirs[depth]
        print(
            f"{depth or 'full':<6} {n_jobs:>7} {cpu:12.3f} {wall:7.3f} {their_cpu:21.3f} "
            f"{their_wall:7.3f} {their_cpu / cpu:12.1f} {their_wall / wall:6.1f}"
        )


if __name__ == "__main__":
    main()
