"""CART against rpart with all that rpart does by default: ``python -m benchmarks.cart``.

Both grow from the same 100,000 mixed samples, with competitors and surrogates, without
cross-validation.  Times are from the data frame to the tree: CPU time on one thread, and how long
one waits for ours on two; rpart has one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from arboretum import CARTClassifier, CARTRegressor
from benchmarks import data, rpart

N_SAMPLES = 100_000
#: rpart's ``cp``: its default, and a tree grown as far as ``minsplit`` lets it.
COMPLEXITIES = (0.01, 0.0)
SHARES_MISSING = (0.0, 0.1)


def of_numbers(problem: data.Problem) -> data.Problem:
    """The same samples with a number to predict: the class, two of the features, and noise."""
    rng = np.random.default_rng(0)

    def target(X, classes: np.ndarray) -> np.ndarray:
        numeric = X.select_dtypes("number").fillna(0.0).to_numpy()
        signal = classes + 0.5 * numeric[:, 0] + 0.2 * numeric[:, 1] ** 2
        return signal + rng.normal(scale=0.5, size=len(classes))

    y, y_test = target(problem.X, problem.y), target(problem.X_test, problem.y_test)
    return replace(problem, y=y, y_test=y_test, n_classes=0)


def time_ours(problem: data.Problem, complexity: float) -> tuple[float, float, int]:
    """CPU seconds on one thread, seconds waited on two, and leaves of ours; the best of five."""
    species = CARTClassifier if problem.n_classes else CARTRegressor
    times = []
    for n_jobs, clock in ((1, time.process_time), (2, time.perf_counter)):
        model = species(complexity=complexity, n_jobs=n_jobs)
        seconds = []
        for _ in range(5):
            start = clock()
            model.fit(problem.X, problem.y)
            seconds.append(clock() - start)
        times.append(min(seconds))
    return times[0], times[1], model.n_leaves_


def time_theirs(problem: data.Problem, complexity: float) -> tuple[float, int]:
    """CPU seconds and leaves of rpart."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder, "result.json")
        rpart.save(problem, Path(folder))
        control = {"xval": 0, "cp": complexity}
        subprocess.run(rpart.command(Path(folder), result, control, n_predict=1), check=True)
        measured = json.loads(result.read_text(encoding="utf-8"))
    return measured["cpu"], int(measured["leaves"])


TARGETS = {"classes": lambda problem: problem, "numbers": of_numbers}


def main() -> None:
    if not rpart.version():
        sys.exit("R or its package rpart is not here. Install r-base-core and r-cran-rpart.")
    print("| target | missing | cp | CPU s | two threads, s | leaves | rpart, s | leaves | ratio |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    for target, share_missing, complexity in product(TARGETS, SHARES_MISSING, COMPLEXITIES):
        problem = TARGETS[target](data.mixed("mixed", N_SAMPLES, share_missing))
        ours, waited, our_leaves = time_ours(problem, complexity)
        theirs, their_leaves = time_theirs(problem, complexity)
        print(
            f"| {target} | {share_missing:.0%} | {complexity:g} | {ours:.3f} | {waited:.3f} "
            f"| {our_leaves} | {theirs:.3f} | {their_leaves} "
            f"| {theirs / ours:.1f}, {theirs / waited:.1f} |"
        )


if __name__ == "__main__":
    main()
