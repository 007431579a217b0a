"""One contender on one problem in a separate process: time, memory, size and score.

A fresh process gives each library its own thread settings and an honest memory peak.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import pickle
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from benchmarks import rpart
from benchmarks.contender import Contender
from benchmarks.data import SMALL, Problem
from benchmarks.peers import CONTENDERS

ROOT = Path(__file__).parent.parent
MB = 2**20
#: Enough samples that all of a library's program is run: small nodes may have their own.
WARM_UP = 5_000
Result = TypeVar("Result")


@dataclass(frozen=True)
class Job:
    """What to measure."""

    contender: str
    problem: str
    max_depth: int | None
    n_threads: int
    n_predict: int


@dataclass(frozen=True)
class Measurement:
    """What was measured, or why nothing was.

    Seconds of the fit include ``prepare_cpu``.  ``peak_mb`` is the most memory beyond what
    was there before the fit, ``tree_mb`` the part of it that is the grown tree, if known.
    ``settings`` is what the library was told, ``repeats`` how many processes were timed.
    """

    job: Job
    failed: str = ""
    settings: str = ""
    repeats: int = 1
    wall: float = 0.0
    cpu: float = 0.0
    prepare_cpu: float = 0.0
    peak_mb: float = 0.0
    tree_mb: float | None = None
    input_mb: float = 0.0
    leaves: int | None = None
    score: float = 0.0
    predict_wall: float = 0.0
    predict_cpu: float = 0.0
    one_row: float | None = None

    @property
    def extra_memory(self) -> float:
        """The memory it took to grow the tree, without the tree if known, as a multiple of X."""
        return max(0.0, self.peak_mb - (self.tree_mb or 0.0)) / self.input_mb


BEST_IS_LEAST = ("wall", "cpu", "prepare_cpu", "predict_wall", "predict_cpu", "one_row")
WORST_COUNTS = ("peak_mb",)


def best_of(repeats: list[Measurement]) -> Measurement:
    """The least time of each kind and the most memory; the first failure, if any failed."""
    for one in repeats:
        if one.failed:
            return one
    chosen: dict[str, Any] = {"repeats": len(repeats)}
    for names, choose in ((BEST_IS_LEAST, min), (WORST_COUNTS, max)):
        for name in names:
            values = [getattr(one, name) for one in repeats]
            chosen[name] = None if None in values else choose(values)
    return replace(repeats[0], **chosen)


# In the parent ----------------------------------------------------------------


def run_job(job: Job, folder: Path, timeout: float) -> Measurement:
    """Measure in a fresh process; ``folder`` holds the saved problem."""
    result = folder / "result.json"
    result.unlink(missing_ok=True)
    if job.contender == rpart.NAME:
        command = rpart.command(folder, result, rpart.settings(job.max_depth), job.n_predict)
    else:
        arguments = [str(folder), str(result), json.dumps(asdict(job))]
        command = [sys.executable, "-m", "benchmarks.measure", *arguments]
    threads = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), str(job.n_threads))
    try:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, **threads},
            capture_output=True,
            text=True,
            timeout=timeout,
        )
    except subprocess.TimeoutExpired:
        return Measurement(job, failed=f"stopped after {timeout:.0f} s")
    if done.returncode != 0 or not result.exists():
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        return Measurement(job, failed=f"failed: {last[:200]}")
    found = json.loads(result.read_text())
    if job.contender == rpart.NAME:
        found["settings"] = spelled(rpart.settings(job.max_depth))
    return Measurement(job, **found)


def spelled(settings: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())


# In the child -----------------------------------------------------------------


def measure(problem: Problem, contender: Contender, n_predict: int) -> dict[str, Any]:
    """Every number of one contender on one problem."""
    warm_up(problem, contender)
    found = measure_fit(problem, contender)
    predicted = contender.predict(problem.X_test)
    leaves = contender.n_leaves()
    found["leaves"] = None if leaves is None else int(leaves)
    found["score"] = problem.score(contender.decide(predicted, problem.n_classes))
    found["settings"] = spelled(contender.parameters(problem))
    return found | measure_prediction(problem, contender, n_predict)


def warm_up(problem: Problem, contender: Contender) -> None:
    """Load what the library loads on first use, so that it is neither timed nor weighed."""
    few = problem.head(WARM_UP)
    contender.grow(few, contender.prepare(few))
    contender.predict(problem.X_test[:10])


def measure_fit(problem: Problem, contender: Contender) -> dict[str, Any]:
    before = settled_memory()
    forget_the_peak()
    fits = repeated(lambda: timed_fit(problem, contender), 1 if len(problem.y) > SMALL else 30)
    peak = status("VmHWM")
    tree = contender.tree_bytes()
    return {
        **{name: min(fit[name] for fit in fits) for name in fits[0]},
        "peak_mb": max(0.0, peak - before),
        "tree_mb": None if tree is None else tree / MB,
        "input_mb": problem.input_bytes / MB,
    }


def timed_fit(problem: Problem, contender: Contender) -> dict[str, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    prepared = contender.prepare(problem)
    prepare_cpu = time.process_time() - cpu
    contender.grow(problem, prepared)
    return {
        "cpu": time.process_time() - cpu,
        "wall": time.perf_counter() - wall,
        "prepare_cpu": prepare_cpu,
    }


def measure_prediction(problem: Problem, contender: Contender, n: int) -> dict[str, float]:
    rows = problem.rows_to_predict(n)
    wall, cpu = time.perf_counter(), time.process_time()
    contender.predict(rows)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    one_row = rows[:1]
    times = repeated(lambda: seconds(lambda: contender.predict(one_row)), 200)
    return {"predict_wall": wall, "predict_cpu": cpu, "one_row": statistics.median(times)}


def seconds(call: Callable[[], Any]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def repeated(call: Callable[[], Result], most: int) -> list[Result]:
    """Results of calling up to ``most`` times, for no longer than about a second."""
    end = time.perf_counter() + 1.0
    results = [call()]
    while len(results) < most and time.perf_counter() < end:
        results.append(call())
    return results


def status(field: str) -> float:
    """A size from the kernel's account of this process, in MB; 0 where there is none."""
    account = Path("/proc/self/status")
    lines = account.read_text().splitlines() if account.exists() else []
    return sum(int(line.split()[1]) / 1024 for line in lines if line.startswith(field + ":"))


def settled_memory() -> float:
    """Memory in use after freed memory has gone back to the system."""
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return status("VmRSS")


def forget_the_peak() -> None:
    marks = Path("/proc/self/clear_refs")
    if marks.exists():
        marks.write_text("5")


def main(folder: str, result: str, job: str) -> None:
    asked = Job(**json.loads(job))
    with (Path(folder) / "problem.pickle").open("rb") as file:
        problem = pickle.load(file)
    contender = CONTENDERS[asked.contender](asked.max_depth, asked.n_threads)
    found = measure(problem, contender, asked.n_predict)
    Path(result).write_text(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
