"""Measurements as Markdown tables: ratios first, then what they are made of."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Iterator
from datetime import date
from importlib import metadata
from itertools import pairwise
from pathlib import Path

from benchmarks import rpart
from benchmarks.contenders import CONTENDERS, OURS
from benchmarks.data import PROBLEMS, SIZES
from benchmarks.measure import Measurement

Key = tuple[str, int | None, int, str]
#: A one-thread fit that waited longer than this share of its work shared its core.
BUSY = 1.15
#: What smaller data cost drowns in what the allocator rounds up to.
LEAST_INPUT_MB = 1.0


class Results:
    """Measurements by problem, depth, threads and contender."""

    def __init__(self, measurements: Iterable[Measurement]) -> None:
        self.by_key: dict[Key, Measurement] = {}
        for one in measurements:
            job = one.job
            self.by_key[job.problem, job.max_depth, job.n_threads, job.contender] = one
        self.threads = sorted({key[2] for key in self.by_key})
        self.contenders = list(dict.fromkeys(key[3] for key in self.by_key))
        self.peers = [name for name in self.contenders if name != OURS]

    def get(
        self, problem: str, depth: int | None, threads: int, contender: str
    ) -> Measurement | None:
        """The measurement, if it was made and did not fail."""
        found = self.by_key.get((problem, depth, threads, contender))
        return None if found is None or found.failed else found

    def cases(self) -> list[tuple[str, int | None]]:
        """Every problem and depth, in the order they were run."""
        return list(dict.fromkeys((key[0], key[1]) for key in self.by_key))

    def ran(self, contender: str, threads: int) -> bool:
        """Whether the contender was run with this many threads."""
        return any(key[2:] == (threads, contender) for key in self.by_key)

    def succeeded(self) -> Iterator[Measurement]:
        return (one for one in self.by_key.values() if not one.failed)

    def failures(self) -> Iterator[Measurement]:
        return (one for one in self.by_key.values() if one.failed)


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def number(value: float | None, digits: int = 3) -> str:
    if value is None:
        return "?"
    if value >= 10**digits:
        return f"{value:,.0f}"
    return f"{value:.{digits}g}"


def ratio(peer: float | None, ours: float | None) -> str:
    if not peer or not ours:
        return ""
    times = peer / ours
    return f"{times:.2f}" if times < 1 else f"{times:.1f}"


def depth_name(depth: int | None) -> str:
    return "full" if depth is None else str(depth)


# The tables -------------------------------------------------------------------


def ratios(results: Results, threads: int, field: str, unit: str = "ms") -> str:
    """One line a case: how many times our time each peer takes."""
    rows = []
    scale = {"ms": 1e3, "µs": 1e6}[unit]
    names = [name for name in results.peers if results.ran(name, threads)]
    for problem, depth in results.cases():
        ours = results.get(problem, depth, threads, OURS)
        if ours is None:
            continue
        peers = [results.get(problem, depth, threads, name) for name in names]
        own = getattr(ours, field)
        cells = ["" if p is None else ratio(getattr(p, field), own) for p in peers]
        if any(cells):
            rows.append([problem, depth_name(depth), number(own * scale), *cells])
    return table(["data", "depth", f"{OURS}, {unit}", *names], rows)


def growth(results: Results) -> str:
    """Every fit: its time, memory, size and score."""
    rows = []
    for one in results.succeeded():
        job = one.job
        ours = results.get(job.problem, job.max_depth, job.n_threads, OURS)
        is_busy = job.n_threads == 1 and one.cpu > 0.05 and one.wall > BUSY * one.cpu
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender + (" †" if is_busy else ""),
                number(one.cpu),
                number(one.wall),
                number(one.prepare_cpu) if one.prepare_cpu > 1e-4 else "",
                ratio(one.cpu, ours and ours.cpu),
                ratio(one.wall, ours and ours.wall),
                number(one.leaves, 6),
                f"{one.score:.4f}",
            ]
        )
    head = ["data", "depth", "threads", "contender", "CPU s", "wall s", "preparing, CPU s"]
    return table([*head, "CPU ratio", "wall ratio", "leaves", "test score"], rows)


def prediction(results: Results) -> str:
    rows = []
    for one in results.succeeded():
        job = one.job
        ours = results.get(job.problem, job.max_depth, job.n_threads, OURS)
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender,
                number(one.predict_cpu * 1000),
                number(one.predict_wall * 1000),
                ratio(one.predict_cpu, ours and ours.predict_cpu),
                ratio(one.predict_wall, ours and ours.predict_wall),
                number(one.one_row and one.one_row * 1e6),
                ratio(one.one_row, ours and ours.one_row),
            ]
        )
    head = ["data", "depth", "threads", "contender", "CPU ms", "wall ms", "CPU ratio"]
    return table([*head, "wall ratio", "one row, µs", "one-row ratio"], rows)


def memory(results: Results) -> str:
    rows = []
    for one in results.succeeded():
        if one.input_mb < LEAST_INPUT_MB:
            continue
        job = one.job
        ours = results.get(job.problem, job.max_depth, job.n_threads, OURS)
        without_tree = max(0.0, one.peak_mb - one.kept_mb)
        rows.append(
            [
                job.problem,
                depth_name(job.max_depth),
                str(job.n_threads),
                job.contender,
                number(one.input_mb),
                number(one.peak_mb),
                number(one.kept_mb),
                f"{without_tree / one.input_mb:.2f}",
                ratio(one.peak_mb, ours and ours.peak_mb),
            ]
        )
    head = ["data", "depth", "threads", "contender", "input MB", "peak extra MB", "kept MB"]
    return table([*head, "(peak - kept) / input", "peak ratio"], rows)


def growth_with_n(results: Results) -> str:
    rows = []
    depths = dict.fromkeys(depth for _, depth in results.cases())
    for depth in depths:
        for name in results.contenders:
            found = [results.get(size, depth, 1, name) for size in SIZES]
            if not any(found):
                continue
            times = [None if one is None else one.cpu for one in found]
            steps = [ratio(b, a) for a, b in pairwise(times)]
            cells = ["" if time is None else number(time) for time in times]
            rows.append([depth_name(depth), name, *cells, *steps])
    return table(
        ["depth", "contender", "10k, CPU s", "100k", "1M", "100k / 10k", "1M / 100k"], rows
    )


def two_threads(results: Results) -> str:
    rows = []
    fewest, most = results.threads[0], results.threads[-1]
    for problem, depth in results.cases():
        for name in results.contenders:
            one = results.get(problem, depth, fewest, name)
            two = results.get(problem, depth, most, name)
            if one is None or two is None:
                continue
            grow = [number(one.wall), number(two.wall), ratio(one.wall, two.wall)]
            speed = ratio(one.predict_wall, two.predict_wall)
            rows.append([problem, depth_name(depth), name, *grow, speed])
    head = ["data", "depth", "contender", f"{fewest} thread, wall s", f"{most} threads"]
    return table([*head, "faster", "prediction faster"], rows)


# Around them ------------------------------------------------------------------


def machine() -> str:
    cpu, memory_gb = platform.processor() or platform.machine(), ""
    about_cpu, about_memory = Path("/proc/cpuinfo"), Path("/proc/meminfo")
    if about_cpu.exists():
        names = [x for x in about_cpu.read_text().splitlines() if x.startswith("model name")]
        cpu = names[0].split(":")[1].strip() if names else cpu
    if about_memory.exists():
        memory_gb = f", {int(about_memory.read_text().split()[1]) / 2**20:.0f} GiB"
    return f"{cpu}, {os.cpu_count()} cores{memory_gb}, {platform.system()}"


def versions(contenders: list[str]) -> str:
    packages = [CONTENDERS[name].package for name in contenders if name in CONTENDERS]
    found = [f"{name} {metadata.version(name)}" for name in dict.fromkeys([*packages, "numpy"])]
    if rpart.NAME in contenders:
        found.append(f"rpart {rpart.version()}")
    return ", ".join([f"Python {platform.python_version()}", *found])


def load() -> str:
    if not hasattr(os, "getloadavg"):
        return "unknown"
    return " ".join(f"{value:.2f}" for value in os.getloadavg())


def notes(results: Results, skipped: list[str]) -> str:
    lines = [
        "A ratio is the peer's time divided by ours: above 1 we are faster.",
        "Every contender grows one tree from the same samples with at least one sample a leaf: "
        "depth 12, or until nothing can be split.",
        "A fit runs from samples as a user has them to the grown tree; *preparing* is the part "
        "of it spent on the library's own dataset (binning, copying).",
        "Each fit has a fresh process, warmed up on 200 samples; contenders take turns; times "
        "are the best of the repeats, memory is the worst. Fits of few samples are the best of "
        "up to 30 in each process.",
        "The test score is accuracy, or R² for regression, on samples not learnt from "
        "(iris: on those learnt from).",
        "One row: the wall time of one call, the median of up to 200, in the form of the training "
        "data.",
        f"† The fit waited more than {BUSY - 1:.0%} of its work for its core: read CPU seconds.",
        "With several threads only an idle machine tells the truth: beside a busy neighbour "
        "OpenMP's waiting threads spin, and the peers that use it slow down many times over.",
    ]
    for name in results.contenders:
        note = rpart.NOTE if name == rpart.NAME else CONTENDERS[name].note
        if note:
            lines.append(f"{name}: {note}.")
    for one in results.failures():
        job = one.job
        where = f"{job.problem}, depth {depth_name(job.max_depth)}, threads {job.n_threads}"
        lines.append(f"Not measured: {job.contender} on {where}: {one.failed}.")
    return "\n".join(f"- {line}" for line in [*lines, *skipped])


def write_report(
    results: Results, command: str, load_before: str, n_predict: int, skipped: list[str]
) -> str:
    """The whole report as Markdown."""
    names = list(dict.fromkeys(problem for problem, _ in results.cases()))
    parts = [
        "# Benchmarks",
        f"`{command}`, {date.today().isoformat()}  \n{machine()}  \n"
        f"{versions(results.contenders)}  \nload average {load_before} before, {load()} after",
        table(["data", "what"], [[name, PROBLEMS[name].says] for name in names]),
    ]
    for threads in results.threads:
        field = "cpu" if threads == 1 else "wall"
        said = "CPU" if threads == 1 else "wall"
        parts += [
            f"## Growing, {said} time, threads: {threads}",
            ratios(results, threads, field),
            f"## Predicting {n_predict:,} rows, {said} time, threads: {threads}",
            ratios(results, threads, f"predict_{field}"),
        ]
    parts += ["## Predicting one row", ratios(results, results.threads[0], "one_row", "µs")]
    if results.threads[0] == 1 and len(set(SIZES) & set(names)) > 1:
        parts += ["## Growing with n, one thread", growth_with_n(results)]
    if len(results.threads) > 1:
        parts += ["## What threads give", two_threads(results)]
    parts += ["## Every fit", growth(results), "## Every prediction", prediction(results)]
    if any(one.input_mb >= LEAST_INPUT_MB for one in results.succeeded()):
        parts += ["## Memory while growing", memory(results)]
    parts += ["## How to read this", notes(results, skipped)]
    return "\n\n".join(parts) + "\n"
