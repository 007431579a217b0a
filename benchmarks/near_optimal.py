"""All near-optimal trees against TreeFARMS: ``python -m benchmarks.near_optimal``.

Both count the trees of three levels whose cost, mistakes and .02 per leaf, is at most 5 % above the
least one.  TreeFARMS takes columns of 0 and 1: of each column of numbers those at 2, 3 or 4
quantiles.  It counts trees whose questions save nothing as well, which cannot be among these: a
leaf costs more than nothing.  ``TREEFARMS_PYTHON`` names a Python that has treefarms; without it
only ours is timed.  Then ours with every midpoint of the numbers.  Processor time on one thread,
the least of three.  The data sets are those of the tests, in ``shared/data`` next to the clone.
"""

from __future__ import annotations

import os
import resource
import time

import numpy as np

from arboretum.explain import NearOptimal, near_optimal
from benchmarks.elsewhere import run_elsewhere
from benchmarks.optimal import table

REPEATS = 3
DEPTH, ALPHA, EPS = 3, 0.02, 0.05
#: Names, and at how many quantiles numbers are compared.
TABLES = (("heart", 2), ("heart", 3), ("heart", 4), ("breast_w", 2), ("tic_tac_toe", 0))
WHOLE = ("heart", "breast_w", "pima", "banknote", "raisin", "sonar")

#: What the other environment runs: the samples are in a file.
PROGRAM = """
import contextlib, io, json, resource, sys, time
import numpy as np, pandas as pd
from treefarms import TREEFARMS
data = np.load(sys.argv[1])
depth, alpha, eps, repeats = int(sys.argv[2]), *map(float, sys.argv[3:5]), int(sys.argv[5])
X = pd.DataFrame(data["X"].astype(int), columns=[f"x{j}" for j in range(data["X"].shape[1])])
y = pd.Series(data["y"], name="y")
settings = {
    "regularization": alpha, "rashomon_bound_multiplier": eps, "depth_budget": depth + 1,
    "rashomon_bound": 0, "verbose": False, "diagnostics": False,
}
seconds = []
for _ in range(repeats):
    model = TREEFARMS(settings)
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        model.fit(X, y)
    seconds.append(time.process_time() - start)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([min(seconds), int(model.get_tree_count()), peak]))
"""


def binary(X: np.ndarray, n_quantiles: int) -> np.ndarray:
    """Columns of 0 and 1, without repeats."""
    made: dict[bytes, np.ndarray] = {}
    for values in X.T:
        known = np.unique(values)
        few = np.quantile(values, np.arange(1, n_quantiles + 1) / (n_quantiles + 1))
        for cut in known[:1] if len(known) == 2 else np.unique(few):
            column = (values <= cut).astype(float)
            if 0 < column.sum() < len(column):
                made.setdefault(column.tobytes(), column)
    return np.column_stack(list(made.values()))


def time_ours(X: np.ndarray, y: np.ndarray) -> tuple[float, NearOptimal]:
    seconds = []
    for _ in range(REPEATS):
        start = time.process_time()
        found = near_optimal(X, y, max_depth=DEPTH, alpha=ALPHA, eps=EPS)
        assert found.n_trees > 0  # counted
        seconds.append(time.process_time() - start)
    return min(seconds), found


def race(python: str | None) -> None:
    print("| data | trees | ours, s | TreeFARMS' trees | TreeFARMS, s | its peak, MiB | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for name, n_quantiles in TABLES:
        X, y = table(name)
        B = binary(X, n_quantiles)
        seconds, found = time_ours(B, y)
        line = f"| {name} {B.shape[0]} x {B.shape[1]} | {found.n_trees:,} | {seconds:.4f} | "
        data = {"X": B, "y": y}
        told = python and run_elsewhere(python, PROGRAM, data, DEPTH, ALPHA, EPS, REPEATS)
        if not told:
            print(line + "- | - | - | - |", flush=True)
            continue
        theirs, n_trees, peak = told
        ratio = theirs / seconds
        print(f"{line}{n_trees:,} | {theirs:.2f} | {peak:.0f} | {ratio:.0f} |", flush=True)


def whole() -> None:
    """Every midpoint of the numbers."""
    print("\n| data, all midpoints | trees | errors of the best | s | peak so far, MiB |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name in WHOLE:
        X, y = table(name)
        seconds, found = time_ours(X, y)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        least = "" if found.is_complete else "at least "
        print(
            f"| {name} {X.shape[0]} x {X.shape[1]} | {least}{found.n_trees:,} | "
            f"{found.counts[0].errors:g} | {seconds:.3f} | {peak:.0f} |",
            flush=True,
        )


def main() -> None:
    race(os.environ.get("TREEFARMS_PYTHON"))
    whole()


if __name__ == "__main__":
    main()
