"""Trees that look ahead against licketysplit: ``python -m benchmarks.lookahead``.

licketysplit takes columns of 0 and 1: it gets one for each midpoint of a column, or 100 of them at
even distances, which is made in its environment and timed apart.  Ours takes the numbers.  Both
grow trees of three and four levels on one thread; the processor time of ``fit`` is the least of
three, as seen from the samples of a user.  ``LICKETYSPLIT_PYTHON`` names a Python that has
licketysplit; without it only ours is timed.  Then: many rows of few and of many classes, and the
same on two threads, by the clock.  The data sets are those of the tests, in ``shared/data`` next to
the clone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence

import numpy as np

from arboretum import TreeClassifier, TreeRegressor
from benchmarks.elsewhere import run_elsewhere
from benchmarks.optimal import table

REPEATS = 3
NAMES = ("breast_w", "heart", "pima", "ionosphere", "banknote", "raisin", "rice", "sonar", "magic")
DEPTHS = (3, 4)
#: Columns of 0 and 1 for each number: as many as there are midpoints, up to this.
CUTS = (100, 1_000_000)
#: More cells of 0 and 1 than this take licketysplit minutes.
MOST_CELLS = 20_000_000
N_ROWS, N_COLUMNS = 100_000, 20

#: What the other environment runs: the samples are in a file.
PROGRAM = """
import json, sys, time
import numpy as np
from licketysplit import LicketySPLITClassifier
data = np.load(sys.argv[1])
X, y = data["X"], data["y"]
depth, most, repeats = map(int, sys.argv[2:5])

def binary():
    columns = []
    for values in X.T:
        known = np.unique(values)
        cuts = (known[1:] + known[:-1]) / 2
        if len(cuts) > most:
            cuts = cuts[np.linspace(0, len(cuts) - 1, most).astype(int)]
        columns.append(values[:, None] <= cuts)
    return np.ascontiguousarray(np.hstack(columns).astype(np.uint8))

fits, whole = [], []
for _ in range(repeats):
    model = LicketySPLITClassifier(lambda_leaf=0.0, depth_budget=depth, lookahead_k=1)
    start = time.process_time()
    B = binary()
    ready = time.process_time()
    model.fit(B, y)
    fits.append(time.process_time() - ready)
    whole.append(time.process_time() - start)
    if fits[-1] > 3:
        break
print(json.dumps([B.shape[1], min(fits), min(whole), int((model.predict(B) != y).sum())]))
"""


def time_ours(grow: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """Seconds, the least of three."""
    seconds = []
    for _ in range(REPEATS):
        start = clock()
        grow()
        seconds.append(clock() - start)
    return min(seconds)


def race(names: Sequence[str], python: str | None) -> None:
    print("| data | depth | cuts | mistakes | ours, s | theirs | fit, s | with cuts, s | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    ratios, n_no_worse, n_races = [], 0, 0
    for name in names:
        X, y = table(name)
        for depth in DEPTHS:
            model = TreeClassifier(max_depth=depth, lookahead=2)
            seconds = time_ours(lambda model=model, X=X, y=y: model.fit(X, y))
            mistakes = int((model.predict(X) != y).sum())
            for most in CUTS:
                n_cuts = sum(min(len(np.unique(column)) - 1, most) for column in X.T)
                is_asked = python is not None and len(y) * n_cuts <= MOST_CELLS
                data = {"X": X, "y": y}
                told = (
                    run_elsewhere(python, PROGRAM, data, depth, most, REPEATS) if is_asked else None
                )
                cuts = "all" if most == max(CUTS) else str(most)
                line = f"| {name} {X.shape[0]} x {X.shape[1]} | {depth} | {cuts}: {n_cuts} | "
                line += f"{mistakes} | {seconds:.4f} | "
                if told is None:
                    print(line + "- | - | - | - |", flush=True)
                    continue
                _, fit, whole, theirs = told
                ratios.append(whole / seconds)
                n_races, n_no_worse = n_races + 1, n_no_worse + (mistakes <= theirs)
                print(line + f"{theirs} | {fit:.4f} | {whole:.4f} | {ratios[-1]:.1f} |", flush=True)
    if ratios:
        fast = sum(ratio >= 10 for ratio in ratios)
        mean = np.exp(np.mean(np.log(ratios)))
        print(
            f"\nno more mistakes in {n_no_worse} of {n_races}; at least ten times as fast in "
            f"{fast}; geometric mean of the ratios {mean:.1f}\n"
        )


def many_rows() -> None:
    """Seconds of the processor on one thread, and by the clock on one and on two."""
    random = np.random.default_rng(0)
    X = random.normal(size=(N_ROWS, N_COLUMNS))
    number = X[:, 0] * X[:, 1] + X[:, 2] + random.normal(size=N_ROWS)
    targets = {
        "2 classes": (number > 0).astype(int),
        "4 classes": np.digitize(number, [-1, 0, 1]),
        "10 classes": np.digitize(number, np.quantile(number, np.arange(1, 10) / 10)),
        "a number": number,
    }
    print(f"| {N_ROWS:,} x {N_COLUMNS} | depth | processor, s | one thread, s | two, s | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, y in targets.items():
        kind = TreeRegressor if name == "a number" else TreeClassifier
        for depth in DEPTHS:
            one, two = (kind(max_depth=depth, lookahead=2, n_jobs=n) for n in (1, 2))
            used = time_ours(lambda one=one, y=y: one.fit(X, y))
            alone = time_ours(lambda one=one, y=y: one.fit(X, y), time.perf_counter)
            shared = time_ours(lambda two=two, y=y: two.fit(X, y), time.perf_counter)
            assert one.tree_.to_text() == two.tree_.to_text()
            print(
                f"| {name} | {depth} | {used:.2f} | {alone:.2f} | {shared:.2f} | "
                f"{alone / shared:.2f} |",
                flush=True,
            )


def main() -> None:
    race(NAMES, os.environ.get("LICKETYSPLIT_PYTHON"))
    many_rows()


if __name__ == "__main__":
    main()
