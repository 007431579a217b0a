"""C4.5 against Weka's J48, where Java and Weka are installed: ``python -m benchmarks.j48``.

Both grow one unpruned tree from the same mixed samples in memory, on one thread; CPU time is
that of growing, not of reading files.  Weka is looked for in ``WEKA_JAR`` and where Debian's
package ``weka`` puts it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

from arboretum import C45Classifier
from benchmarks import data

#: Where Debian's package puts it.
DEBIAN_JAR = "/usr/share/java/weka.jar"
SOURCE = Path(__file__).with_name("TimeJ48.java")
N_SAMPLES = 100_000
SHARES_MISSING = (0.0, 0.02, 0.1)


def weka() -> Path | None:
    """The library of Weka, or None where Java or Weka is not installed."""
    jar = Path(os.environ.get("WEKA_JAR", DEBIAN_JAR))
    return jar if jar.exists() and shutil.which("javac") else None


def write_arff(X: pd.DataFrame, y: np.ndarray, path: Path) -> None:
    """Save samples as Weka reads them: categories listed by code, ``?`` for missing."""
    with path.open("w", encoding="utf-8") as file:
        file.write("@relation samples\n")
        columns = {}
        for name, column in X.items():
            is_category = column.dtype == "category"
            codes = range(len(column.cat.categories)) if is_category else ()
            kind = "{" + ",".join(f"c{code}" for code in codes) + "}" if is_category else "numeric"
            file.write(f"@attribute {name} {kind}\n")
            known = column.notna()
            text = "c" + column.cat.codes.astype(str) if is_category else column.map(repr)
            columns[name] = text.where(known, "?")
        classes = ",".join(f"y{value}" for value in np.unique(y))
        file.write(f"@attribute class {{{classes}}}\n@data\n")
        columns["class"] = [f"y{value}" for value in y]
        pd.DataFrame(columns).to_csv(file, header=False, index=False)


def time_j48(jar: Path, X: pd.DataFrame, y: np.ndarray) -> tuple[float, int]:
    """CPU seconds and leaves of J48."""
    with tempfile.TemporaryDirectory() as folder:
        write_arff(X, y, Path(folder, "samples.arff"))
        paths = os.pathsep.join([str(jar), folder])
        subprocess.run(["javac", "-cp", str(jar), "-d", folder, str(SOURCE)], check=True)
        done = subprocess.run(
            ["java", "-Xmx4g", "-cp", paths, "TimeJ48", str(Path(folder, "samples.arff"))],
            check=True,
            capture_output=True,
            text=True,
        )
    seconds, leaves = done.stdout.split()[-2:]
    return float(seconds), int(leaves)


def time_ours(X: pd.DataFrame, y: np.ndarray) -> tuple[float, int]:
    """CPU seconds and leaves of ours, from the frame to the tree; the best of three."""
    model = C45Classifier(pruning=None, n_jobs=1)
    times = []
    for _ in range(3):
        start = time.process_time()
        model.fit(X, y)
        times.append(time.process_time() - start)
    return min(times), model.n_leaves_


def main() -> None:
    jar = weka()
    if jar is None:
        sys.exit("Weka is not here. Install Java and Weka, and let WEKA_JAR name its jar.")
    print("missing  ours, CPU s  leaves    J48, CPU s  leaves (empty ones included)   ratio")
    for share_missing in SHARES_MISSING:
        problem = data.mixed("mixed", N_SAMPLES, share_missing)
        ours, our_leaves = time_ours(problem.X, problem.y)
        theirs, their_leaves = time_j48(jar, problem.X, problem.y)
        print(
            f"{share_missing:<8.0%} {ours:11.3f} {our_leaves:7d} {theirs:13.3f} {their_leaves:7d} "
            f"{theirs / ours:30.1f}"
        )


if __name__ == "__main__":
    main()
