"""CART beside rpart with all that rpart does by default: ``python -m benchmarks.cart``.

Both grow from the same 100,000 mixed samples, with competitors and surrogates, without
cross-validation, on one thread.  CPU time is from the data frame to the tree.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

from arboretum import CARTClassifier
from benchmarks import data, rpart

N_SAMPLES = 100_000
#: rpart's ``cp``: its default, and a tree grown as far as ``minsplit`` lets it.
COMPLEXITIES = (0.01, 0.0)
SHARES_MISSING = (0.0, 0.1)


def time_ours(problem: data.Problem, complexity: float) -> tuple[float, int]:
    """CPU seconds and leaves of ours, the best of three."""
    model = CARTClassifier(complexity=complexity, n_jobs=1)
    times = []
    for _ in range(3):
        start = time.process_time()
        model.fit(problem.X, problem.y)
        times.append(time.process_time() - start)
    return min(times), model.n_leaves_


def time_theirs(problem: data.Problem, complexity: float) -> tuple[float, int]:
    """CPU seconds and leaves of rpart."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder, "result.json")
        rpart.save(problem, Path(folder))
        control = {"xval": 0, "cp": complexity}
        subprocess.run(rpart.command(Path(folder), result, control, n_predict=1), check=True)
        measured = json.loads(result.read_text(encoding="utf-8"))
    return measured["cpu"], int(measured["leaves"])


def main() -> None:
    if not rpart.version():
        sys.exit("R or its package rpart is not here. Install r-base-core and r-cran-rpart.")
    print("missing  cp       ours, CPU s  leaves   rpart, CPU s  leaves   ratio")
    for share_missing, complexity in product(SHARES_MISSING, COMPLEXITIES):
        problem = data.mixed("mixed", N_SAMPLES, share_missing)
        ours, our_leaves = time_ours(problem, complexity)
        theirs, their_leaves = time_theirs(problem, complexity)
        print(
            f"{share_missing:<8.0%} {complexity:<8g} {ours:11.3f} {our_leaves:7d} {theirs:14.3f} "
            f"{their_leaves:7d} {theirs / ours:7.1f}"
        )


if __name__ == "__main__":
    main()
