"""How long one waits for ``arboretum report``: ``python -m benchmarks.whole_report``.

10,000 mixed samples of 15 features, a tenth of the cells missing, from the CSV file to the page: a
fresh process for each run, imports included.  The best of three runs.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from benchmarks import data

N_SAMPLES, N_RUNS = 10_000, 3
COMMAND = [sys.executable, "-m", "arboretum", "report"]


def write_table(path: Path) -> None:
    problem = data.mixed("mixed", N_SAMPLES)
    words = np.array(["no", "yes"])
    problem.X.assign(y=words[problem.y]).to_csv(path, index=False)


def seconds(arguments: list[str]) -> tuple[float, float]:
    """Seconds waited, and CPU seconds, for one run in a separate process."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, stdout=subprocess.DEVNULL)
    waited = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return waited, cpu


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        table, page = Path(folder, "mixed.csv"), Path(folder, "report.html")
        write_table(table)
        arguments = [str(table), "--target", "y", "-o", str(page)]
        print(f"report of {N_SAMPLES:,} x 15, {os.cpu_count()} cores: waited s, CPU s")
        for name, more in {"one thread": ["--n-jobs", "1"], "all cores": []}.items():
            runs = [seconds([*arguments, *more]) for _ in range(N_RUNS)]
            print(f"{name:12}{min(w for w, _ in runs):8.2f}{min(c for _, c in runs):8.2f}")


if __name__ == "__main__":
    main()
