"""The best tree against ConTree and STreeD: ``python -m benchmarks.optimal``.

All get the same columns, numbers as they are and categories as columns of 0 and 1, and prove the
fewest mistakes of a tree of some depth, on one thread.  The processor time of ``fit`` is the least
of three.  ``OPTIMAL_PEERS_PYTHON`` names a Python that has pycontree and pystreed; without it only
ours is timed.  The data sets are those of the tests, in ``shared/data`` next to the clone.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from arboretum import OptimalClassifier

DATA = Path(__file__).parents[2] / "shared" / "data"
REPEATS = 3
#: A peer that takes longer has not finished.
SECONDS = 60

#: File, target, and depths, by name: numbers, which ConTree cuts anywhere.
NUMBERS: dict[str, tuple[str, str | int, tuple[int, ...]]] = {
    "breast_w": ("breast_cancer_wisconsin.csv", -1, (3, 4)),
    "heart": ("heart_statlog.csv", -1, (3, 4)),
    "pima": ("pima_diabetes.csv", -1, (3,)),
    "ionosphere": ("ionosphere.csv", -1, (3,)),
    "banknote": ("banknote.csv.gz", 0, (3,)),
    "raisin": ("raisin.csv.gz", 0, (3,)),
    "rice": ("rice.csv.gz", 0, (3,)),
}
#: The same of columns of two values, for which STreeD is made.
TWO_VALUED: dict[str, tuple[str, str | int, tuple[int, ...]]] = {
    "kr_vs_kp": ("kr_vs_kp.csv", -1, (4, 5)),
    "tic_tac_toe": ("tic_tac_toe.csv", -1, (5,)),
}

#: What the other environment runs: the samples are in a file.
PROGRAM = """
import json, sys, time
import numpy as np
file, name, depth, seconds, repeats = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])
data = np.load(file)
X, y = data["X"], data["y"]
best = []
for _ in range(repeats):
    if name == "pycontree":
        from pycontree import ConTree
        model = ConTree(max_depth=depth, time_limit=seconds)
    else:
        from pystreed import STreeDClassifier
        model = STreeDClassifier("accuracy", max_depth=depth, time_limit=seconds)
        X = X.astype(np.int32)
    start = time.process_time()
    model.fit(X, y)
    best.append(time.process_time() - start)
    if best[-1] > seconds / 3:
        break
print(json.dumps([min(best), int((model.predict(X) != y).sum())]))
"""


def table(file: str, target: str | int) -> tuple[np.ndarray, np.ndarray]:
    """Columns of numbers, and the codes of the classes."""
    import pandas as pd

    frame = pd.read_csv(DATA / file, na_values=["?"])
    name = frame.columns[target] if isinstance(target, int) else target
    columns = []
    for feature in frame.columns.drop(name):
        values = frame[feature]
        if pd.api.types.is_numeric_dtype(values):
            columns.append(values.astype(float).fillna(values.median()).to_frame())
        else:
            columns.append(pd.get_dummies(values.astype(str)).astype(float))
    X = np.ascontiguousarray(pd.concat(columns, axis=1).to_numpy())
    return X[:, X.min(axis=0) < X.max(axis=0)], pd.factorize(frame[name], sort=True)[0]


def time_ours(X: np.ndarray, y: np.ndarray, depth: int) -> tuple[float, int]:
    """Seconds and mistakes of the tree that was proved best."""
    seconds = []
    for _ in range(REPEATS):
        model = OptimalClassifier(max_depth=depth, time_limit=SECONDS)
        start = time.process_time()
        model.fit(X, y)
        seconds.append(time.process_time() - start)
        assert model.certificate_.is_proved
    return min(seconds), int((model.predict(X) != y).sum())


def time_peer(python: str, peer: str, X: np.ndarray, y: np.ndarray, depth: int) -> list[float]:
    """The same of another program, in its own environment."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "data.npz"
        np.savez(file, X=X, y=y)
        numbers = map(str, (depth, SECONDS, REPEATS))
        told = subprocess.run(
            [python, "-c", PROGRAM, str(file), peer, *numbers],
            capture_output=True,
            text=True,
            check=True,
        )
    return json.loads(told.stdout.splitlines()[-1])


def main() -> None:
    python = os.environ.get("OPTIMAL_PEERS_PYTHON")
    for peer, tables in (("pycontree", NUMBERS), ("pystreed", TWO_VALUED)):
        ratios = []
        print(f"| data | depth | mistakes | ours, s | {peer}, s | ratio |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        for name, (file, target, depths) in tables.items():
            X, y = table(file, target)
            for depth in depths:
                seconds, mistakes = time_ours(X, y, depth)
                theirs = time_peer(python, peer, X, y, depth) if python else [np.nan, mistakes]
                ratios.append(theirs[0] / seconds)
                same = "" if theirs[1] == mistakes else f" ({theirs[1]} mistakes)"
                print(
                    f"| {name} {X.shape[0]} x {X.shape[1]} | {depth} | {mistakes} | "
                    f"{seconds:.4f} | {theirs[0]:.3f}{same} | {ratios[-1]:.1f} |",
                    flush=True,
                )
        print(f"geometric mean of the ratios: {np.exp(np.mean(np.log(ratios))):.1f}\n")


if __name__ == "__main__":
    main()
