"""The best tree against ConTree, STreeD and FastSmallTree: ``python -m benchmarks.optimal``.

All get the same columns, numbers as they are and categories as columns of 0 and 1, and prove the
fewest mistakes of a tree of some depth, or with a price per leaf, on one thread.  The processor
time of ``fit`` is the least of three.  ``OPTIMAL_PEERS_PYTHON`` names a Python that has pycontree,
pystreed and imodels with numba; without it only ours is timed.  Then: hard problems, squared
errors, what is known when the time is up, and two threads.  The data sets are those of the tests,
in ``shared/data`` next to the clone.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import tempfile
import time
import warnings
from pathlib import Path

import numpy as np

from arboretum import OptimalClassifier, OptimalRegressor
from arboretum.exceptions import NotProvedWarning

DATA = Path(__file__).parents[2] / "shared" / "data"
REPEATS = 3
#: A peer that takes longer has not finished.
SECONDS = 60

Table = tuple[str, str | int]
#: File and target by name.
TABLES: dict[str, Table] = {
    "breast_w": ("breast_cancer_wisconsin.csv", -1),
    "heart": ("heart_statlog.csv", -1),
    "pima": ("pima_diabetes.csv", -1),
    "ionosphere": ("ionosphere.csv", -1),
    "banknote": ("banknote.csv.gz", 0),
    "raisin": ("raisin.csv.gz", 0),
    "rice": ("rice.csv.gz", 0),
    "magic": ("magic.csv.gz", 0),
    "dermatology": ("dermatology.csv", -1),
    "letter": ("letter.csv.gz", -1),
    "sonar": ("sonar.csv", -1),
    "glass": ("glass.csv", -1),
    "wine": ("wine.csv", "class"),
    "bank": ("bank.csv", -1),
    "kr_vs_kp": ("kr_vs_kp.csv", -1),
    "tic_tac_toe": ("tic_tac_toe.csv", -1),
    "auto_mpg": ("auto_mpg.csv", "mpg"),
    "abalone": ("abalone.csv", -1),
    "kin8nm": ("kin8nm.csv.gz", -1),
}
#: Peer, and names with their depths, or the price of a leaf.  Beside eight that were chosen before
#: anything was measured, all tables of classes with nothing but numbers on which ConTree takes a
#: tenth of a second at depth 3, or at depth 2 if they have more than 10,000 rows; then those on
#: which it takes less, and what is deeper.
RACES: dict[str, list[tuple[str, float]]] = {
    "pycontree": [
        *((name, 3) for name in ("breast_w", "heart", "pima", "ionosphere", "banknote", "raisin")),
        *(("rice", 3), ("magic", 2), ("dermatology", 3), ("letter", 2), ("sonar", 3)),
        *(("glass", 3), ("wine", 3), ("breast_w", 4), ("heart", 4)),
    ],
    "pystreed": [("kr_vs_kp", 4), ("kr_vs_kp", 5), ("tic_tac_toe", 5)],
    "imodels": [("breast_w", 0.01), ("tic_tac_toe", 0.01), ("kr_vs_kp", 0.01)],
}
HARD = [("pima", 4), ("ionosphere", 4), ("bank", 3)]
NUMBERS = [("auto_mpg", 3), ("abalone", 2), ("kin8nm", 2)]
UNFINISHED = [("pima", 5), ("bank", 4)]

#: What the other environment runs: the samples are in a file.
PROGRAM = """
import json, sys, time
import numpy as np
file, name, limit = sys.argv[1], sys.argv[2], float(sys.argv[3])
seconds, repeats = map(int, sys.argv[4:6])
data = np.load(file)
X, y = data["X"], data["y"]
best = []
for _ in range(repeats):
    if name == "pycontree":
        from pycontree import ConTree
        model = ConTree(max_depth=int(limit), time_limit=seconds)
    elif name == "imodels":
        from imodels.tree.optimal_tree.fast_small_tree import FastSmallTreeClassifier
        FastSmallTreeClassifier().fit(X[:50], y[:50] * 0 + np.arange(50) % 2)  # compiles
        model = FastSmallTreeClassifier(regularization=limit, time_limit=seconds)
    else:
        from pystreed import STreeDClassifier
        model = STreeDClassifier("accuracy", max_depth=int(limit), time_limit=seconds)
        X = X.astype(np.int32)
    start = time.process_time()
    model.fit(X, y)
    best.append(time.process_time() - start)
    if best[-1] > seconds / 3:
        break
print(json.dumps([min(best), int((model.predict(X) != y).sum())]))
"""


def table(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Columns of numbers, and the codes of the classes or the numbers."""
    import pandas as pd

    file, target = TABLES[name]
    frame = pd.read_csv(DATA / file, na_values=["?"])
    named = frame.columns[target] if isinstance(target, int) else target
    columns = []
    for feature in frame.columns.drop(named):
        values = frame[feature]
        if pd.api.types.is_numeric_dtype(values):
            columns.append(values.astype(float).fillna(values.median()).to_frame())
        elif values.nunique() < 50:  # not the name of a car
            columns.append(pd.get_dummies(values.astype(str)).astype(float))
    X = np.ascontiguousarray(pd.concat(columns, axis=1).to_numpy())
    y = frame[named]
    is_number = any(name == one for one, _ in NUMBERS)
    codes = y.to_numpy(float) if is_number else pd.factorize(y, sort=True)[0]
    return X[:, X.min(axis=0) < X.max(axis=0)], codes


def limits_of(limit: float) -> dict[str, float | None]:
    """A depth, or below 1 the price of a leaf."""
    return {"max_depth": int(limit)} if limit >= 1 else {"max_depth": None, "alpha": limit}


def time_ours(X: np.ndarray, y: np.ndarray, limit: float, estimator: type = OptimalClassifier):
    """Seconds, and the tree that was proved best."""
    seconds = []
    for _ in range(REPEATS):
        model = estimator(**limits_of(limit), time_limit=SECONDS)
        start = time.process_time()
        model.fit(X, y)
        seconds.append(time.process_time() - start)
        assert model.certificate_.is_proved
    return min(seconds), model


def time_peer(python: str, peer: str, X: np.ndarray, y: np.ndarray, limit: float) -> list[float]:
    """Seconds and mistakes of another program, in its own environment."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data.npz"
        np.savez(file, X=X, y=y)
        told = subprocess.run(
            [python, "-c", PROGRAM, str(file), peer, *map(str, (limit, SECONDS, REPEATS))],
            capture_output=True,
            text=True,
            check=True,
        )
    return json.loads(told.stdout.splitlines()[-1])


def race(peer: str, entries: list[tuple[str, float]], python: str | None) -> None:
    ratios = []
    print(f"| data | depth or price | mistakes | ours, s | {peer}, s | ratio |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, limit in entries:
        X, y = table(name)
        seconds, model = time_ours(X, y, limit)
        mistakes = int((model.predict(X) != y).sum())
        theirs = time_peer(python, peer, X, y, limit) if python else [np.nan, mistakes]
        ratios.append(theirs[0] / seconds)
        same = "" if theirs[1] == mistakes else f" ({theirs[1]} mistakes)"
        print(
            f"| {name} {X.shape[0]} x {X.shape[1]} | {limit:g} | {mistakes} | {seconds:.4f} | "
            f"{theirs[0]:.3f}{same} | {ratios[-1]:.1f} |",
            flush=True,
        )
    print(f"\ngeometric mean of the ratios: {np.exp(np.mean(np.log(ratios))):.1f}\n")


def alone() -> None:
    """Problems that no peer has solved in a minute, and squared errors."""
    print("| data | depth | cost | s |\n| --- | ---: | ---: | ---: |")
    for entries, estimator in ((HARD, OptimalClassifier), (NUMBERS, OptimalRegressor)):
        for name, depth in entries:
            seconds, model = time_ours(*table(name), depth, estimator)
            cost = model.certificate_.objective
            print(f"| {name} | {depth} | {cost:.6g} | {seconds:.3f} |", flush=True)


def unfinished() -> None:
    """What is known when the time is up, and how much memory was used for it."""
    print("\n| data | depth | seconds | mistakes | at least | peak MiB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name, depth in UNFINISHED:
        X, y = table(name)
        for seconds in (1, 10):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", NotProvedWarning)
                model = OptimalClassifier(max_depth=depth, time_limit=seconds, memory_limit=500)
                found = model.fit(X, y).certificate_
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"| {name} | {depth} | {seconds} | {found.objective:g} | {found.bound:g} | "
                f"{peak:.0f} |",
                flush=True,
            )


def threads() -> None:
    """Seconds by the clock with one thread and with two: on idle cores."""
    print("\n| data | depth | one thread, s | two, s | ratio |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, depth in HARD:
        X, y = table(name)
        taken = []
        for n_jobs in (1, 2):
            start = time.perf_counter()
            OptimalClassifier(max_depth=depth, n_jobs=n_jobs).fit(X, y)
            taken.append(time.perf_counter() - start)
        print(
            f"| {name} | {depth} | {taken[0]:.2f} | {taken[1]:.2f} | {taken[0] / taken[1]:.2f} |",
            flush=True,
        )


def main() -> None:
    python = os.environ.get("OPTIMAL_PEERS_PYTHON")
    for peer, entries in RACES.items():
        race(peer, entries, python)
    alone()
    unfinished()
    threads()


if __name__ == "__main__":
    main()
