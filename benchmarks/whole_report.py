"""How long one waits for ``arboretum report``: ``python -m benchmarks.whole_report``.

From the CSV file to the page, a fresh process for each run, imports included.  10,000 mixed samples
of 15 features, a tenth of the cells missing: the best of three runs.  ``--large`` measures one run
each of 200,000 samples of 30 features: three classes, numbers, and both with a tenth missing.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from benchmarks import data

N_SAMPLES, N_RUNS = 10_000, 3
N_LARGE, SHARE_MISSING = 200_000, 0.1
COMMAND = [sys.executable, "-m", "arboretum", "report"]


def mixed_table() -> pd.DataFrame:
    problem = data.mixed("mixed", N_SAMPLES)
    words = np.array(["no", "yes"])
    return problem.X.assign(y=words[problem.y])


def large_table(target: str, share_missing: float, n_rows: int = N_LARGE) -> pd.DataFrame:
    """24 numbers, of which eight matter, and six categories of 3 to 50, of which four do.

    The classes are three levels of a noisy sum: the best tree still errs on a third of the samples.
    """
    rng = np.random.default_rng(data.SEED)
    columns: dict[str, Any] = {}
    signal = np.zeros(n_rows)
    for k in range(24):
        x = rng.normal(size=n_rows) if k % 3 else np.round(rng.exponential(50.0, n_rows), 1)
        if k < 8:
            signal += np.sin(2.0 * x) if k % 3 else 0.02 * x * (k % 2 or -1)
        columns[f"x{k}"] = np.round(x, 4)
    for k, size in enumerate((3, 5, 8, 12, 25, 50)):
        codes = rng.integers(0, size, n_rows)
        if k < 4:
            signal += rng.normal(0.0, 0.8, size)[codes]
        columns[f"c{k}"] = np.array([f"v{i}" for i in range(size)], dtype=object)[codes]
    signal += rng.normal(0.0, 1.0, n_rows)
    for values in columns.values():
        if share_missing:
            values[rng.random(n_rows) < share_missing] = None
    if target == "classes":
        words = np.array(["low", "middle", "high"])
        columns["y"] = words[np.digitize(signal, np.quantile(signal, [0.4, 0.8]))]
    else:
        columns["y"] = np.round(signal, 3)
    return pd.DataFrame(columns)


def seconds(arguments: list[str]) -> tuple[float, float]:
    """Seconds waited, and CPU seconds, for one run in a separate process."""
    # As for a user: what the first run compiles, the next ones read.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL, env=kept)
    waited = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return waited, cpu


def measure_usual(folder: Path) -> None:
    table, page = folder / "mixed.csv", folder / "report.html"
    mixed_table().to_csv(table, index=False)
    arguments = [str(table), "--target", "y", "-o", str(page)]
    print(f"report of {N_SAMPLES:,} x 15, {os.cpu_count()} cores: waited s, CPU s")
    for name, more in {"one thread": ["--n-jobs", "1"], "all cores": []}.items():
        runs = [seconds([*arguments, *more]) for _ in range(N_RUNS)]
        print(f"{name:12}{min(w for w, _ in runs):8.2f}{min(c for _, c in runs):8.2f}")


def measure_large(folder: Path) -> None:
    table, page = folder / "large.csv", folder / "report.html"
    print(f"report of {N_LARGE:,} x 30, {os.cpu_count()} cores: waited s, CPU s, page MB")
    for target in ("classes", "numbers"):
        for share in (0.0, SHARE_MISSING):
            large_table(target, share).to_csv(table, index=False)
            waited, cpu = seconds([str(table), "--target", "y", "-o", str(page)])
            name = f"{target}, {share:.0%} missing"
            print(f"{name:24}{waited:8.1f}{cpu:8.1f}{page.stat().st_size / 1e6:8.2f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--large", action="store_true", help="200,000 samples of 30 features")
    is_large = parser.parse_args().large
    with tempfile.TemporaryDirectory() as folder:
        (measure_large if is_large else measure_usual)(Path(folder))


if __name__ == "__main__":
    main()
